import { expect } from '@playwright/test';
import { examples } from '../govuk.js';
import type { Vector } from '../page.js';

export default {
  html: () => examples('input', 'textarea', 'character-count', 'date-input', 'password-input'),
  ready: 'password-input-default >> button',
  controls: 200,
  async work(hand) {
    await hand.fill('input-default >> input', 'QQ 12 34 56 C');
    await hand.fill('textarea-default >> textarea', 'Two\nlines');
    await hand.fill('character-count-default >> textarea', 'Counted');
    await hand.fill('date-input-default >> input', '31');
    await hand.fill('password-input-default >> input', 'hunter2!');
    await hand.click('password-input-default >> button');
  },
  expects({ all }) {
    const at = (host: string) => all.find(({ shadow }) => shadow[0] === host);
    expect(at('textarea-default')).toMatchObject({ value: 'Two\nlines', dirty: true });
    expect(at('date-input-default')).toMatchObject({ value: '31', label: 'Day', dirty: true });
    // The button has turned it into plain text by now.
    expect(at('password-input-default')).toMatchObject({ type: 'text', redacted: true, length: 8 });
  },
} satisfies Vector;
