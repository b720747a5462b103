/**
 * JSON written into one buffer, most of it by numbers of eight bytes. Strings that are put together piece by
 * piece have to be made one and encoded afterwards, which takes twice as long as all the rest.
 */
export class JsonBytes {
  #bytes: Uint8Array;
  #view: DataView;
  #length = 0;

  /** @param expected how many bytes will be written, about */
  constructor(expected: number) {
    this.#bytes = allocate(expected);
    this.#view = viewOf(this.#bytes);
  }

  /** How many bytes have been written. */
  get length(): number {
    return this.#length;
  }

  /** Writes any text. */
  text(text: string): void {
    const encoded = Buffer.from(text);
    this.room(encoded.length);
    this.#bytes.set(encoded, this.#length);
    this.#length += encoded.length;
  }

  /** What so many bytes more may be written into, from `length` on; `wrote` is to be told. */
  room(more: number): DataView {
    const needed = this.#length + more;
    if (needed > this.#bytes.length) {
      const larger = allocate(2 * needed);
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
      this.#view = viewOf(larger);
    }
    return this.#view;
  }

  /** Tells up to where has been written. What lies after that counts for nothing. */
  wrote(end: number): void {
    this.#length = end;
  }

  /** What has been written. Nothing is to be written afterwards. */
  take(): Buffer {
    return Buffer.from(this.#bytes.buffer, 0, this.#length);
  }
}

/** A buffer of its own, whatever is in it. */
function allocate(length: number): Uint8Array {
  // Elements of a Buffer are slower to come by.
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer);
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
