import { expect } from "vitest";

/** So few cases that a kind may be missing among them by chance. */
const CHANCE = 100;

/** Counts the cases of each interesting kind, so that generators that have ceased to make them are noticed. */
export class CaseCounts<Kind extends string> {
  readonly #seen = new Map<Kind, number>();
  #cases = 0;

  add(kinds: Readonly<Record<Kind, boolean>>): void {
    this.#cases++;
    for (const kind of Object.keys(kinds) as Kind[]) {
      this.#seen.set(kind, (this.#seen.get(kind) ?? 0) + Number(kinds[kind]));
    }
  }

  /** Expects that each kind made up at least its share, from 0 to 1, of all cases but CHANCE. */
  expectShares(shares: Readonly<Record<Kind, number>>): void {
    for (const kind of Object.keys(shares) as Kind[]) {
      const least = Math.floor(Math.max(0, this.#cases - CHANCE) * shares[kind]);
      expect(this.#seen.get(kind) ?? 0, `cases of the kind "${kind}"`).toBeGreaterThanOrEqual(least);
    }
  }
}
