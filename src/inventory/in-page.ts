/**
 * What runs inside the page: one reading of every control of a document or of a closed shadow root.
 *
 * Rules of what is sent:
 * - It looks only. Nothing here dispatches an event, changes the tree, focuses or asks a form for its `FormData`
 *   (which fires `formdata`), and nothing calls into the page's own code.
 * - It runs in an isolated world, where the page's overrides of built-ins do not reach. Named elements do reach:
 *   `<form><input name="action">` hides `form.action`. So forms and documents are read through prototypes only.
 * - A secret is judged here (`in-page-judge.ts`), so that its value never leaves the page.
 * - It runs once in each tab, in a hundred tabs at a time, so never warm. The browser's own code is asked for whole
 *   sets (`all`); nothing is asked element by element that a selector can answer for all, and no text is walked.
 * - The functions of `in-page-*.ts` travel by their source: they may use each other and those of `card.ts`, `opaque.ts`,
 *   `rule-out.ts` and `redact.ts`, and no constant of their files. The build makes that source shorter (`src/build.ts`).
 */
import { existsSync, readFileSync } from 'node:fs';
import * as card from './card.js';
import * as beside from './in-page-beside.js';
import * as control from './in-page-control.js';
import * as editor from './in-page-editor.js';
import * as judge from './in-page-judge.js';
import * as label from './in-page-label.js';
import type { Lean } from './in-page-lean.js';
import * as leaning from './in-page-lean.js';
import * as scope from './in-page-scope.js';
import * as sight from './in-page-sight.js';
import * as submit from './in-page-submit.js';
import * as value from './in-page-value.js';
import type { Limits } from './in-page-walk.js';
import * as walk from './in-page-walk.js';
import type { Control } from './inventory.js';
import * as opaque from './opaque.js';
import {
  codeOf,
  endsSecret,
  holdsSecret,
  isCalledSecret,
  isClassedSecret,
  isSecret,
  matchesExtra,
  plainText,
  type Rules,
  speaksOf,
  words,
} from './redact.js';
import * as ruleOut from './rule-out.js';

export type { Lean } from './in-page-lean.js';
export type { Box, Limits, PageReading } from './in-page-walk.js';

const { submitSource, ...shippedSubmit } = submit;
const SHIPPED = [
  ...[
    words,
    speaksOf,
    endsSecret,
    isCalledSecret,
    isClassedSecret,
    holdsSecret,
    plainText,
    matchesExtra,
    isSecret,
  ],
  ...[
    card,
    opaque,
    ruleOut,
    judge,
    walk,
    scope,
    leaning,
    control,
    value,
    editor,
    label,
    beside,
    sight,
    shippedSubmit,
  ].flatMap((part) => Object.values(part)),
];
/** Gives `readDocument` and `readClosedRoot`. It is sent to, and parsed in, every frame of every tab. */
export const READER = `(() => {'use strict';
${SHIPPED.map(String).join('\n')}
return { readDocument, readClosedRoot };
})`;
/** The same in two thirds of the length, where the build has made it (`src/build.ts`). */
const SHORT = new URL('./in-page.min.js', import.meta.url);
const SOURCE = existsSync(SHORT) ? readFileSync(SHORT, 'utf8') : READER;
const SUBMITS = JSON.stringify(submitSource());

/** A function of `there` (see `readDocument`) that reads the document it is evaluated in. */
export function documentReader(rules: Rules, limits: Limits): string {
  const given = `${codeOf(rules)}, ${JSON.stringify(limits)}, ${SUBMITS}`;
  return `((there) => ${SOURCE}().readDocument(${given}, there))`;
}

/** A function for `Runtime.callFunctionOn` with a closed root as `this`. */
export function closedRootReader(shadow: string[], rules: Rules, limits: Limits): string {
  const given = `${JSON.stringify(shadow)}, ${codeOf(rules)}, ${JSON.stringify(limits)}, ${SUBMITS}`;
  return `function () {return ${SOURCE}().readClosedRoot(this, ${given})}`;
}

/** What was sent, with what is usual put back. Spreading both costs five times as much. */
export function whole<T extends { controls: Control[] }>(told: Lean<T>): T {
  const controls = told.controls.map((control) => Object.assign(leaning.usualControl(), control));
  return { ...told, controls } as unknown as T;
}
