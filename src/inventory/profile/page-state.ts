/** What a page looked like when the browser last wrote it down: its frames, their forms' state, what was posted to it. */
import { Pickle, Torn } from './bytes.js';
import { Mojom, type Struct } from './mojom.js';

export interface FrameState {
  url: string;
  /** Flat, as Blink writes it; `form-state.ts` reads it. */
  documentState: string[];
  /** The body of the POST that was answered with this page. */
  body: { contentType: string; text: string } | null;
  children: FrameState[];
}

/** From here on a page state is mojom; before, it was something else. */
const FIRST_MOJOM = 26;
const LAST_SEEN = 33;
const MAX_DEPTH = 20;
const MAX_BODY = 64 * 1024;

export interface PageState {
  top: FrameState;
  /** A version that we have not seen: what it gives may be wrong. */
  why: string | null;
}

/** Throws `Torn`, with the reason, where nothing can be read. */
export function pageStateIn(data: Buffer): PageState {
  const pickle = new Pickle(data);
  const version = pickle.int();
  if (version < FIRST_MOJOM) throw new Torn(`a page state of the old version ${version}`);
  const root = new Mojom(pickle.data()).struct(0);
  const top = root.struct(8);
  if (top === null) throw new Torn('a page state without a frame');
  const why = version > LAST_SEEN ? `a page state of the unknown version ${version}` : null;
  return { top: frameIn(top, 0), why };
}

function frameIn(frame: Struct, depth: number): FrameState {
  if (depth > MAX_DEPTH) throw new Torn('frames without end');
  return {
    url: frame.text(0) ?? '',
    documentState: frame.texts(32).map((text) => text ?? ''),
    body: bodyIn(frame.struct(72)),
    children: frame.structs(80).map((child) => frameIn(child, depth + 1)),
  };
}

/** Its parts are `{size, kind}` unions in a row; bytes are kind 1, files are kind 2. */
function bodyIn(http: Struct | null): FrameState['body'] {
  const at = http?.struct(8)?.pointer(0) ?? null;
  if (http === null || at === null) return null;
  const { mojom } = http;
  const { from, count } = mojom.array(at, 16);
  const parts: string[] = [];
  for (let i = 0; i < count; i++) {
    const union = from + 16 * i;
    const data = mojom.u32(union) === 16 && mojom.u32(union + 4) === 1 ? mojom.follow(union + 8) : null;
    if (data === null) continue;
    const bytes = mojom.array(data, 1);
    parts.push(mojom.buffer.toString('utf8', bytes.from, bytes.from + Math.min(bytes.count, MAX_BODY)));
  }
  return { contentType: http.text(0) ?? '', text: parts.join('') };
}
