/**
 * What `reconcile inventory` found, as a tree: contexts, their tabs, in them what somebody typed and what would send it.
 * What went wrong comes first, then what holds input, then the rest in a line each.
 */
import type { BrowserInventory, Context, Frame, Tab } from '../inventory/inventory.js';
import { type FormInput, HELD, inputsIn } from './frame-inputs.js';
import { count, type Line, type Span, widthOf } from './lines.js';
import { profileSections, savedTabs } from './profile-facts.js';
import { factsOf, gravestFirst, standingOf, unreadIn } from './tab-facts.js';
import { coloured, dim, field, fit, fitAddress, hanging, WIDTH, wrapped } from './tree.js';
import { cut, inputText, shorten } from './unsent.js';

const NAMES = 24;

export function inventoryText({ contexts, tabs, serviceWorkers, profile }: BrowserInventory): Line[] {
  const typed = inputText(tabs, profile?.submitted);
  const unread = tabs.filter(({ status }) => status !== 'ok').length;
  const headline = [
    `${count(tabs.length, 'tab')} in ${count(contexts.length, 'context')}`,
    ...(typed === null ? [] : [typed]),
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
      ...wrapped(`service worker ${cut(url, 200)}`),
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
    ...coloured(wrapped(headline), '', 'bold'),
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
    ...tab.frames.flatMap((frame) => frameLines(frame, tab, trunk)),
    ...factsOf(tab).flatMap((fact) => hanging(fact, trunk)),
    ...(tab.screenshot === null ? [] : [`${trunk}picture: ${tab.screenshot}`]),
    ...(tab.screenshotWhy === null ? [] : hanging(`no picture: ${tab.screenshotWhy}`, trunk)),
  ];
  return [...headLines(tab, last ? '└─ ' : '├─ ', trunk, body.length === 0), ...body];
}

/** Title and address; on one line where both fit and nothing else is to be said. */
function headLines({ title, url }: Tab, branch: string, trunk: string, alone: boolean): Line[] {
  const name = fit(shorten(title, 200), WIDTH - branch.length);
  const place = (indent: string): string => fitAddress(url, WIDTH - indent.length) || '(no address)';
  if (name === '' || title === url) return [[branch, { text: place(branch), colour: 'bold' }]];
  const head: Span[] = [branch, { text: name, colour: 'bold' }];
  const fits = widthOf(`${branch}${name}  ${place(trunk)}`) <= WIDTH;
  return alone && fits ? [[...head, '  ', dim(place(trunk))]] : [head, [trunk, dim(place(trunk))]];
}

function frameLines(frame: Frame, tab: Tab, trunk: string): Line[] {
  const inputs = inputsIn(frame);
  const unread = unreadIn(frame, tab);
  if (inputs.length === 0 && unread === null) return [];
  const inner = frame.path.length > 0;
  const indent = inner ? `${trunk}  ` : trunk;
  return [
    ...(inner ? hanging(`frame ${cut(frame.url, 200)}`, trunk) : []),
    ...(unread === null ? [] : hanging(unread, indent)),
    ...inputs.flatMap((input) => inputLines(input, indent)),
  ];
}

function inputLines({ heading, unsent, held, more }: FormInput, indent: string): Line[] {
  const { typed, missing, sentBy } = unsent ?? { typed: [], missing: [], sentBy: [] };
  const inside = `${indent}  `;
  return [
    ...hanging(heading, indent),
    ...fields(typed, inside),
    ...(held.length > 0 ? hanging(`${HELD}:`, inside) : []),
    ...fields(held, `${inside}  `),
    ...(more > 0 ? [`${inside}  and ${more} more`] : []),
    ...(missing.length > 0 ? hanging(`still empty, but required: ${missing.join(', ')}`, inside) : []),
    ...(sentBy.length > 0 ? hanging(`would be sent by: ${sentBy.join(' ')}`, inside) : []),
  ];
}

function fields(all: FormInput['held'], indent: string): Line[] {
  const width = Math.min(NAMES, Math.max(...all.map(({ name }) => widthOf(name))));
  return all.flatMap((one) => field(one, indent, width));
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
