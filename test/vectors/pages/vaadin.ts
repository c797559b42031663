import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: 'vaadin-date-picker input',
  controls: 8,
  async work(hand) {
    await hand.fill('vaadin-text-field[name=title] input', 'Acme tools');
    await hand.fill('vaadin-combo-box input', 'Ger');
    await hand.press('ArrowDown');
    await hand.press('Enter');
    await hand.until('vaadin-combo-box', `el.value === 'Germany'`);
    await hand.click('vaadin-select');
    await hand.until('vaadin-select', 'el.opened');
    await hand.click('vaadin-select-item[value=paid], vaadin-select-list-box > :nth-child(2)');
    await hand.until('vaadin-select', `el.value === 'paid'`);
    await hand.click('vaadin-checkbox[name=terms] input');
    await hand.fill('vaadin-date-picker input', '3/4/2027');
    await hand.until('vaadin-date-picker', 'el.opened');
    // An open calendar hides the rest of the page from the accessibility tree.
    await hand.press('Escape');
    await hand.until('vaadin-date-picker', '!el.opened');
    await hand.until(
      'form',
      `!el.closest('[aria-hidden=true], [inert]') && !el.querySelector(':scope > [aria-hidden=true], :scope > [inert]')`,
    );
    await hand.until(
      'body',
      `!document.querySelector('vaadin-date-picker-overlay[opened], vaadin-date-picker-overlay[closing]')`,
    );
  },
  expects({ all }) {
    expect(all.map(({ value }) => value)).toEqual(expect.arrayContaining(['Acme tools', 'Germany']));
  },
} satisfies Vector;
