/**
 * Watches a document while it is pictured. Runs inside the page, in an isolated world: rules in `in-page.ts`. Nothing in
 * the page can see an observer or a listener of another world, and none of these holds anything up. Where nobody comes
 * to end it, it ends itself with the next change that it sees.
 *
 * What it sees: every change of the tree, in open shadow roots too; what is drawn in another place than before; a caret
 * that moves, as it does in a field that a script fills; scrolling; what is being animated. A change is harmless where
 * no control can come, go or move by it: a clock's text, the style of a progress bar. Most pages have such things, and
 * would otherwise never be pictured.
 */

/** `changed`: what a picture shows may be another thing than what was read. `stirs`: only something harmless moves. */
export interface Seen {
  changed: boolean;
  stirs: boolean;
}

/** Leaves a function under `key` in this world, which ends it and says as JSON what was `Seen`. */
export function startWatch(key: string, ms: number): void {
  const seen: Seen = { changed: false, stirs: false };
  const over = new AbortController();
  const roots = new Set(rootsIn(document));
  for (const root of roots) watchEvents(root, seen, over.signal);
  const takeRest = [watchTree(roots, seen, over, performance.now() + ms), watchShifts(seen, over)];
  noteAnimations(seen);
  const world = globalThis as unknown as Record<string, () => string>;
  world[key] = () => {
    delete world[key];
    for (const take of takeRest) take();
    over.abort();
    noteAnimations(seen);
    if (!rootsIn(document).every((root) => roots.has(root))) seen.changed = true;
    return JSON.stringify(seen);
  };
}

/** Gives what takes in the changes that have not been told yet. So does the next. */
export function watchTree(
  roots: Iterable<Node>,
  seen: Seen,
  over: AbortController,
  until: number,
): () => void {
  const note = (records: MutationRecord[]) => {
    const many = records.length > 200 || performance.now() > until;
    if (records.length > 0) seen.stirs = true;
    if (many || !records.every(isHarmless)) seen.changed = true;
    if (seen.changed) over.abort();
  };
  const observer = new MutationObserver(note);
  for (const root of roots)
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  over.signal.addEventListener('abort', () => observer.disconnect());
  return () => note(observer.takeRecords());
}

/** What is drawn in another place than before: whatever moved it. */
export function watchShifts(seen: Seen, over: AbortController): () => void {
  const note = (entries: PerformanceEntryList) => {
    if (entries.length > 0) seen.changed = true;
    if (seen.changed) over.abort();
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: 'layout-shift' });
  over.signal.addEventListener('abort', () => observer.disconnect());
  return () => note(observer.takeRecords());
}

export function watchEvents(root: Node, seen: Seen, signal: AbortSignal): void {
  const hear = ({ type, target }: Event) => {
    if (type === 'selectionchange' || !(target instanceof Element) || holdsField(target)) seen.changed = true;
  };
  for (const kind of ['selectionchange', 'scroll'])
    EventTarget.prototype.addEventListener.call(root, kind, hear, { capture: true, signal });
}

/** The document, and every shadow root that a script can find. */
export function rootsIn(root: Document | ShadowRoot): (Document | ShadowRoot)[] {
  const of = root instanceof Document ? Document : DocumentFragment;
  const inner: (Document | ShadowRoot)[] = [root];
  for (const { shadowRoot } of of.prototype.querySelectorAll.call(root, '*'))
    if (shadowRoot instanceof ShadowRoot) inner.push(...rootsIn(shadowRoot));
  return inner;
}

export function isHarmless(record: MutationRecord): boolean {
  const { type, target, attributeName, addedNodes, removedNodes } = record;
  const element = target instanceof Element ? target : target.parentElement;
  if (element === null || holdsField(element) || isPartOfControl(element)) return false;
  // Any other attribute may be what a style sheet shows or hides a field by, wherever that stands.
  const draws = /^(style|[rcf]?[xy][12]?|r|d|points|transform|opacity|(fill|stroke)(-\w+)*)$/;
  if (type === 'attributes') return draws.test(attributeName ?? '');
  return [...addedNodes, ...removedNodes].every((node) => !(node instanceof Element) || !holdsField(node));
}

/** Whether a control or another document is in it, or may be: nobody looks into the shadow of a custom element. */
export function holdsField(element: Element): boolean {
  const inside = Element.prototype.querySelectorAll.call(element, '*');
  if (inside.length > 50) return true;
  const kinds = `form, input, textarea, select, label, style, link, slot, iframe, frame, object, embed, ${actingKinds()}`;
  return [element, ...inside].some(
    (one) =>
      Element.prototype.matches.call(one, kinds) ||
      one.localName.includes('-') ||
      one.shadowRoot instanceof ShadowRoot,
  );
}

/** Its text may be what a control holds, or is called. */
export function isPartOfControl(element: Element): boolean {
  return Element.prototype.closest.call(element, `head, label, option, a, ${actingKinds()}`) !== null;
}

export function actingKinds(): string {
  const roles =
    'button link textbox searchbox combobox listbox option slider spinbutton checkbox switch radio menuitemcheckbox menuitemradio';
  const listed = roles.split(' ').map((role) => `[role~=${role}]`);
  return `button, [contenteditable], [onclick], [tabindex], ${listed.join()}`;
}

/** Only those that hide or move a field matter. In a view transition the page shows what it was. */
export function noteAnimations(seen: Seen): void {
  const all = Document.prototype.getAnimations
    .call(document)
    .filter(({ playState }) => playState === 'running');
  if (all.length > 0) seen.stirs = true;
  const matter = all.some(({ effect }) => {
    if (!(effect instanceof KeyframeEffect) || effect.target === null) return false;
    if (effect.pseudoElement !== null) return effect.pseudoElement.startsWith('::view-transition');
    return holdsField(effect.target) && !onlyPaints(effect);
  });
  if (matter || isInTransition()) seen.changed = true;
}

export function onlyPaints(effect: KeyframeEffect): boolean {
  const names = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
  const paints = /^(background|boxShadow|textShadow|outline|border\w*Color|(caret|accent)?color$)/i;
  return names.every((name) => /^(offset|computedOffset|easing|composite)$/.test(name) || paints.test(name));
}

export function isInTransition(): boolean {
  try {
    return Document.prototype.querySelector.call(document, ':active-view-transition') !== null;
  } catch {
    // A browser that does not know of it.
    return false;
  }
}
