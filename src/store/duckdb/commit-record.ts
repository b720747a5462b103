import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import { LAST_COMMIT_FILE } from "../../domain/data-directory.ts";

/** Where the database's file and its log of changes stand. Both only grow until a checkpoint is written. */
export interface DatabasePosition {
  /** How many checkpoints the database's file has had. */
  readonly checkpoint: bigint;
  /** The checksum of that checkpoint's header. */
  readonly header: bigint;
  /** The length of the database's file after that checkpoint, in bytes. */
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

/**
 * Bytes of each of the file's two places, which are written in turn: where a machine stops while one is being written,
 * the other holds. A place has numbers of 64 bits after a name, and the CRC-32 of these; the rest is empty.
 */
const PLACE_BYTES = 512;
const PLACES = 2;
/** What each place begins with: another form would have another name. */
const NAME = Buffer.from("HCMARK 1");
const CHECKSUM_START = 96;
/** Instead of a number of checkpoints, where none is known. */
const NO_POSITION = -1n;

/** Writes a record into a buffer of a place's length. The greater of two turns is the newer one's. */
function fillPlace(place: Buffer, record: CommitRecord, turn: number): void {
  const { identity, replacement, position, ids } = record;
  NAME.copy(place);
  place.writeDoubleLE(turn, 8);
  place.writeBigInt64LE(identity ?? 0n, 16);
  place.writeBigInt64LE(replacement ?? 0n, 24);
  place.writeBigInt64LE(position?.checkpoint ?? NO_POSITION, 32);
  place.writeBigUInt64LE(position?.header ?? 0n, 40);
  place.writeDoubleLE(position?.fileBytes ?? 0, 48);
  place.writeDoubleLE(position?.logBytes ?? 0, 56);
  place.writeDoubleLE(position?.logChecksum ?? 0, 64);
  place.writeBigInt64LE(ids.eventId, 72);
  place.writeBigInt64LE(ids.nextId, 80);
  place.writeBigInt64LE(ids.callId, 88);
  place.writeUInt32LE(crc32(place.subarray(0, CHECKSUM_START)), CHECKSUM_START);
}

/** What a place says; null where it is not whole. */
function parsePlace(place: Buffer): { readonly turn: number; readonly record: CommitRecord } | null {
  if (place.length < PLACE_BYTES || !place.subarray(0, NAME.length).equals(NAME)) return null;
  if (place.readUInt32LE(CHECKSUM_START) !== crc32(place.subarray(0, CHECKSUM_START))) return null;
  const checkpoint = place.readBigInt64LE(32);
  const position = {
    checkpoint,
    header: place.readBigUInt64LE(40),
    fileBytes: place.readDoubleLE(48),
    logBytes: place.readDoubleLE(56),
    logChecksum: place.readDoubleLE(64),
  };
  const record = {
    identity: place.readBigInt64LE(16) || null,
    replacement: place.readBigInt64LE(24) || null,
    position: checkpoint === NO_POSITION ? null : position,
    ids: {
      eventId: place.readBigInt64LE(72),
      nextId: place.readBigInt64LE(80),
      callId: place.readBigInt64LE(88),
    },
  };
  return { turn: place.readDoubleLE(8), record };
}

/** Reads what is known to have been committed to a data directory. */
export function readRecord(directory: string): FoundRecord {
  const path = join(directory, LAST_COMMIT_FILE);
  if (!existsSync(path)) return "missing";
  const bytes = readFileSync(path);
  let newest: ReturnType<typeof parsePlace> = null;
  for (let start = 0; start < PLACES * PLACE_BYTES; start += PLACE_BYTES) {
    const place = parsePlace(bytes.subarray(start, start + PLACE_BYTES));
    if (place !== null && (newest === null || place.turn > newest.turn)) newest = place;
  }
  return newest?.record ?? "damaged";
}

/** Writes the file anew, with both places alike; on disk, and whole or as it was, when this returns. */
export function writeRecord(directory: string, record: CommitRecord): void {
  const path = join(directory, LAST_COMMIT_FILE);
  const written = `${path}.tmp`;
  const file = openSync(written, "w", 0o600);
  try {
    const places = Buffer.alloc(PLACES * PLACE_BYTES);
    for (let turn = 0; turn < PLACES; turn++)
      fillPlace(places.subarray(turn * PLACE_BYTES, (turn + 1) * PLACE_BYTES), record, turn);
    writeSync(file, places);
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

/** Notes of a directory that a backup has been restored into that nothing is known to have been committed to it. */
export function noteRestored(directory: string): void {
  const ids = { eventId: 0n, nextId: 0n, callId: 0n };
  writeRecord(directory, { identity: null, replacement: null, position: null, ids });
}

/** The file of a record that is written again at every commit. */
export class RecordFile {
  readonly descriptor: number;
  readonly #place = Buffer.alloc(PLACE_BYTES);
  #turn = PLACES - 1;

  /** Opens the file that `writeRecord` has written last. */
  constructor(directory: string) {
    this.descriptor = openSync(join(directory, LAST_COMMIT_FILE), "r+");
  }

  /** Writes a record in place of the one before the last; it survives the process at once, the machine once synced. */
  write(record: CommitRecord): void {
    const turn = ++this.#turn;
    fillPlace(this.#place, record, turn);
    writeSync(this.descriptor, this.#place, 0, PLACE_BYTES, (turn % PLACES) * PLACE_BYTES);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
