/**
 * When the two readings agree. Same controls on both sides, none missing, none invented; and of each pair:
 *
 * - label: equal to the accessible name, white space folded, the first 200 characters;
 * - value: equal, checked, chosen options, disabled, required, readonly, validity: equal.
 *
 * Where they may differ, and why (there is no other place for exceptions):
 *
 * 1. An element that the accessibility tree leaves out (hidden) has no name and no state there: only what the snapshot
 *    tells is compared.
 * 2. A redacted control shows its length only: that is compared. A label may be redacted as a whole (`***`).
 * 3. Rich text: the tree runs blocks together or apart in its own way. Compared without white space.
 * 4. What only an ARIA role makes a control: the tree tells its value in words (`aria-valuetext`, or its text).
 *    White space as in 3. Where its label stands inside it, the tree counts it to the text.
 * 5. What a form-associated custom element holds, and whether it is ticked, is known to its own code alone, which is
 *    never asked: null is right where `partial` says so, and a secret may have no length. A value or a length that is
 *    given all the same is that of what its form would send.
 * 6. A chosen file has a name but no value on our side; the snapshot gives `C:\fakepath\<name>` of the first.
 * 7. `aria-invalid`, where a page sets it, is the page's word; ours is the browser's own validation.
 * 8. Links and buttons that only a role makes one, and hidden ARIA widgets, may be listed and need not be.
 * 9. A required field's `*` that CSS draws stands with or without a space before it.
 */
import type { Control, Frame } from '../../src/inventory/inventory.js';
import type { Seen } from './second-reading.js';

export interface Comparison {
  /** One line each: what differs, on which control, ours and theirs. */
  mismatches: string[];
  /** How many pairs were compared, and how many of them had a name and a state in the accessibility tree. */
  compared: number;
  withName: number;
}

type Pair = { ours: Control; theirs: Seen };

export function compare(frames: Frame[], seen: Seen[]): Comparison {
  const mismatches = frames.flatMap(({ why, path }) =>
    why === null ? [] : [`frame [${path}]: not wholly read: ${why}`],
  );
  const pairs: Pair[] = [];
  const left = grouped(seen, signatureOfTheirs);
  for (const frame of frames) {
    for (const ours of frame.controls) {
      const theirs = left.get(signatureOfOurs(ours, frame))?.shift();
      if (theirs === undefined) mismatches.push(`invented: ${signatureOfOurs(ours, frame)} as ${ours.type}`);
      else pairs.push({ ours, theirs });
    }
  }
  for (const missing of [...left.values()].flat()) {
    const { why, ax } = missing;
    if (why === 'perhaps') continue;
    mismatches.push(
      `missing: ${signatureOfTheirs(missing)} (${why}, role ${ax?.role ?? '-'}, "${ax?.label ?? ''}")`,
    );
  }
  for (const pair of pairs) {
    const { ours, theirs } = pair;
    const where = `${signatureOfTheirs(theirs)} ${ours.type} "${theirs.ax?.label ?? ours.label}"`;
    for (const [what, mine, other] of differences(pair))
      mismatches.push(`${what}: ${where}: ours ${JSON.stringify(mine)}, theirs ${JSON.stringify(other)}`);
  }
  const withName = pairs.filter(({ theirs }) => theirs.ax !== null).length;
  return { mismatches, compared: pairs.length, withName };
}

/** Where a control stands and what it is called in the page: enough to find it again, in document order. */
function signatureOfOurs({ tag, id, name, shadow }: Control, { path }: Frame): string {
  return signature(path.join('.'), shadow, tag, id, name);
}

function signatureOfTheirs({ frame, shadow, tag, id, attributes }: Seen): string {
  return signature(frame, shadow, tag, id, attributes.name ?? '');
}

function signature(frame: string, shadow: string[], tag: string, id: string, name: string): string {
  const inside = [frame === '' ? '' : `frame ${frame}`, ...shadow]
    .filter((part) => part !== '')
    .map((p) => `${p} > `);
  return `${inside.join('')}${tag}${id === '' ? '' : `#${id}`}${name === '' ? '' : `[name=${name}]`}`;
}

function grouped(seen: Seen[], by: (one: Seen) => string): Map<string, Seen[]> {
  const groups = new Map<string, Seen[]>();
  for (const one of seen) groups.set(by(one), [...(groups.get(by(one)) ?? []), one]);
  return groups;
}

// ---- one pair -------------------------------------------------------------------------------------

type Difference = [what: string, ours: unknown, theirs: unknown];

function differences(pair: Pair): Difference[] {
  return [...labels(pair), ...values(pair), ...states(pair)].filter(
    ([, ours, theirs]) => JSON.stringify(ours) !== JSON.stringify(theirs),
  );
}

function labels({ ours, theirs }: Pair): Difference[] {
  if (theirs.ax === null || ours.label === '***') return [];
  return [['label', folded(ours.label), folded(theirs.ax.label).slice(0, 200).trim()]];
}

function values({ ours, theirs }: Pair): Difference[] {
  if (ours.redacted) {
    const length = (theirs.value ?? theirs.ax?.value ?? '').length;
    const unknown = theirs.why === 'form-associated' && ours.length === undefined;
    return [
      ['value of a secret', ours.value, null],
      ['length of a secret', ours.length, unknown ? undefined : length],
    ];
  }
  if (theirs.why === 'form-associated') {
    if ((ours.value === null && ours.partial) || theirs.value === null) return [];
    return [['value', ours.value, theirs.value]];
  }
  if (theirs.selected !== null) return [['selected', ours.selected, theirs.selected]];
  if (theirs.attributes.type === 'file' && theirs.tag === 'input')
    return [['file', ours.files?.[0]?.name ?? '', (theirs.value ?? '').replace('C:\\fakepath\\', '')]];
  if (theirs.tag === 'button') return [['value', ours.value, theirs.attributes.value ?? '']];
  if (theirs.value !== null) return [['value', ours.value, theirs.value]];
  if (theirs.ax === null || ours.checked !== null) return [];
  const [text, label] = [bare(theirs.ax.value), bare(theirs.ax.label)];
  const mine = bare(ours.value ?? '');
  const within = theirs.why === 'role' && text === label + mine;
  return [['text', mine, within ? mine : text]];
}

function states({ ours, theirs }: Pair): Difference[] {
  const { ax, checked } = theirs;
  const native: Difference[] =
    checked === null ? [] : [['ticked', ours.checked === 'mixed' ? checked : ours.checked, checked]];
  if (ax === null) return native;
  const { state } = ax;
  const tick = state.checked === 'mixed' ? 'mixed' : state.checked === 'true' || state.checked === true;
  const told: Difference[] =
    state.checked === undefined || (ours.checked === null && ours.partial)
      ? []
      : [['checked', ours.checked, tick]];
  const invalid = state.invalid !== undefined && state.invalid !== 'false';
  const judged = ours.valid !== null && theirs.attributes['aria-invalid'] === undefined;
  return [
    ...native,
    ...told,
    ['disabled', ours.disabled, state.disabled === true],
    ['required', ours.required, state.required === true || theirs.attributes.required !== undefined],
    ...(state.readonly === undefined
      ? []
      : ([['readonly', ours.readonly, state.readonly]] satisfies Difference[])),
    ...(judged ? ([['valid', ours.valid, !invalid]] satisfies Difference[]) : []),
  ];
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/ \*/g, '*').trim();
}

function bare(text: string): string {
  return text.replace(/[\s\u200b\ufeff]+/g, '');
}
