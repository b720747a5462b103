import { createHash, randomBytes } from "node:crypto";
import type { LogPosition, SharedLog } from "../ports.ts";

/** The position before the first record of a new log, with a chain that no other log has. */
export function newStart(): LogPosition {
  return { position: 0n, chain: randomBytes(32).toString("hex") };
}

/**
 * Numbers the records that one process appends. A record's writer is a part of its chain, so that two records with the
 * same content differ.
 *
 * @param node the name of the engine's directory, which is random
 * @returns makes the record that is to follow a position
 */
export function recordWriter(node: string): SharedLog["next"] {
  const name = `${node}.${randomBytes(6).toString("hex")}`;
  let records = 0;
  return (after, bytes) => {
    const writer = `${name}.${records++}`;
    const hash = createHash("sha256").update(`${after.chain} ${writer} `).update(bytes);
    return { at: { position: after.position + 1n, chain: hash.digest("hex") }, writer, bytes };
  };
}
