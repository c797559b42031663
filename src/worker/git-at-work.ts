/** A `git push` that outlives its worker can still land: nobody may call a push absent while one is under way. */
import { realpathSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { commandLine, pids, workingFolder } from './processes.js';

const PUSHES = new Set(['push', 'send-pack']);

/** Which process is pushing from one of these repositories, for people; null: none that can be seen. */
export function pushUnderWay(repos: string[]): string | null {
  const folders = repos.flatMap(real);
  if (folders.length === 0) return null;
  for (const pid of pids()) {
    const [program = '', ...words] = commandLine(pid);
    if (basename(program) !== 'git' || !words.some((word) => PUSHES.has(word))) continue;
    const at = workingFolder(pid);
    const repo = folders.find((folder) => at !== null && isWithin(folder, at));
    if (repo !== undefined) return `a git push (pid ${pid}) is still at work in ${repo}`;
  }
  return null;
}

function real(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith('../'));
}
