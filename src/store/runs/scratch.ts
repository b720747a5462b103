/** Bytes of each piece of memory that is lent. */
export const SCRATCH_BYTES = 2 ** 18;

/** Pieces that are kept for the next who wants one. */
const KEPT = 64;

/**
 * Memory that is lent for a while and used again: making and forgetting megabytes for each answer would keep
 * the garbage collector busy.
 */
export class Scratch {
  readonly #free: Uint8Array[] = [];

  take(): Uint8Array {
    return this.#free.pop() ?? new Uint8Array(SCRATCH_BYTES);
  }

  giveBack(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) if (this.#free.length < KEPT) this.#free.push(piece);
  }
}
