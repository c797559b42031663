import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: 'iframe >> body[contenteditable=true]',
  controls: 19,
  async work(hand) {
    await hand.fill('input', 'My article');
    await hand.click('iframe >> body');
    await hand.type('Typed into the frame\nand a second line');
    await hand.until('iframe >> body > :nth-child(2)', `el.textContent === 'and a second line'`);
  },
  expects({ frames, one }) {
    // What the form would send is still empty: the editor writes it there on submit.
    expect(one('body')).toMatchObject({ tag: 'textarea', value: '', dirty: false, visible: false });
    expect(frames[1]?.controls).toMatchObject([
      { tag: 'body', type: 'contenteditable', dirty: true, partial: false },
    ]);
    expect(frames[1]?.controls[0]?.value?.split(/\n+/)).toEqual([
      'Typed into the frame',
      'and a second line',
    ]);
  },
} satisfies Vector;
