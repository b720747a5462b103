import { createHash, randomBytes } from "node:crypto";
import type { LoggedRecord, LogPosition } from "../ports.ts";

/** The position before the first record of a new log, with a chain that no other log has. */
export function newStart(): LogPosition {
  return { position: 0n, chain: randomBytes(32).toString("hex") };
}

/**
 * Numbers the records that one process appends. A record's writer is a part of its chain, so that two records with the
 * same content differ.
 */
export class RecordWriter {
  readonly #name: string;
  #records = 0;

  /** @param node the name of the engine's directory, which is random */
  constructor(node: string) {
    this.#name = `${node}.${randomBytes(6).toString("hex")}`;
  }

  next(after: LogPosition, bytes: Buffer): LoggedRecord {
    const writer = `${this.#name}.${this.#records++}`;
    const hash = createHash("sha256").update(`${after.chain} ${writer} `).update(bytes);
    return { at: { position: after.position + 1n, chain: hash.digest("hex") }, writer, bytes };
  }
}
