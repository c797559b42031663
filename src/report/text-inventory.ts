/** What `reconcile inventory` found: every tab, and in it what somebody typed. */
import type { BrowserInventory, Control, Tab } from '../inventory/inventory.js';
import { count, type Line, wrap } from './lines.js';
import { TABS } from './sentences.js';

export function inventoryText({ contexts, tabs }: BrowserInventory): Line[] {
  const headline = `${count(tabs.length, 'tab')} in ${count(contexts.length, 'context')}`;
  const unread = tabs.filter(({ status }) => status !== 'ok').length;
  return [
    { text: unread === 0 ? headline : `${headline}, ${unread} not fully readable`, colour: 'bold' },
    ...tabs.flatMap(tabLines),
  ];
}

function tabLines(tab: Tab): Line[] {
  const why = tab.why === null ? '' : ` (${tab.why})`;
  const typed = tab.frames.flatMap(({ controls }) => controls).filter(({ dirty }) => dirty);
  return [
    '',
    { text: tab.title || '(no title)', colour: 'bold' },
    `  ${tab.url}`,
    ...wrap(`${TABS[tab.status]}${why}${tab.incognito ? ', incognito' : ''}`, '  '),
    ...typed.flatMap((control) => wrap(`${nameOf(control)}: ${typedText(control)}`, '    ')),
    ...(tab.screenshot === null ? [] : [`  ${tab.screenshot}`]),
  ];
}

export function nameOf({ name, label, id, type, tag }: Control): string {
  return name || label || id || type || tag;
}

/** What stands in a control now, as one line. */
export function typedText(control: Control): string {
  if (control.redacted)
    return `(kept secret${control.length === undefined ? '' : `, ${control.length} long`})`;
  if (control.files !== null)
    return control.files.map(({ name, size }) => `${name} (${count(size, 'byte')})`).join(', ');
  if (control.checked !== null)
    return control.checked === 'mixed' ? 'mixed' : control.checked ? 'checked' : 'unchecked';
  const value = control.selected?.join(', ') ?? control.value ?? '';
  return control.partial ? `${value} …` : value;
}
