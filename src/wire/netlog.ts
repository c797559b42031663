/**
 * The browser's own network log (`--log-net-log`), read while it grows: JSON, one event a line, torn at the end.
 * It is raw: header values and query strings are in it. Nothing of it leaves this file but method and redacted URL.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { redactUrl } from '../inventory/redact.js';

export interface LoggedRequest {
  method: string;
  url: string;
}

interface Constants {
  logEventTypes: Record<string, number>;
  logEventPhase: Record<string, number>;
}

interface Event {
  type: number;
  phase: number;
  source: { id: number };
  params?: { method?: string; url?: string };
}

/**
 * Requests that were started and have no end in the log. The log is written in batches of 15 events, so the last
 * request of a browser at rest may look open for as long as nothing else happens. null: the log cannot be read.
 */
export async function openRequests(path: string): Promise<LoggedRequest[] | null> {
  const open = new Map<number, LoggedRequest>();
  try {
    let follow: ((line: string) => void) | null = null;
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      if (follow === null) follow = follower(constantsIn(line), open);
      else follow(line);
    }
    if (follow === null) return null;
  } catch {
    return null;
  }
  return [...open.values()];
}

/** The first line holds the numbers by which this version of the browser names its events. */
function constantsIn(line: string): Constants {
  return (JSON.parse(`${line.replace(/,\s*$/, '')}}`) as { constants: Constants }).constants;
}

function follower(
  { logEventTypes, logEventPhase }: Constants,
  open: Map<number, LoggedRequest>,
): (line: string) => void {
  const { REQUEST_ALIVE: alive, URL_REQUEST_START_JOB: start } = logEventTypes;
  const { PHASE_BEGIN: begin } = logEventPhase;
  if (alive === undefined || start === undefined) throw new Error('a network log of an unknown kind');
  return (line) => {
    // Most lines are about something else: their type stands at the end and costs no parsing.
    const type = Number(/"type":(\d+)\},?$/.exec(line)?.[1]);
    if (type !== alive && type !== start) return;
    const event = eventIn(line);
    if (event === null) return;
    const { id } = event.source;
    if (type === alive && event.phase !== begin) open.delete(id);
    // A redirect starts another job of the same request: what counts is what it is sending now.
    else if (type === start && event.phase === begin) open.set(id, requestIn(event));
  };
}

function requestIn({ params }: Event): LoggedRequest {
  return { method: params?.method ?? '', url: redactUrl(params?.url ?? '') };
}

function eventIn(line: string): Event | null {
  try {
    return JSON.parse(line.replace(/,$/, '')) as Event;
  } catch {
    return null;
  }
}
