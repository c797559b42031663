/** One GET: within its time, its body within its size, decoded as a browser would. */
import type { Blindness, Millis } from '../words.js';

export interface Exchanged {
  status: number;
  headers: Headers;
  /** null: the body is not in the encoding that it has to be in. */
  text: string | null;
  /** When the answer's head was there. */
  answeredAt: Millis;
}

export interface Limits {
  signal: AbortSignal;
  maxBytes: number;
  now: () => Millis;
}

class TooLarge extends Error {}

/** Redirects are not followed here. A failure comes back as the reason for which there is no answer. */
export async function exchange(
  url: string,
  headers: Record<string, string>,
  { signal, maxBytes, now }: Limits,
): Promise<Exchanged | Blindness> {
  try {
    const response = await fetch(url, { headers, redirect: 'manual', signal });
    const answeredAt = now();
    const bytes = await readBody(response, maxBytes);
    const text = decode(bytes, response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, answeredAt };
  } catch (error) {
    return reasonOf(error, signal);
  }
}

/** The cap counts what comes out of the decompressor, so a small bomb is no different from a large page. */
async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body and closes the connection.
    if (size > maxBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Wrongly decoded text matches nothing, and would look like an honest "not there". */
function decode(bytes: Uint8Array, contentType: string): string | null {
  if (/^[^;]*json/i.test(contentType)) return decodeJson(bytes);
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const inPage = /html/i.test(contentType) ? /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head) : null;
  const label = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? inPage?.[1];
  try {
    return new TextDecoder(label ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    // An unknown label, or bytes that are not what the label says: browsers fall back to this one.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** JSON is UTF-8, whatever its type says (RFC 8259); bytes that are not are no JSON. */
function decodeJson(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function reasonOf(error: unknown, signal: AbortSignal): Blindness {
  if (error instanceof TooLarge) return 'too-large';
  if (signal.aborted) return 'time-out';
  const codes = [error, error instanceof Error ? error.cause : null].map(codeOf);
  if (codes.some((code) => /TIMEOUT|ETIMEDOUT/.test(code))) return 'time-out';
  // A body that cannot be decompressed is an answer of the wrong shape, not a missing one.
  return codes.some((code) => /^Z_|^ERR_(BROTLI|ZLIB)|BROTLI/.test(code)) ? 'shape' : 'unreachable';
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
