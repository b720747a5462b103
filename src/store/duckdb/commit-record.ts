import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { LAST_COMMIT_FILE } from "../../domain/data-directory.ts";

/** Where the database's file and its log of changes stand. Both only grow until a checkpoint is written. */
export interface DatabasePosition {
  /** How many checkpoints the database's file has had. */
  readonly checkpoint: bigint;
  /** The checksum of that checkpoint's header, in hexadecimal. */
  readonly header: string;
  /** The length of the database's file, in bytes. */
  readonly fileBytes: number;
  /** The length of its log of changes, in bytes, and the CRC-32 of these. */
  readonly logBytes: number;
  readonly logChecksum: number;
}

/** The highest ids that have been given away, so that they are never given to anything else. */
export interface HighestIds {
  readonly eventId: bigint;
  /** The next id of whatever is in the catalog. */
  readonly nextId: bigint;
  /** Of calls of webhooks. */
  readonly callId: bigint;
}

/** What is known to have been committed to a data directory. */
export interface CommitRecord {
  /** The identity of the database's file; null where any may be there, as after a restore. */
  readonly identity: bigint | null;
  /** The identity of a file that may have taken its place. */
  readonly replacement: bigint | null;
  readonly position: DatabasePosition | null;
  readonly ids: HighestIds;
}

/** What there is of the record: `missing`, `damaged`, or what it says. */
export type FoundRecord = "missing" | "damaged" | CommitRecord;

/** What a directory starts with whose database nothing is known of, as after a restore. */
export const NOTHING_KNOWN: CommitRecord = {
  identity: null,
  replacement: null,
  position: null,
  ids: { eventId: 0n, nextId: 0n, callId: 0n },
};

/**
 * Bytes of each of the file's two lines, which are written in turn: where a machine stops while one is being
 * written, the other holds. A line is the CRC-32 of what follows, a turn, and the record as JSON.
 */
const LINE_BYTES = 512;
const LINES = 2;
const PADDING = " ".repeat(LINE_BYTES);

/** What a line has as JSON: numbers of 64 bits are texts. */
interface Line {
  /** Greater than the other line's where this one is newer. */
  readonly turn: number;
  readonly identity: string | null;
  readonly replacement: string | null;
  readonly position: (Omit<DatabasePosition, "checkpoint"> & { readonly checkpoint: string }) | null;
  readonly ids: Readonly<Record<keyof HighestIds, string>>;
}

/** A record as a line of the file. */
function lineOf(record: CommitRecord, turn: number): Buffer {
  const { identity, replacement, position, ids } = record;
  const line: Line = {
    turn,
    identity: identity?.toString() ?? null,
    replacement: replacement?.toString() ?? null,
    position: position && { ...position, checkpoint: position.checkpoint.toString() },
    ids: { eventId: String(ids.eventId), nextId: String(ids.nextId), callId: String(ids.callId) },
  };
  const text = JSON.stringify(line);
  const checksum = crc32(text).toString(16).padStart(8, "0");
  return Buffer.from(`${`${checksum} ${text}${PADDING}`.slice(0, LINE_BYTES - 1)}\n`, "latin1");
}

/** What a line says; null where it is not whole. */
function parseLine(line: string): { readonly turn: number; readonly record: CommitRecord } | null {
  const text = line.slice(9).trimEnd();
  if (line.slice(0, 9) !== `${crc32(text).toString(16).padStart(8, "0")} `) return null;
  // Its checksum holds: it is what `lineOf` has written.
  const { turn, identity, replacement, position, ids } = JSON.parse(text) as Line;
  const record = {
    identity: identity === null ? null : BigInt(identity),
    replacement: replacement === null ? null : BigInt(replacement),
    position: position && { ...position, checkpoint: BigInt(position.checkpoint) },
    ids: { eventId: BigInt(ids.eventId), nextId: BigInt(ids.nextId), callId: BigInt(ids.callId) },
  };
  return { turn, record };
}

/** Reads what is known to have been committed to a data directory. */
export function readRecord(directory: string): FoundRecord {
  const path = join(directory, LAST_COMMIT_FILE);
  if (!existsSync(path)) return "missing";
  const text = readFileSync(path, "latin1");
  let newest: { readonly turn: number; readonly record: CommitRecord } | null = null;
  for (let start = 0; start < LINES * LINE_BYTES; start += LINE_BYTES) {
    const line = parseLine(text.slice(start, start + LINE_BYTES));
    if (line !== null && (newest === null || line.turn > newest.turn)) newest = line;
  }
  return newest?.record ?? "damaged";
}

/** Writes the file anew, with both lines alike; on disk, and whole or as it was, when this returns. */
export function writeRecord(directory: string, record: CommitRecord): void {
  const path = join(directory, LAST_COMMIT_FILE);
  const written = `${path}.tmp`;
  const file = openSync(written, "w", 0o600);
  try {
    writeSync(file, Buffer.concat([lineOf(record, 0), lineOf(record, 1)]));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(written, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The file of a record that is written again at every commit. */
export class RecordFile {
  readonly descriptor: number;
  #turn = 1;

  /** Opens the file that `writeRecord` has written last. */
  constructor(directory: string) {
    this.descriptor = openSync(join(directory, LAST_COMMIT_FILE), "r+");
  }

  /** Writes a record in place of the one before the last; it survives the process at once, the machine once synced. */
  write(record: CommitRecord): void {
    const turn = ++this.#turn;
    writeSync(this.descriptor, lineOf(record, turn), 0, LINE_BYTES, (turn % LINES) * LINE_BYTES);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
