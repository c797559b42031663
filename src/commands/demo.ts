/** `reconcile demo`: the founding story on a real browser. */
import { resolve } from 'node:path';
import { EXIT } from '../refusal.js';
import type { Outcome } from '../report/outcome.js';
import type { Context } from './context.js';
import { writable } from './html-report.js';
import { interruptible } from './interruptible.js';

export interface DemoFlags {
  report?: string;
}

/** Its story is told line by line; with --json the lines go to stderr and the document comes at the end. */
export async function showDemo({ output, progress, cwd }: Context, { report }: DemoFlags): Promise<Outcome> {
  const page = report === undefined ? {} : { report: await writable(resolve(cwd, report)) };
  const { demo } = await import('../demo/demo.js');
  const data = await interruptible((signal) => demo({ progress, out: output.tell, signal, ...page }));
  return { kind: 'demo', data, exit: EXIT.ok };
}
