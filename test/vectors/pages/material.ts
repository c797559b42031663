import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: 'md-filled-button >> button',
  controls: 28,
  async work(hand) {
    await hand.fill('md-filled-text-field >> input', 'Acme tools');
    await hand.fill('md-outlined-text-field[name=about] >> textarea', 'First line\nsecond line');
    await hand.fill('md-outlined-text-field[name=code] >> input', 'hunter2!');
    await hand.click('md-checkbox[name=terms]');
    await hand.click('md-switch');
    await hand.click('#paid');
    await hand.click('md-slider[name=seats] >> input');
    await hand.press('ArrowRight');
    await hand.click('md-filled-select');
    await hand.until('md-filled-select', 'el.open');
    await hand.click('md-select-option[value=de]');
    await hand.until('md-filled-select', `el.value === 'de' && !el.open`);
  },
  expects({ all }) {
    expect(all.map(({ value }) => value)).toEqual(
      expect.arrayContaining(['Acme tools', 'First line\nsecond line', '6']),
    );
    expect(all.filter(({ tag, redacted }) => tag === 'input' && redacted)).toMatchObject([
      { type: 'password', length: 8 },
    ]);
  },
} satisfies Vector;
