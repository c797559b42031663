import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

/** Left in the second of two steps, half filled. The first step's fields are in the page no more. */
export default {
  ready: '#name',
  controls: 9,
  async work(hand) {
    await hand.fill('#name', 'Acme');
    await hand.fill('input[type=email]', 'me@acme.example');
    await hand.click('section > button');
    await hand.click('input[value=paid]');
    await hand.fill('input[type=number]', '12');
    await hand.fill('textarea', 'Half of a');
    await hand.click('input[type=checkbox]');
    await hand.click('select');
    await hand.press('ArrowDown');
    await hand.press('Enter');
    await hand.until('select', `el.value === 'at'`);
  },
  expects({ frames, all, one }) {
    expect(frames[0]?.forms).toHaveLength(1);
    expect(all.some(({ name }) => name === 'name' || name === 'mail')).toBe(false);
    expect(one('seats')).toMatchObject({ value: '12', dirty: true, form: 0 });
    expect(one('about')).toMatchObject({ value: 'Half of a', dirty: true });
    expect(one('country')).toMatchObject({ value: 'at', dirty: true });
    expect(one('notify')).toMatchObject({ checked: false, type: 'checkbox' });
    expect(one('Publish')).toMatchObject({ submits: true, form: 0 });
    expect(one('Back')).toMatchObject({ submits: false, form: 0 });
  },
} satisfies Vector;
