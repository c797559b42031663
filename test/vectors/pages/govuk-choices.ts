import { expect } from '@playwright/test';
import { examples } from '../govuk.js';
import type { Vector } from '../page.js';

export default {
  html: () => examples('checkboxes', 'radios', 'select', 'fieldset', 'feedback'),
  ready: 'select-default >> select',
  controls: 250,
  async work(hand) {
    await hand.click('checkboxes-default >> input');
    await hand.click('radios-default >> input');
    await hand.click('select-default >> select');
    await hand.press('ArrowUp');
    await hand.press('Enter');
  },
  expects({ all }) {
    const at = (host: string) => all.find(({ shadow }) => shadow[0] === host);
    expect(at('checkboxes-default')).toMatchObject({ checked: true, dirty: true });
    expect(at('radios-default')).toMatchObject({ checked: true, dirty: true });
    expect(at('select-default')).toMatchObject({ dirty: true });
  },
} satisfies Vector;
