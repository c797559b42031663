/**
 * A second reading of a tab, by methods that share nothing with the inventory's own: the browser's accessibility tree
 * (role, label, state), its DOM snapshot (values, choices) and its registry of custom elements. No script of ours reads a
 * control's properties.
 */
import type { Protocol } from 'devtools-protocol';
import type { Session } from '../../src/inventory/cdp.js';

/** One element that is a control by at least one of these methods. */
export interface Seen {
  frame: string;
  shadow: string[];
  tag: string;
  id: string;
  attributes: Record<string, string>;
  /** By the accessibility tree; null where it leaves the element out (hidden, inert). */
  ax: { role: string; label: string; value: string; state: Record<string, unknown> } | null;
  /** By the DOM snapshot; null for what is no native field. */
  value: string | null;
  /** null for what cannot be checked. */
  checked: boolean | null;
  /** Values of a list's chosen options. */
  selected: string[] | null;
  /** `perhaps`: it may be listed, and need not be. */
  why: 'native' | 'role' | 'editable' | 'form-associated' | 'perhaps';
}

export const ROLES = [
  ...['textbox', 'searchbox', 'combobox', 'checkbox', 'switch', 'radio', 'slider', 'spinbutton', 'listbox'],
  ...['menuitemcheckbox', 'menuitemradio'],
];
const NATIVE = ['input', 'textarea', 'select', 'button'];

type Node = Protocol.DOM.Node;
type AxNode = Protocol.Accessibility.AXNode;

/** Every element in document order of its frame, with what is known of it. */
interface Element extends Omit<Seen, 'why'> {
  parent: Element | null;
  editable: boolean;
}

/** What the DOM snapshot holds, by node. It gives the flat tree, so where things stand is asked of the DOM. */
interface Values {
  fields: Map<number, string>;
  checked: Set<number>;
  chosen: Set<number>;
}

export async function readAgain(session: Session): Promise<Seen[]> {
  await session.ask('DOM.enable', {});
  const { root } = await session.ask('DOM.getDocument', { depth: -1, pierce: true });
  const values = valuesIn(await session.ask('DOMSnapshot.captureSnapshot', { computedStyles: [] }));
  const { frameTree } = await session.ask('Page.getFrameTree');
  const elements: Element[] = [];
  const open: { document: Node; frameId: string; path: string }[] = [
    { document: root, frameId: frameTree.frame.id, path: '' },
  ];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    const { nodes } = await session.ask('Accessibility.getFullAXTree', { frameId: at.frameId });
    const byNode = new Map(nodes.map((node) => [node.backendDOMNodeId ?? -1, node]));
    const inner: { document: Node; frameId: string }[] = [];
    walk(at.document, { parent: null, shadow: [], frame: at.path, byNode, values, elements, inner });
    const { path } = at;
    open.push(...inner.map((frame, i) => ({ ...frame, path: path === '' ? `${i}` : `${path}.${i}` })));
  }
  const custom = await customElements(session);
  return elements.flatMap((element) => asControl(element, custom));
}

function asControl({ parent, editable, ...seen }: Element, custom: Custom): Seen[] {
  if (NATIVE.includes(seen.tag)) return [{ ...seen, why: 'native' }];
  if (editable && !parent?.editable) return [{ ...seen, why: 'editable' }];
  if (seen.ax !== null && ROLES.includes(seen.ax.role)) return [{ ...seen, why: 'role' }];
  if (custom.tags.includes(seen.tag)) {
    const value = custom.sent[seen.attributes.name ?? ''] ?? null;
    return [{ ...seen, value, why: 'form-associated' }];
  }
  const hidden = seen.ax === null && ROLES.includes(seen.attributes.role ?? '');
  return hidden || seen.ax?.role === 'button' || seen.tag === 'a' ? [{ ...seen, why: 'perhaps' }] : [];
}

interface Walk {
  parent: Element | null;
  shadow: string[];
  frame: string;
  byNode: Map<number, AxNode>;
  values: Values;
  elements: Element[];
  inner: { document: Node; frameId: string }[];
}

