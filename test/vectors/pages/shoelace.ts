import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: 'sl-color-picker >> sl-dropdown',
  controls: 18,
  async work(hand) {
    await hand.fill('sl-input[name=title] >> input', 'Acme tools');
    await hand.fill('sl-input[name=secret] >> input', 'hunter2!');
    await hand.fill('sl-textarea >> textarea', 'First line\nsecond line');
    await hand.click('sl-select >> .select__combobox');
    await hand.until('sl-select', 'el.open');
    await hand.click('sl-option[value=de]');
    await hand.until('sl-select', `el.value === 'de'`);
    await hand.click('sl-radio[value=paid]');
    await hand.click('sl-checkbox[name=terms]');
    await hand.click('sl-switch');
    await hand.click('sl-range >> input');
    await hand.press('ArrowRight');
    await hand.until('sl-switch', 'el.checked');
  },
  expects({ all }) {
    expect(all.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Acme tools', 'First line\nsecond line', 'Germany']),
    );
    expect(all.filter(({ redacted }) => redacted)).toMatchObject([{ type: 'password', length: 8 }]);
  },
} satisfies Vector;
