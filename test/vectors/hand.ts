/** A worker's hand: real keys, real mouse, through the same protocol that drivers use. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DrivenTab } from '../support/browser.js';

const KEYS: Record<string, { code: string; vk: number; text?: string }> = {
  Enter: { code: 'Enter', vk: 13, text: '\r' },
  Tab: { code: 'Tab', vk: 9 },
  Escape: { code: 'Escape', vk: 27 },
  Backspace: { code: 'Backspace', vk: 8 },
  ArrowDown: { code: 'ArrowDown', vk: 40 },
  ArrowUp: { code: 'ArrowUp', vk: 38 },
  ArrowRight: { code: 'ArrowRight', vk: 39 },
  End: { code: 'End', vk: 35 },
  ' ': { code: 'Space', vk: 32, text: ' ' },
};

const PATIENCE_MS = 10_000;

/** `a >> b`: `b` inside `a`'s shadow root, document or subtree. */
function find(place: string): string {
  const steps = JSON.stringify(place.split('>>').map((step) => step.trim()));
  return `(() => {
    let at = document, x = 0, y = 0;
    for (const step of ${steps}) {
      if (at.contentDocument) { const r = at.getBoundingClientRect(); x += r.x + at.clientLeft; y += r.y + at.clientTop; }
      at = (at.contentDocument ?? at.shadowRoot ?? at).querySelector(step);
      if (at === null) return null;
    }
    return { at, x, y };
  })()`;
}

export class Hand {
  constructor(readonly tab: DrivenTab) {}

  /** Waits until the element is there and stands still, then clicks its middle. */
  async click(place: string): Promise<void> {
    const { x, y } = await this.#settled(place);
    const at = { x, y, button: 'left', clickCount: 1 } as const;
    await this.tab.session.ask('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await this.tab.session.ask('Input.dispatchMouseEvent', { type: 'mousePressed', ...at });
    await this.tab.session.ask('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at });
  }

  async fill(place: string, text: string): Promise<void> {
    await this.click(place);
    await this.type(text);
  }

  /** Key by key: editors that listen to keys see them. `\n` is Enter. */
  async type(text: string): Promise<void> {
    for (const char of text) await (char === '\n' ? this.press('Enter') : this.#char(char));
  }

  /** All at once, as a paste or a driver's `fill` does it. */
  async insert(text: string): Promise<void> {
    await this.tab.session.ask('Input.insertText', { text });
  }

  async press(key: string): Promise<void> {
    const known = KEYS[key];
    if (known === undefined) throw new Error(`no such key: ${key}`);
    const { code, vk, text } = known;
    const about = { key, code, windowsVirtualKeyCode: vk };
    const down = text === undefined ? { type: 'rawKeyDown' as const } : { type: 'keyDown' as const, text };
    await this.tab.session.ask('Input.dispatchKeyEvent', { ...down, ...about });
    await this.tab.session.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...about });
  }

  /** Until `that` holds for the element, in words of JavaScript: `el.open`. */
  async until(place: string, that: string): Promise<void> {
    const asked = `(() => { const el = ${find(place)}?.at; return el ? !!(${that}) : false })()`;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(20)) {
      if ((await this.tab.evaluate(asked)) === true) return;
    }
    throw new Error(`${place}: ${that} did not come true`);
  }

  async #char(char: string): Promise<void> {
    if (char === ' ') return this.press(' ');
    const letter = /[a-z0-9]/i.test(char);
    const about = {
      key: char,
      ...(letter ? { windowsVirtualKeyCode: char.toUpperCase().charCodeAt(0) } : {}),
    };
    await this.tab.session.ask('Input.dispatchKeyEvent', { type: 'keyDown', text: char, ...about });
    await this.tab.session.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...about });
  }

  async #settled(place: string): Promise<{ x: number; y: number }> {
    let last = '';
    let still = 0;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(30)) {
      const box = (await this.tab.evaluate(`(() => {
        const found = ${find(place)};
        if (found === null) return null;
        found.at.scrollIntoView({ block: 'center', behavior: 'instant' });
        const again = ${find(place)};
        const r = again.at.getBoundingClientRect();
        return r.width > 0 && r.height > 0 ? { x: again.x + r.x + r.width / 2, y: again.y + r.y + r.height / 2 } : null;
      })()`)) as { x: number; y: number } | null;
      still = JSON.stringify(box) === last ? still + 1 : 0;
      if (box !== null && still >= 3) return box;
      last = JSON.stringify(box);
    }
    throw new Error(`${place} did not come up`);
  }
}
