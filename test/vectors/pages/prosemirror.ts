import { expect } from '@playwright/test';
import type { Vector } from '../page.js';

export default {
  ready: '.ProseMirror-menubar',
  controls: 13,
  async work(hand) {
    await hand.fill('input', 'My article');
    await hand.fill('.ProseMirror', '# A heading\nFirst paragraph\nsecond one');
    await hand.until('.ProseMirror h1', `el.textContent === 'A heading'`);
  },
  expects({ all }) {
    const [editor] = all.filter(({ type }) => type === 'contenteditable');
    expect(editor).toMatchObject({ dirty: true, partial: false });
    expect(editor?.value?.split(/\n+/)).toEqual(['A heading', 'First paragraph', 'second one']);
  },
} satisfies Vector;
