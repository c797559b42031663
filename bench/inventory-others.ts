/** What the inventory is measured against: the bare protocol, and the script that people write with Playwright. */
import { chromium, type Frame, type Locator } from 'playwright';
import { WebSocket } from 'ws';

const CONTROLS =
  'input, textarea, select, button, [contenteditable], [role=checkbox], [role=switch], [role=radio], [role=slider], [role=textbox], [role=combobox], [role=listbox]';

/** Runs in the page, for all: every fact that the inventory lists of a control, by the shortest way to it. */
function readAll(elements: Element[]) {
  const found = [];
  const forms = [...document.forms];
  for (const element of elements) {
    const control = element as HTMLInputElement;
    const options = [...((element as unknown as HTMLSelectElement).options ?? [])];
    const { width, height } = control.getBoundingClientRect();
    found.push({
      form: control.form == null ? null : forms.indexOf(control.form),
      tag: control.localName,
      type: control.type,
      name: control.name,
      id: control.id,
      label: control.labels?.[0]?.textContent ?? control.getAttribute('aria-label') ?? control.placeholder,
      value: control.value,
      defaultValue: control.defaultValue,
      dirty:
        control.checked !== control.defaultChecked ||
        options.some((option) => option.selected !== option.defaultSelected) ||
        (control.defaultValue !== undefined && control.value !== control.defaultValue),
      checked: control.indeterminate ? 'mixed' : control.checked,
      selected: options.filter((option) => option.selected).map((option) => option.value),
      files: [...(control.files ?? [])].map(({ name, size }) => ({ name, size })),
      disabled: control.matches(':disabled'),
      readonly: control.readOnly,
      required: control.required,
      valid: control.validity?.valid,
      visible:
        width > 0 &&
        height > 0 &&
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      submits: control.type === 'submit',
      edited: control.matches(':user-valid, :user-invalid'),
    });
  }
  return JSON.stringify(found);
}

/** Runs in the page: the controls, those in open shadow roots, and what acts as a submit without being one. */
function findAll(controls: string) {
  const names = /^(submit|send|publish|post|save|pay|order|buy|confirm|create|sign up)\b/i;
  const found: Element[] = [];
  const look = (root: Document | ShadowRoot) => {
    found.push(...root.querySelectorAll(controls));
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) look(element.shadowRoot);
      if (element.childElementCount > 0 || element.matches(controls)) continue;
      const text = element.textContent ?? '';
      if (text.length <= 40 && names.test(text) && getComputedStyle(element).cursor === 'pointer')
        found.push(element);
    }
  };
  look(document);
  return found;
}

/** Runs in the page: what it still tells of its own requests. */
function readPast() {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ];
  return entries.map((entry) => entry.toJSON());
}

const READ_PAGE = `(${readPast})(), (${readAll})((${findAll})(${JSON.stringify(CONTROLS)}))`;

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}

/** The same calls and the same facts, everything at once, nothing checked, nothing judged. Gives the number of controls. */
export async function readFloor(endpoint: string): Promise<number> {
  const version = (await (await fetch(`${endpoint}/json/version`)).json()) as {
    webSocketDebuggerUrl: string;
  };
  const socket = new WebSocket(version.webSocketDebuggerUrl, {
    perMessageDeflate: false,
    maxPayload: 2 ** 28,
  });
  await new Promise((open) => socket.once('open', open));
  const waiting = new Map<number, (result: never) => void>();
  socket.on('message', (data) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result as never);
  });
  let last = 0;
  const send = <T>(method: string, params: object, sessionId?: string): Promise<T> =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    });

  const { targetInfos } = await send<{ targetInfos: { type: string; targetId: string }[] }>(
    'Target.getTargets',
    {},
  );
  const counts = await Promise.all(
    targetInfos.filter(({ type }) => type === 'page').map(({ targetId }) => readTab(send, targetId)),
  );
  socket.close();
  return counts.reduce((sum, count) => sum + count, 0);
}

async function readTab(
  send: <T>(method: string, params: object, sessionId?: string) => Promise<T>,
  targetId: string,
): Promise<number> {
  const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
    targetId,
    flatten: true,
  });
  // What else the inventory tells of a tab: its history, what its log replays, whether there are closed shadow roots.
  const [{ frameTree }] = await Promise.all([
    send<{ frameTree: FrameTree }>('Page.getFrameTree', {}, sessionId),
    send('Page.getNavigationHistory', {}, sessionId),
    send('Log.enable', {}, sessionId),
    send('Console.enable', {}, sessionId),
    send('DOM.enable', {}, sessionId),
    send('DOM.performSearch', { query: '<' }, sessionId),
  ]);
  const counts = await Promise.all(
    flatten(frameTree).map(async (frameId) => {
      const world = { frameId, worldName: 'floor' };
      const { executionContextId: contextId } = await send<{ executionContextId: number }>(
        'Page.createIsolatedWorld',
        world,
        sessionId,
      );
      const asked = { expression: READ_PAGE, contextId, returnByValue: true };
      const { result } = await send<{ result: { value: string } }>('Runtime.evaluate', asked, sessionId);
      return (JSON.parse(result.value) as unknown[]).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function flatten(tree: FrameTree): string[] {
  return [tree.frame.id, ...(tree.childFrames ?? []).flatMap(flatten)];
}

/** What people write with Playwright: controls asked one by one, all of a frame's at once, or all that the floor reads. */
export type Script = 'plain' | 'locators' | 'evaluate';

/** One tab after the other, the first `most` of them. Gives the number of controls. */
export async function readWithPlaywright(endpoint: string, script: Script, most?: number): Promise<number> {
  const browser = await chromium.connectOverCDP(endpoint);
  let count = 0;
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages.slice(0, most)) {
    await page.title();
    for (const frame of page.frames()) count += await scripts[script](frame);
  }
  await browser.close();
  return count;
}

const scripts: Record<Script, (frame: Frame) => Promise<number>> = {
  async plain(frame) {
    const controls = await frame.locator(CONTROLS).all();
    for (const control of controls) await readOne(control);
    return controls.length;
  },
  async locators(frame) {
    return (JSON.parse(await frame.locator(CONTROLS).evaluateAll(readAll)) as unknown[]).length;
  },
  async evaluate(frame) {
    return (JSON.parse(await frame.evaluate<string>(READ_PAGE)) as unknown[]).length;
  },
};

async function readOne(control: Locator): Promise<unknown> {
  const [name, type] = [await control.getAttribute('name'), await control.getAttribute('type')];
  const ticked = type === 'checkbox' || type === 'radio';
  const value = ticked ? await control.isChecked() : await control.inputValue().catch(() => null);
  return { name, type, value, visible: await control.isVisible(), disabled: await control.isDisabled() };
}