/** Shadow roots before children, as the inventory walks. The browser's own inside of a field is no part of the page. */
function walk(node: Node, at: Walk): void {
  const { localName: tag } = node;
  const element = node.nodeType === 1 ? elementOf(node, at) : at.parent;
  if (node.nodeType === 1 && element !== null) at.elements.push(element);
  if (node.contentDocument !== undefined)
    at.inner.push({ document: node.contentDocument, frameId: node.frameId ?? '' });
  for (const root of node.shadowRoots ?? []) {
    if (root.shadowRootType !== 'user-agent')
      walk(root, { ...at, parent: element, shadow: [...at.shadow, tag] });
  }
  for (const child of node.children ?? []) walk(child, { ...at, parent: element });
}

function elementOf(node: Node, { parent, shadow, frame, byNode, values }: Walk): Element {
  const { localName: tag, backendNodeId } = node;
  const attributes = pairs(node.attributes ?? []);
  const ax = byNode.get(backendNodeId);
  const toggle = tag === 'input' && ['checkbox', 'radio'].includes((attributes.type ?? '').toLowerCase());
  return {
    frame,
    shadow,
    tag,
    id: attributes.id ?? '',
    attributes,
    ax: ax === undefined || ax.ignored ? null : axOf(ax),
    value: values.fields.get(backendNodeId) ?? null,
    checked: toggle ? values.checked.has(backendNodeId) : null,
    selected: tag === 'select' ? chosenIn(node, values.chosen) : null,
    // The tree says it of everything inside too: only what has no such parent is the host.
    editable: stateOf(ax).editable === 'richtext' || (ax?.ignored === true && parent?.editable === true),
    parent,
  };
}

function valuesIn({ documents, strings }: Protocol.DOMSnapshot.CaptureSnapshotResponse): Values {
  const values: Values = { fields: new Map(), checked: new Set(), chosen: new Set() };
  for (const { nodes } of documents) {
    const id = (index: number) => nodes.backendNodeId?.[index] ?? -1;
    for (const rare of [nodes.inputValue, nodes.textValue])
      for (const [i, node] of (rare?.index ?? []).entries())
        values.fields.set(id(node), strings[rare?.value[i] ?? -1] ?? '');
    for (const node of nodes.inputChecked?.index ?? []) values.checked.add(id(node));
    for (const node of nodes.optionSelected?.index ?? []) values.chosen.add(id(node));
  }
  return values;
}

/** An option without a `value` is worth its text. */
function chosenIn(node: Node, chosen: Set<number>): string[] {
  return (node.children ?? []).flatMap((child) => {
    if (child.localName !== 'option') return chosenIn(child, chosen);
    if (!chosen.has(child.backendNodeId)) return [];
    return [pairs(child.attributes ?? []).value ?? textIn(child).replace(/\s+/g, ' ').trim()];
  });
}

function textIn(node: Node): string {
  return node.nodeType === 3 ? node.nodeValue : (node.children ?? []).map(textIn).join('');
}

function axOf(node: AxNode): Seen['ax'] {
  const said = (value: Protocol.Accessibility.AXValue | undefined) => String(value?.value ?? '');
  return { role: said(node.role), label: said(node.name), value: said(node.value), state: stateOf(node) };
}

function stateOf(node: AxNode | undefined): Record<string, unknown> {
  return Object.fromEntries((node?.properties ?? []).map(({ name, value }) => [name, value.value]));
}

/** Whether a custom element takes part in forms only its class knows, and what it sends only `FormData`. */
interface Custom {
  tags: string[];
  /** By name; names that are sent more than once are left out. */
  sent: Record<string, string>;
}

/** A form's `FormData` fires an event: after the inventory, and never in it. */
async function customElements(session: Session): Promise<Custom> {
  const { result } = await session.ask('Runtime.evaluate', {
    expression: `(() => {
      const tags = new Set(), sent = {};
      const look = (root) => { for (const el of root.querySelectorAll('*')) {
        if (el.localName.includes('-') && customElements.get(el.localName)?.formAssociated) tags.add(el.localName);
        if (el.shadowRoot) look(el.shadowRoot);
      } };
      look(document);
      for (const form of document.forms) {
        const data = new FormData(form);
        for (const [name, value] of data)
          if (data.getAll(name).length === 1 && typeof value === 'string') sent[name] = value.replaceAll('\\r\\n', '\\n');
      }
      return { tags: [...tags], sent };
    })()`,
    returnByValue: true,
  });
  return result.value as Custom;
}

function pairs(flat: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) found[flat[i] ?? ''] = flat[i + 1] ?? '';
  return found;
}
