/** Bytes of each buffer. */
export const BUFFER_BYTES = 2 ** 18;

/** Free buffers that are kept. */
const FREE_MAX = 64;

/** Each allocation starts at a multiple of so many bytes. */
const ALIGNMENT = 8;

/**
 * Memory that one read uses until it releases all of it. Reads use the same buffers one after the other: new ones for
 * each read would keep the garbage collector busy.
 */
export class BufferLease {
  readonly #free: Uint8Array<ArrayBuffer>[];
  readonly #buffers: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the last buffer that are in use. */
  #used = 0;

  /** @param free the buffers that no read uses */
  constructor(free: Uint8Array<ArrayBuffer>[]) {
    this.#free = free;
  }

  /** @param bytes BUFFER_BYTES at most */
  allocate(bytes: number): { readonly buffer: ArrayBuffer; readonly byteOffset: number } {
    let last = this.#buffers.at(-1);
    if (last === undefined || this.#used + bytes > BUFFER_BYTES) {
      last = this.#free.pop() ?? new Uint8Array(BUFFER_BYTES);
      this.#buffers.push(last);
      this.#used = 0;
    }
    const { buffer } = last;
    const byteOffset = this.#used;
    this.#used = Math.ceil((byteOffset + bytes) / ALIGNMENT) * ALIGNMENT;
    return { buffer, byteOffset };
  }

  /** Returns all buffers to the free ones. */
  release(): void {
    for (const buffer of this.#buffers) if (this.#free.length < FREE_MAX) this.#free.push(buffer);
  }
}
