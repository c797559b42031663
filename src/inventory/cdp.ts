/**
 * One CDP connection of our own. Every call has its own deadline, so a target that never answers costs its caller
 * time and nobody else anything. Whatever the other end sends, the worst outcome is a `CdpError`.
 */
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { WebSocket } from 'ws';
import { browserSocket, refuse } from './endpoint.js';

export type Commands = ProtocolMapping.Commands;
export type Method = keyof Commands;
export type Params<M extends Method> = Commands[M]['paramsType'][0];
export type Answer<M extends Method> = Commands[M]['returnType'];

/** A page can make its own history this large (50 entries of 2 MB); a longer message ends the connection. */
const MAX_MESSAGE_BYTES = 128 * 1024 * 1024;
const CONNECT_MS = 3_000;
const SILENCE_MS = 3_000;

/**
 * When to give up. A browser with hundreds of tabs on a busy machine answers late, yet it answers: past `at`, and up to
 * `latest`, a call is still waited for as long as the connection as a whole has not fallen silent.
 */
export interface Deadline {
  at: number;
  latest: number;
}

export function patient(ms: number): Deadline {
  return { at: Date.now() + ms, latest: Date.now() + 6 * ms };
}

function strict(ms: number): Deadline {
  return { at: Date.now() + ms, latest: Date.now() + ms };
}

/** `deadline`: no answer in time. `closed`: the connection or the target is gone. `refused`: answered with an error. */
export class CdpError extends Error {
  constructor(
    readonly kind: 'deadline' | 'closed' | 'refused',
    message: string,
  ) {
    super(message);
    this.name = 'CdpError';
  }
}

type Waiting = {
  session: string | undefined;
  timer: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: CdpError): void;
};
type Message = {
  id?: number;
  method?: string;
  params?: unknown;
  sessionId?: string;
  result?: unknown;
  error?: { message?: unknown };
};
export type Listener = (method: string, params: unknown) => void;

export class Cdp {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<string, Listener[]>();
  #lastId = 0;
  #lastAnswer = 0;
  #gone: string | null = null;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(String(data)));
    socket.on('error', (error) => this.#end(error.message));
    socket.on('close', () => this.#end('the browser closed the connection'));
  }

  /** Connected, and proved to speak CDP at browser level; otherwise a Refusal within a few seconds. */
  static async connect(endpoint: string): Promise<Cdp> {
    const url = await browserSocket(endpoint, CONNECT_MS);
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: CONNECT_MS,
      followRedirects: false,
    });
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('open', resolve);
        socket.once('error', reject);
      });
      const cdp = new Cdp(socket);
      await cdp.send('Browser.getVersion', undefined, { withinMs: CONNECT_MS });
      return cdp;
    } catch (cause) {
      socket.on('error', () => {}); // terminating a half-open socket reports once more
      socket.terminate();
      throw refuse(endpoint, silent(cause) ? Object.assign(new Error(), { name: 'TimeoutError' }) : cause);
    }
  }

  /** Why the connection is gone; null while it stands. */
  get gone(): string | null {
    return this.#gone;
  }

  /** Milliseconds since it last answered anything. */
  get silentFor(): number {
    return Date.now() - this.#lastAnswer;
  }

  send<M extends Method>(
    method: M,
    params: Params<M>,
    how: { withinMs: number | Deadline; session?: string | undefined },
  ): Promise<Answer<M>> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(new CdpError('closed', this.#gone));
      const id = ++this.#lastId;
      const by = typeof how.withinMs === 'number' ? strict(how.withinMs) : how.withinMs;
      const late = () => {
        const waiting = this.#waiting.get(id);
        if (waiting !== undefined && Date.now() < by.latest && this.silentFor < SILENCE_MS) {
          waiting.timer = setTimeout(late, 250);
          return;
        }
        this.#waiting.delete(id);
        reject(new CdpError('deadline', `${method} was not answered in time`));
      };
      const timer = setTimeout(late, Math.max(0, by.at - Date.now()));
      this.#waiting.set(id, { session: how.session, timer, resolve: (r) => resolve(r as Answer<M>), reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId: how.session }), () => {});
    });
  }

  /** Events of one session. */
  listen(session: string, listener: Listener): void {
    this.#listeners.set(session, [...(this.#listeners.get(session) ?? []), listener]);
  }

  /** Detaches from everything at once; nothing in a page can notice. */
  close(): void {
    this.#end('the inventory is over');
    this.#socket.close();
    // A browser that does not answer the closing handshake must not keep this process alive.
    setTimeout(() => this.#socket.terminate(), 500).unref();
  }

  #receive(data: string): void {
    const message = parse(data);
    if (message === null) return;
    if (typeof message.id === 'number') this.#settle(message.id, message);
    if (typeof message.method !== 'string') return;
    if (message.method === 'Target.detachedFromTarget') this.#detached(message.params);
    if (typeof message.sessionId === 'string') {
      for (const listener of this.#listeners.get(message.sessionId) ?? [])
        listener(message.method, message.params);
    }
  }

  #settle(id: number, message: Message): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#lastAnswer = Date.now();
    clearTimeout(waiting.timer);
    if (message.error) waiting.reject(refusedBy(String(message.error.message).slice(0, 300)));
    else waiting.resolve(message.result ?? {});
  }

  #detached(params: unknown): void {
    const session = (params as { sessionId?: unknown } | undefined)?.sessionId;
    if (typeof session === 'string') this.#rejectAll('the tab was closed', (w) => w.session === session);
  }

  #end(why: string): void {
    this.#gone ??= why;
    this.#rejectAll(this.#gone, () => true);
  }

  #rejectAll(why: string, which: (waiting: Waiting) => boolean): void {
    for (const [id, waiting] of this.#waiting) {
      if (!which(waiting)) continue;
      this.#waiting.delete(id);
      clearTimeout(waiting.timer);
      waiting.reject(new CdpError('closed', why));
    }
  }
}

/** One attached target, with the deadline by which all of its answers must be in. */
export class Session {
  constructor(
    readonly cdp: Cdp,
    readonly id: string,
    readonly targetId: string,
    readonly deadline: Deadline,
  ) {}

  static async attach(cdp: Cdp, targetId: string, deadline: Deadline): Promise<Session> {
    const how = { withinMs: deadline };
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: true }, how);
    return new Session(cdp, sessionId, targetId, deadline);
  }

  ask<M extends Method>(
    method: M,
    params?: Params<M>,
    withinMs: number | Deadline = this.deadline,
  ): Promise<Answer<M>> {
    return this.cdp.send(method, params as Params<M>, { withinMs, session: this.id });
  }
}

function silent(cause: unknown): boolean {
  return (cause instanceof CdpError && cause.kind === 'deadline') || /timed out/.test(String(cause));
}

/** Chromium says in words only that a target or a session has gone. */
function refusedBy(text: string): CdpError {
  const gone = /no target with given id|session with given id not found|target closed/i.test(text);
  return new CdpError(gone ? 'closed' : 'refused', gone ? 'the tab was closed' : text);
}

function parse(data: string): Message | null {
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null ? message : null;
  } catch {
    return null;
  }
}
