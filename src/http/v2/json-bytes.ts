/** Bytes that a character of a text takes at most. */
const CHARACTER_BYTES_MAX = 3;

/**
 * JSON that is written into one buffer, which takes less time than to concatenate strings and to encode them.
 */
export class JsonBytes {
  #buffer: Buffer;
  #length = 0;

  /** @param expected roughly how many bytes will be written */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafeSlow(expected);
  }

  /** Writes any text. */
  text(text: string): void {
    this.#makeRoom(CHARACTER_BYTES_MAX * text.length);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** Writes bytes that are JSON already. */
  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** The bytes so far. Nothing may be written afterwards. */
  take(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #makeRoom(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * needed);
    larger.set(this.take());
    this.#buffer = larger;
  }
}
