/**
 * What `reconcile inventory` found, as a tree: contexts, their tabs, in them what somebody typed and what would send it.
 * What went wrong comes first, then what holds input, then the rest in a line each.
 */
import type { BrowserInventory, Context, Frame, Tab } from '../inventory/inventory.js';
import { count, type Line, type Span, widthOf, wrap } from './lines.js';
import { profileSections, savedTabs } from './profile-facts.js';
import { factsOf, gravestFirst, standingOf } from './tab-facts.js';
import { cut, hasInput, shorten, type Unsent, unsentIn } from './unsent.js';

const WIDTH = 80;
const NAMES = 24;

export function inventoryText({ contexts, tabs, serviceWorkers, profile }: BrowserInventory): Line[] {
  const held = tabs.filter(hasInput).length;
  const unread = tabs.filter(({ status }) => status !== 'ok').length;
  const headline = [
    `${count(tabs.length, 'tab')} in ${count(contexts.length, 'context')}`,
    ...(held > 0 ? [`${held} with input that was not sent`] : []),
    ...(unread > 0 ? [`${unread} not fully readable`] : []),
  ];
  const homeless = tabs.filter(({ contextId }) => !contexts.some((one) => one.contextId === contextId));
  const live = (): Line[] => [
    { text: headline.join(', '), colour: 'bold' },
    ...contexts.flatMap((context) => contextLines(context, tabs, contexts.length > 1)),
    ...branches(homeless),
  ];
  return [
    ...(profile !== null && tabs.every(({ last }) => last !== undefined)
      ? savedLines(tabs, profile)
      : live()),
    ...serviceWorkers.flatMap(({ url }, i) => [
      ...(i === 0 ? [''] : []),
      ...wrap(`service worker ${cut(url, 200)}`),
    ]),
    ...(profile === null ? [] : profileLines(profile)),
  ];
}

function contextLines({ contextId, incognito }: Context, all: Tab[], named: boolean): Line[] {
  const tabs = all.filter((tab) => tab.contextId === contextId);
  const heading = `${incognito ? 'incognito' : 'default'} context, ${count(tabs.length, 'tab')}`;
  return ['', ...(named || incognito ? [heading] : []), ...branches(tabs)];
}

/** Of a dead browser: the tabs that its profile tells of. */
function savedLines(tabs: Tab[], profile: NonNullable<BrowserInventory['profile']>): Line[] {
  const { headline, groups } = savedTabs(tabs, profile);
  return [
    ...coloured(wrap(headline), '', 'bold'),
    ...groups.flatMap(({ title, tabs, more }) => [
      '',
      ...hanging(title, ''),
      ...tabs.flatMap((tab, i) => tabLines(tab, more === null && i === tabs.length - 1)),
      ...(more === null ? [] : [`└─ ${more}`]),
    ]),
  ];
}

function branches(tabs: Tab[]): Line[] {
  const sorted = gravestFirst(tabs);
  return sorted.flatMap((tab, i) => tabLines(tab, i === sorted.length - 1));
}

function tabLines(tab: Tab, last: boolean): Line[] {
  const trunk = last ? '     ' : '│    ';
  const standing = standingOf(tab);
  const colour = tab.status === 'ok' ? 'yellow' : 'red';
  const body: Line[] = [
    ...(standing === null ? [] : coloured(hanging(standing, trunk), trunk, colour)),
    ...tab.frames.flatMap((frame) => frameLines(frame, trunk)),
    ...factsOf(tab).flatMap((fact) => hanging(fact, trunk)),
    ...(tab.screenshot === null ? [] : [`${trunk}picture: ${tab.screenshot}`]),
    ...(tab.screenshotWhy === null ? [] : hanging(`no picture: ${tab.screenshotWhy}`, trunk)),
  ];
  return [...headLines(tab, last ? '└─ ' : '├─ ', trunk, body.length === 0), ...body];
}

/** Title and address; on one line where both fit and nothing else is to be said. */
function headLines({ title, url }: Tab, branch: string, trunk: string, alone: boolean): Line[] {
  const [name, place] = [shorten(title, 200), cut(url, 200) || '(no address)'];
  if (name === '' || title === url || name === place) return [[branch, { text: place, colour: 'bold' }]];
  const head: Span[] = [branch, { text: name, colour: 'bold' }];
  const fits = widthOf(`${branch}${name}  ${place}`) <= WIDTH;
  return alone && fits ? [[...head, '  ', dim(place)]] : [head, [trunk, dim(place)]];
}

function frameLines(frame: Frame, trunk: string): Line[] {
  const { path, url, why, controls } = frame;
  const groups = unsentIn(frame);
  const inner = path.length > 0;
  // That nothing at all could be read in the main frame is what the tab's own status says.
  const unread = why !== null && (inner || controls.length > 0);
  if (groups.length === 0 && !unread) return [];
  const indent = inner ? `${trunk}  ` : trunk;
  return [
    ...(inner ? hanging(`frame ${cut(url, 200)}`, trunk) : []),
    ...(unread ? hanging(`${controls.length > 0 ? 'partly' : 'not'} read: ${why}`, indent) : []),
    ...groups.flatMap((group) => unsentLines(group, indent)),
  ];
}

function unsentLines({ target, valid, typed, missing, sentBy }: Unsent, indent: string): Line[] {
  const heading =
    target === null
      ? 'typed outside of any form'
      : `form ${target}${valid === false ? ', not valid yet' : ''}`;
  const width = Math.min(NAMES, Math.max(...typed.map(({ name }) => widthOf(name))));
  return [
    ...hanging(heading, indent),
    ...typed.flatMap((field) => fieldLines(field, `${indent}  `, width)),
    ...(missing.length > 0 ? hanging(`still empty, but required: ${missing.join(', ')}`, `${indent}  `) : []),
    ...(sentBy.length > 0
      ? hanging(`would be sent by: ${sentBy.map((label) => `[${label}]`).join(' ')}`, `${indent}  `)
      : []),
  ];
}

function fieldLines({ name, value }: Unsent['typed'][number], indent: string, width: number): Line[] {
  const room = width - widthOf(name);
  const beside = `${indent}${' '.repeat(width + 2)}`;
  const [first = '', ...rest] = wrap(value, beside);
  const text = first.slice(beside.length);
  const head: Span[] = [indent, { text: name, colour: 'cyan' }];
  return room >= 0 ? [[...head, `${' '.repeat(room + 2)}${text}`], ...rest] : [head, first, ...rest];
}

function profileLines(profile: NonNullable<BrowserInventory['profile']>): Line[] {
  return [
    '',
    { text: `profile ${profile.path}`, colour: 'bold' },
    ...profileSections(profile).flatMap(({ title, lines }) => [
      `  ${title}`,
      ...lines.flatMap((line) => hanging(line, '    ')),
    ]),
  ];
}

/** Wrapped, with what follows the first line further in. */
function hanging(text: string, indent: string): string[] {
  const [first = '', ...rest] = wrap(text, `${indent}  `);
  return [`${indent}${first.slice(indent.length + 2)}`, ...rest];
}

function coloured(lines: string[], trunk: string, colour: 'bold' | 'red' | 'yellow'): Line[] {
  return lines.map((line) => [trunk, { text: line.slice(trunk.length), colour }]);
}

function dim(text: string): Span {
  return { text, colour: 'dim' };
}
