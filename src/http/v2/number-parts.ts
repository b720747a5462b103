import { LRUCache } from "lru-cache";
import { type JsonPart, partOf } from "./json-bytes.ts";

/** Whole numbers below this have their parts kept. */
const KEPT_NUMBERS = 1_024;

/** What is written of small whole numbers, each made when it is first wanted. */
export class NumberParts {
  readonly #write: (value: number) => string;
  readonly #parts: (JsonPart | undefined)[] = [];

  constructor(write: (value: number) => string) {
    this.#write = write;
  }

  of(value: number): JsonPart {
    const kept = this.#parts[value];
    if (kept !== undefined) return kept;
    const part = partOf(this.#write(value));
    if (value >= 0 && value < KEPT_NUMBERS) {
      // Without holes it is looked up faster.
      while (this.#parts.length < value) this.#parts.push(undefined);
      this.#parts[value] = part;
    }
    return part;
  }
}

/** Those of different capacities and lengths of time that were wanted last: some MiB at most. */
const KEPT_TABLES = 64;

/** Parts that were made for other answers too. */
export class NumberPartsCache {
  readonly #tables = new LRUCache<string, NumberParts>({ max: KEPT_TABLES });

  /** @param key stands for what `write` writes */
  get(key: string, write: (value: number) => string): NumberParts {
    let table = this.#tables.get(key);
    if (table === undefined) {
      table = new NumberParts(write);
      this.#tables.set(key, table);
    }
    return table;
  }
}
