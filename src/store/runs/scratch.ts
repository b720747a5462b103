/** Bytes of each piece of memory that is lent, in parts. */
export const SCRATCH_BYTES = 2 ** 18;

/** Pieces that are kept for the next who wants one. */
const KEPT = 64;

/** What is lent begins at a multiple of so many bytes. */
const ALIGNMENT = 8;

/**
 * Memory that is lent for a while and used again: making and forgetting megabytes for each answer would keep
 * the garbage collector busy.
 */
export class Scratch {
  readonly #free: Uint8Array<ArrayBuffer>[] = [];

  open(): Loan {
    return new Loan(this.#free);
  }
}

/** What somebody has been lent until it is given back as a whole. */
export class Loan {
  readonly #free: Uint8Array<ArrayBuffer>[];
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Bytes of the last piece that are lent. */
  #used = 0;

  constructor(free: Uint8Array<ArrayBuffer>[]) {
    this.#free = free;
  }

  /** @param bytes SCRATCH_BYTES at most */
  lend(bytes: number): { readonly buffer: ArrayBuffer; readonly byteOffset: number } {
    let piece = this.#pieces.at(-1);
    if (piece === undefined || this.#used + bytes > SCRATCH_BYTES) {
      piece = this.#free.pop() ?? new Uint8Array(SCRATCH_BYTES);
      this.#pieces.push(piece);
      this.#used = 0;
    }
    const { buffer } = piece;
    const byteOffset = this.#used;
    this.#used = Math.ceil((byteOffset + bytes) / ALIGNMENT) * ALIGNMENT;
    return { buffer, byteOffset };
  }

  /** Ends the use of all that was lent. */
  giveBack(): void {
    for (const piece of this.#pieces) if (this.#free.length < KEPT) this.#free.push(piece);
  }
}
