import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: '#long .cm-content',
  controls: 4,
  async work(hand) {
    await hand.fill('input', 'My article');
    await hand.click('#short .cm-line:last-child');
    await hand.type('Typed by the worker');
    await hand.click('#long .cm-line');
    await hand.press('End');
    await hand.type(' and more');
  },
  expects({ one }) {
    expect(one('Notes')).toMatchObject({ type: 'contenteditable', dirty: true, partial: false });
    expect(one('Notes').value).toContain('Typed by the worker');
    // Only the lines on the screen are in the page: never to be offered as the whole text.
    expect(one('Article')).toMatchObject({ dirty: true, partial: true });
    expect(one('Article').value).toContain('and more');
    expect(one('Article').value).not.toContain('line 4000');
  },
} satisfies Vector;
