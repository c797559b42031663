/**
 * Text of what is edited without being a field. Runs inside the page: rules in `in-page.ts`.
 *
 * An editor for code draws only the lines in sight and recycles them; what it holds is known to its own code alone. Its
 * text is then `partial`, and so never offered as the whole draft. Seen by: a gap or folded lines (CodeMirror 6); a
 * hidden field that only catches keys, with the drawn lines beside it (CodeMirror 5, Monaco, Ace); rows placed one by
 * one, or fewer than the list says it has; an `EditContext` under a picture of the text, which need not hold all of it.
 */
import type { ControlState } from './in-page-value.js';

/** Null for a plain `textarea`. */
export function editorState(element: HTMLElement): ControlState | null {
  const rest = { defaultValue: null, checked: null, selected: null, files: null };
  const catcher = element.closest('.CodeMirror, .monaco-editor, .ace_editor');
  if (catcher !== null) {
    const value = linesOf(catcher);
    return { ...rest, value, dirty: value.trim() !== '', partial: true };
  }
  if (element instanceof HTMLTextAreaElement) return null;
  // biome-ignore lint/performance/useDomNodeTextContent: lines matter in a draft, and textContent runs them together
  const value = element.innerText.replace(/\ufeff/g, '');
  const unseen = value.trim() === '' ? contextText(element) : null;
  if (unseen !== null) return { ...rest, value: unseen, dirty: unseen.trim() !== '', partial: true };
  // An editor that was emptied keeps a line break, or what stands where text will be.
  return { ...rest, value, dirty: value.trim() !== '', partial: isRecycled(element) };
}

/** What an element that draws its text by itself tells the keyboard of it; null for one that does not. */
export function contextText(element: HTMLElement): string | null {
  const get = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'editContext')?.get;
  return (get?.call(element) as { text: string } | null | undefined)?.text ?? null;
}

/** The lines that are drawn, from the top down: they are recycled in any order. */
export function linesOf(editor: Element): string {
  const lines = Array.from(editor.querySelectorAll('.CodeMirror-line, .view-line, .ace_line'));
  const at = lines.map((line) => ({ top: line.getBoundingClientRect().top, text: line.textContent ?? '' }));
  const text = at.sort((a, b) => a.top - b.top).map((line) => line.text);
  return text
    .join('\n')
    .replace(/\u00a0/g, ' ')
    .replace(/\u200b/g, '');
}

export function isRecycled(element: Element): boolean {
  if (element.querySelector('.cm-gap, .cm-foldPlaceholder') !== null) return true;
  const rows = Number(element.getAttribute('aria-rowcount') ?? element.getAttribute('aria-setsize') ?? 0);
  if (rows === -1 || rows > element.querySelectorAll('[role=row], [role=option], [role=listitem]').length)
    return true;
  const placed =
    '[style*="position: absolute"][style*="top:"], [style*="position: absolute"][style*="translate"]';
  return element.querySelectorAll(placed).length > 1;
}
