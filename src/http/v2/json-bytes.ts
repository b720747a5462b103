/** Bytes that a character of a text takes at most. */
const CHARACTER_BYTES_MAX = 3;

/**
 * JSON written into one buffer. Strings that are put together piece by piece have to be made one and encoded
 * afterwards, which takes longer.
 */
export class JsonBytes {
  #buffer: Buffer;
  #length = 0;

  /** @param expected how many bytes will be written, about */
  constructor(expected: number) {
    this.#buffer = Buffer.allocUnsafeSlow(expected);
  }

  /** Writes any text. */
  text(text: string): void {
    this.#makeRoom(CHARACTER_BYTES_MAX * text.length);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** Writes what is JSON already. */
  bytes(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** What has been written. Nothing is to be written afterwards. */
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
