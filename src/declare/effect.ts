/** Checks of `effect`: the request by which the act leaves the browser. */

import { patternFault } from '../wire/match.js';
import type { Effect, Refused, Scalar } from '../words.js';
import { scalarFault } from './key.js';
import { type Place, shown } from './place.js';

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const;

export function readEffect(place: Place): Effect | undefined {
  const given = place.fields(['url'], ['method', 'fields', 'steps', 'via', 'refused']);
  const url = given?.url && readPattern(given.url);
  const method = given?.method ? readMethod(given.method) : 'POST';
  const fields = given?.fields ? readScalars(given.fields) : {};
  const steps = given?.steps?.items()?.map(readPattern) ?? [];
  const via = given?.via?.oneOf('browser', 'any') ?? 'any';
  const refused = given?.refused?.items()?.map(readRefused) ?? [];
  if (!url || !method || !fields) return undefined;
  return { method, url, fields, steps: steps.filter(isRead), via, refused: refused.filter(isRead) };
}

/** Names and values that go into keys or are compared with form fields: in NFC, of the types that contract §3 admits. */
export function readScalars(place: Place): Record<string, Scalar> | undefined {
  const entries = place.entries();
  if (!entries) return undefined;
  const scalars = new Map<string, Scalar>();
  for (const [name, inner] of entries) {
    const value = readScalar(inner);
    const plain = name.normalize('NFC');
    if (scalars.has(plain))
      inner.fault('is here a second time: the names differ only in how they are encoded', 'name');
    else if (name.trim() === '') inner.fault('needs a name', 'name');
    else if (value !== undefined) scalars.set(plain, value);
  }
  return Object.fromEntries(scalars);
}

function readScalar(place: Place): Scalar | undefined {
  const { value } = place;
  if (value === undefined) return undefined;
  const fault = scalarFault(value);
  if (fault) return place.fault(fault);
  if (typeof value === 'number' && !/^([-+]?\d+|0[ox][\da-f]+)$/i.test(place.written())) {
    return place.fault(`is written as a fraction (${place.written()}): quote it or write a whole number`);
  }
  return typeof value === 'string' ? value.normalize('NFC') : (value as Scalar);
}

/** GET too: some sites act on a link. HEAD and OPTIONS cannot be an act. */
function readMethod(place: Place): string | undefined {
  const upper = String(place.value).toUpperCase();
  return METHODS.find((method) => method === upper) ?? place.oneOf(...METHODS);
}

function readPattern(place: Place): string | undefined {
  const text = place.text(4096);
  if (text === undefined) return undefined;
  const fault = patternFault(text);
  return fault ? place.fault(fault) : text;
}

function readRefused(place: Place): Refused | undefined {
  const given = place.fields(['status'], ['text', 'form']);
  const status = given?.status?.value;
  if (!given?.status) return undefined;
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 200 || status > 599) {
    return given.status.fault(`must be an HTTP status from 200 to 599, not ${shown(status)}`);
  }
  const text = given.text?.text();
  const form = given.form?.oneOf('again');
  if (given.text && given.form)
    return given.form.fault('cannot stand beside text: make it an entry of its own');
  if (status < 400 && !given.text && !given.form) {
    return place.fault(`needs text or form: otherwise every ${status} would mean "not done"`);
  }
  if (form) return { status, form };
  return text === undefined ? { status } : { status, text };
}

function isRead<T>(value: T | undefined): value is T {
  return value !== undefined;
}
