import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogRecord } from './inventory.js';
import { redactText } from './redact.js';

const TAIL_BYTES = 4096;
/** Redaction needs to see where a secret begins: read further back than what is shown. */
const READ_BYTES = 4 * TAIL_BYTES;

/** Sizes and last lines of what the worker wrote to its streams. */
export async function inventoryLog(start: { logs: string | null }): Promise<LogRecord> {
  if (start.logs === null) return { stdoutBytes: null, stderrBytes: null, tail: '' };
  const [stdout, stderr] = await Promise.all([stream(start.logs, 'stdout'), stream(start.logs, 'stderr')]);
  return {
    stdoutBytes: stdout.bytes,
    stderrBytes: stderr.bytes,
    tail: [stdout.tail, stderr.tail].filter(Boolean).join('\n'),
  };
}

async function stream(
  folder: string,
  name: 'stdout' | 'stderr',
): Promise<{ bytes: number | null; tail: string }> {
  try {
    const { size, end } = await readEnd(join(folder, `${name}.log`));
    const text = lastLines(redactText(end));
    const bytes = size + (await dropped(join(folder, `${name}.bytes`)));
    return { bytes, tail: text === '' ? '' : `${name}:\n${text}` };
  } catch {
    // A log that is missing or cannot be read is no evidence, and no reason to stop.
    return { bytes: null, tail: '' };
  }
}

async function readEnd(file: string): Promise<{ size: number; end: string }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - READ_BYTES);
    const buffer = Buffer.alloc(size - from);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    // What comes before the first line end may be the second half of a secret.
    return { size, end: from === 0 ? text : text.slice(text.indexOf('\n') + 1) };
  } finally {
    await handle.close();
  }
}

function lastLines(text: string): string {
  if (Buffer.byteLength(text) <= TAIL_BYTES) return text.trimEnd();
  const end = Buffer.from(text).subarray(-TAIL_BYTES).toString('utf8');
  return (end.includes('\n') ? end.slice(end.indexOf('\n') + 1) : end.replace(/^\uFFFD+/, '')).trimEnd();
}

/** How much was dropped before what the file holds now: logs are capped, their byte counts are not. */
async function dropped(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return /^\d{1,15}\s*$/.test(text) ? Number(text) : 0;
}
