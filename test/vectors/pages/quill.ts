import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: '.ql-editor',
  controls: 10,
  async work(hand) {
    await hand.fill('input', 'My article');
    await hand.click('.ql-editor');
    await hand.type('First paragraph\n');
    await hand.click('.ql-bold');
    await hand.type('in bold');
  },
  expects({ all }) {
    const editors = all.filter(({ type }) => type === 'contenteditable');
    expect(editors).toMatchObject([{ dirty: true, partial: false }]);
    expect(editors[0]?.value?.trim().split(/\n+/)).toEqual(['First paragraph', 'in bold']);
  },
} satisfies Vector;
