/**
 * Mojo's wire format, as far as a page state needs it: structs and arrays that point to each other by relative offsets.
 * Honest data never points to one place twice. Hostile data does, to grow without end when read: so all that is read is
 * charged against the size of what it was read from.
 */
import { Torn } from './bytes.js';

export class Mojom {
  #room: number;

  constructor(readonly buffer: Buffer) {
    this.#room = 2 * buffer.length;
  }

  /** The struct that begins here. */
  struct(at: number): Struct {
    const size = this.u32(at);
    if (size < 8 || at + size > this.buffer.length) throw new Torn('a struct of an impossible size');
    this.charge(size);
    return new Struct(this, at + 8, at + size);
  }

  /** Where the pointer at `at` leads; null where it leads nowhere. */
  follow(at: number): number | null {
    if (at < 0 || at + 8 > this.buffer.length) throw new Torn('a pointer outside');
    const offset = this.buffer.readBigUInt64LE(at);
    if (offset === 0n) return null;
    if (offset > BigInt(this.buffer.length)) throw new Torn('a pointer that leads outside');
    return at + Number(offset);
  }

  /** Place and number of an array's elements. */
  array(at: number, width: number): { from: number; count: number } {
    const bytes = this.u32(at);
    const count = this.u32(at + 4);
    if (8 + count * width > bytes || at + bytes > this.buffer.length) throw new Torn('an array too long');
    this.charge(bytes);
    return { from: at + 8, count };
  }

  u32(at: number): number {
    if (at < 0 || at + 4 > this.buffer.length) throw new Torn('a number outside');
    return this.buffer.readUInt32LE(at);
  }

  private charge(bytes: number): void {
    this.#room -= bytes;
    if (this.#room < 0) throw new Torn('more than it can hold');
  }
}

export class Struct {
  constructor(
    readonly mojom: Mojom,
    readonly from: number,
    readonly end: number,
  ) {}

  /** Older versions have fewer fields: a pointer beyond the struct's end leads nowhere. */
  pointer(offset: number): number | null {
    return this.from + offset + 8 > this.end ? null : this.mojom.follow(this.from + offset);
  }

  struct(offset: number): Struct | null {
    const at = this.pointer(offset);
    return at === null ? null : this.mojom.struct(at);
  }

  /** A `String16`: a struct around an array of UTF-16 units. */
  text(offset: number): string | null {
    return textAt(this.mojom, this.pointer(offset));
  }

  texts(offset: number): (string | null)[] {
    return this.pointers(offset).map((at) => textAt(this.mojom, at));
  }

  structs(offset: number): Struct[] {
    return this.pointers(offset).flatMap((at) => (at === null ? [] : [this.mojom.struct(at)]));
  }

  pointers(offset: number): (number | null)[] {
    const at = this.pointer(offset);
    if (at === null) return [];
    const { from, count } = this.mojom.array(at, 8);
    return Array.from({ length: count }, (_, i) => this.mojom.follow(from + 8 * i));
  }
}

function textAt(mojom: Mojom, at: number | null): string | null {
  const array = at === null ? null : mojom.struct(at).pointer(0);
  if (array === null) return null;
  const { from, count } = mojom.array(array, 2);
  return mojom.buffer.toString('utf16le', from, from + 2 * count);
}
