import { nearest } from './nearest.js';
import type { Fault, Path } from './positions.js';

/** Faults as they are found, and how a scalar was written. */
export interface Findings {
  faults: Fault[];
  written(path: Path): string;
}

export const HANDLE = 'must be 1 to 128 letters, digits and . _ - @ : and not begin with a dot or dash';

export function isHandle(text: string): boolean {
  return /^[A-Za-z0-9_@:][A-Za-z0-9._@:-]{0,127}$/.test(text);
}

/**
 * One value of the plan with the way to it. Every check answers the value it admits; otherwise it adds one fault and
 * answers undefined, so that a reader goes on and finds the other faults too.
 */
export class Place {
  constructor(
    readonly value: unknown,
    readonly path: Path,
    private readonly findings: Findings,
  ) {}

  fault(message: string, at: 'name' | 'value' = 'value'): undefined {
    this.findings.faults.push({ path: this.path, message, at });
  }

  /** How many faults have been found so far, anywhere. */
  get faults(): number {
    return this.findings.faults.length;
  }

  written(): string {
    return this.findings.written(this.path);
  }

  inner(step: string | number, value: unknown): Place {
    return new Place(value, [...this.path, step], this.findings);
  }

  /** A map with these names and no others. What is missing or has no value is undefined in the answer. */
  fields<Name extends string>(
    required: readonly Name[],
    optional: readonly Name[],
  ): Partial<Record<Name, Place>> | undefined {
    const entries = this.entries();
    if (!entries) return undefined;
    const known = [...required, ...optional];
    const found: Partial<Record<Name, Place>> = {};
    for (const [name, place] of entries) {
      if (!known.includes(name as Name)) place.unknown(name, known);
      else if (place.value === null) place.fault('has no value: give it one or leave it out');
      else if (place.value !== undefined) found[name as Name] = place;
    }
    for (const name of required) {
      if (!entries.some(([given]) => given === name)) this.fault(`${name} is missing`);
    }
    return found;
  }

  entries(): [string, Place][] | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.wrong('a map of names and values');
    return Object.entries(value).map(([name, inner]) => [name, this.inner(name, inner)]);
  }

  items(): Place[] | undefined {
    if (this.value === undefined) return undefined;
    if (!Array.isArray(this.value)) return this.wrong('a list');
    return this.value.map((item, i) => this.inner(i, item));
  }

  /** One line of text, in NFC: these texts end up in messages, tables and keys. */
  text(max = 1024): string | undefined {
    const { value } = this;
    if (value === undefined) return undefined;
    if (typeof value !== 'string') return this.wrong('text');
    if (value.trim() === '') return this.fault('is empty');
    if (value.length > max) return this.fault(`is longer than ${max} characters`);
    if (/[\p{Cc}\p{Surrogate}\u2028\u2029]/u.test(value))
      return this.fault('holds characters that cannot be printed');
    return value.normalize('NFC');
  }

  /** Names a folder and goes into tables: short, printable, without a path in it. */
  handle(): string | undefined {
    const text = this.text();
    return text === undefined || isHandle(text) ? text : this.fault(HANDLE);
  }

  flag(): boolean | undefined {
    if (this.value === undefined || typeof this.value === 'boolean') return this.value;
    return this.wrong('true or false');
  }

  oneOf<Word extends string>(...words: Word[]): Word | undefined {
    const { value } = this;
    if (value === undefined || words.includes(value as Word)) return value as Word | undefined;
    const meant = typeof value === 'string' ? nearest(value, words) : null;
    return this.fault(
      `must be ${words.join(' or ')}, not ${shown(value)}${meant ? ` (did you mean ${meant}?)` : ''}`,
    );
  }

  private wrong(wanted: string): undefined {
    return this.fault(`must be ${wanted}, not ${shown(this.value)}`);
  }

  private unknown(name: string, known: readonly string[]): void {
    const meant = nearest(name, known);
    this.fault(
      meant ? `is not known: did you mean ${meant}?` : `is not known here: ${known.join(', ')} are`,
      'name',
    );
  }
}

/** A value as a fault quotes it: short, on one line. */
export function shown(value: unknown): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a map';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return `the ${typeof value} ${value}`;
}
