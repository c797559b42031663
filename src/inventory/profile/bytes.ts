/** Reading a browser's binary files. They may be torn, foreign or hostile: no read goes past the end. */

/** The bytes end, or say what cannot be: whatever was read before this still holds. */
export class Torn extends Error {}

export class Bytes {
  constructor(
    readonly buffer: Buffer,
    public at = 0,
  ) {}

  get left(): number {
    return this.buffer.length - this.at;
  }

  take(length: number): Buffer {
    if (length < 0 || length > this.left) throw new Torn(`${length} bytes wanted, ${this.left} there`);
    const taken = this.buffer.subarray(this.at, this.at + length);
    this.at += length;
    return taken;
  }

  u8(): number {
    return this.take(1).readUInt8();
  }

  u16(): number {
    return this.take(2).readUInt16LE();
  }

  u32(): number {
    return this.take(4).readUInt32LE();
  }

  i32(): number {
    return this.take(4).readInt32LE();
  }

  i64(): bigint {
    return this.take(8).readBigInt64LE();
  }
}

/** Chromium's `base::Pickle`: a length, then values that each begin at a multiple of four. */
export class Pickle {
  readonly #bytes: Bytes;

  constructor(buffer: Buffer) {
    const outer = new Bytes(buffer);
    const length = outer.u32();
    // A record that was cut short still gives what stands before the cut.
    this.#bytes = new Bytes(outer.take(Math.min(length, outer.left)));
  }

  int(): number {
    return this.#bytes.i32();
  }

  long(): bigint {
    return this.#bytes.i64();
  }

  data(): Buffer {
    return this.#padded(this.#bytes.i32());
  }

  text(): string {
    return this.data().toString('utf8');
  }

  text16(): string {
    return this.#padded(this.#bytes.i32() * 2).toString('utf16le');
  }

  #padded(length: number): Buffer {
    const taken = this.#bytes.take(length);
    this.#bytes.at = Math.min(this.#bytes.buffer.length, (this.#bytes.at + 3) & ~3);
    return taken;
  }
}
