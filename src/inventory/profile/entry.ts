/** One entry of a tab's history as a session file keeps it. */
import type { Millis } from '../../words.js';
import { Pickle, Torn } from './bytes.js';
import { fromMicros } from './times.js';

export interface Entry {
  index: number;
  url: string;
  title: string;
  /** Empty where it was too large for the file. */
  pageState: Buffer;
  transition: number;
  /** It is what a POST was answered with, without a redirect. */
  hasPostData: boolean;
  originalUrl: string;
  at: Millis | null;
  /** 0: not told. */
  httpStatus: number;
}

/** Older versions wrote less: what comes after the transition may be missing. */
export function entryIn(payload: Buffer): { tab: number; entry: Entry } {
  const pickle = new Pickle(payload);
  const tab = pickle.int();
  const entry: Entry = {
    index: pickle.int(),
    url: pickle.text(),
    title: pickle.text16(),
    pageState: pickle.data(),
    transition: pickle.int(),
    hasPostData: false,
    originalUrl: '',
    at: null,
    httpStatus: 0,
  };
  try {
    entry.hasPostData = (pickle.int() & 1) === 1;
    pickle.text(); // referrer
    pickle.int();
    entry.originalUrl = pickle.text();
    pickle.int();
    entry.at = fromMicros(pickle.long());
    pickle.text16();
    entry.httpStatus = pickle.int();
  } catch (cause) {
    if (!(cause instanceof Torn)) throw cause;
  }
  return { tab, entry };
}
