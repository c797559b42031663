/**
 * The browser's own network log (`--log-net-log`), read while it grows: JSON, one event a line, torn at the end.
 * It is raw: header values and query strings are in it. Nothing of it leaves this file but method, redacted URL,
 * status and times.
 */
import { createReadStream } from 'node:fs';
import { address } from '../inventory/redact.js';
import type { Millis } from '../words.js';

export interface LoggedRequest {
  method: string;
  url: string;
}

export interface LoggedExchange extends LoggedRequest {
  /** null: no answer. */
  status: number | null;
  at: Millis | null;
  /** It has no end in the log. */
  open: boolean;
}

interface Constants {
  logEventTypes: Record<string, number>;
  logEventPhase: Record<string, number>;
  /** What turns the log's ticks into milliseconds since 1970. */
  timeTickOffset?: unknown;
}

interface Event {
  type: number;
  phase: number;
  time?: unknown;
  source: { id: number };
  params?: { method?: unknown; url?: unknown; headers?: unknown };
}

/** A log may have gigabytes, a hostile one a single line of them. */
const MAX_LINE = 1024 * 1024;

/**
 * Requests that were started and have no end in the log. The log is written in batches of 15 events, so the last
 * request of a browser at rest may look open for as long as nothing else happens. null: the log cannot be read.
 */
export async function openRequests(path: string): Promise<LoggedRequest[] | null> {
  const exchanges = new Exchanges(0);
  if (!(await follow(path, exchanges))) return null;
  return exchanges.open.map(({ method, url }) => ({ method, url }));
}

/** All requests, oldest first, of finished ones the newest; a redirect counts as one more. null: it cannot be read. */
export async function loggedRequests(
  path: string,
  { newest }: { newest: number },
): Promise<LoggedExchange[] | null> {
  const exchanges = new Exchanges(newest);
  if (!(await follow(path, exchanges))) return null;
  return [...exchanges.finished, ...exchanges.open].sort((a, b) => (a.at ?? 0) - (b.at ?? 0)).slice(-newest);
}

class Exchanges {
  readonly #open = new Map<number, LoggedExchange>();
  #finished: LoggedExchange[] = [];

  /** `newest`: how many finished ones are kept. */
  constructor(readonly newest: number) {}

  get open(): LoggedExchange[] {
    return [...this.#open.values()];
  }

  get finished(): LoggedExchange[] {
    return this.newest === 0 ? [] : this.#finished.slice(-this.newest);
  }

  /** A redirect starts another job of the same request: what counts is what it is sending now. */
  start(id: number, exchange: LoggedExchange): void {
    this.end(id);
    this.#open.set(id, exchange);
  }

  answer(id: number, status: number | null): void {
    const exchange = this.#open.get(id);
    if (exchange) exchange.status = status;
  }

  end(id: number): void {
    const exchange = this.#open.get(id);
    this.#open.delete(id);
    if (!exchange || this.newest === 0) return;
    this.#finished.push({ ...exchange, open: false });
    if (this.#finished.length > 2 * this.newest) this.#finished = this.finished;
  }
}

async function follow(path: string, exchanges: Exchanges): Promise<boolean> {
  try {
    let read: ((line: string) => void) | null = null;
    for await (const line of linesOf(path)) {
      if (read === null) read = follower(constantsIn(line), exchanges);
      else read(line);
    }
    return read !== null;
  } catch {
    return false;
  }
}

/** Lines that are longer than any event is are left out. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = '';
  let tooLong = false;
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!tooLong && line.length <= MAX_LINE) yield line;
      tooLong = false;
    }
    if (rest.length <= MAX_LINE) continue;
    tooLong = true;
    rest = '';
  }
  if (rest !== '' && !tooLong) yield rest;
}

/** The first line holds the numbers by which this version of the browser names its events. */
function constantsIn(line: string): Constants {
  return (JSON.parse(`${line.replace(/,\s*$/, '')}}`) as { constants: Constants }).constants;
}

function follower(
  { logEventTypes, logEventPhase, timeTickOffset }: Constants,
  exchanges: Exchanges,
): (line: string) => void {
  const { REQUEST_ALIVE: alive, URL_REQUEST_START_JOB: start } = logEventTypes;
  const { HTTP_TRANSACTION_READ_RESPONSE_HEADERS: answer } = logEventTypes;
  const { PHASE_BEGIN: begin } = logEventPhase;
  if (alive === undefined || start === undefined) throw new Error('a network log of an unknown kind');
  const toMillis = (time: unknown) => {
    const at = Math.round(Number(timeTickOffset) + Number(time));
    return Number.isSafeInteger(at) && at > 0 ? at : null;
  };
  return (line) => {
    // Most lines are about something else: their type stands at the end and costs no parsing.
    const type = Number(/"type":(\d+)\},?$/.exec(line)?.[1]);
    if (type !== alive && type !== start && type !== answer) return;
    const event = eventIn(line);
    if (event === null) return;
    const { id } = event.source;
    if (type === answer) exchanges.answer(id, statusIn(event));
    else if (type === alive && event.phase !== begin) exchanges.end(id);
    else if (type === start && event.phase === begin)
      exchanges.start(id, { ...requestIn(event), status: null, at: toMillis(event.time), open: true });
  };
}

function requestIn({ params }: Event): LoggedRequest {
  const { method, url } = params ?? {};
  return {
    method: typeof method === 'string' ? method.slice(0, 40) : '',
    url: typeof url === 'string' ? address(url) : '',
  };
}

function statusIn({ params }: Event): number | null {
  const line: unknown = Array.isArray(params?.headers) ? params.headers[0] : null;
  const status = typeof line === 'string' ? /^HTTP\/[\d.]+ (\d{3})\b/.exec(line)?.[1] : undefined;
  return status === undefined ? null : Number(status);
}

function eventIn(line: string): Event | null {
  try {
    const event = JSON.parse(line.replace(/,$/, '')) as Partial<Event> | null;
    return typeof event?.source?.id === 'number' ? (event as Event) : null;
  } catch {
    return null;
  }
}
