import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { flushToDisk } from "../../disk.ts";
import { LAST_COMMIT_FILE } from "../../domain/data-directory.ts";

/** The position of the database's file and its log of changes. Both only grow until a checkpoint is written. */
export interface DatabasePosition {
  /** The number of checkpoints of the database's file. */
  readonly checkpoint: bigint;
  /** The checksum of that checkpoint's header. */
  readonly header: bigint;
  /** The length of the database's file after that checkpoint, in bytes. */
  readonly fileBytes: number;
  /** The length of its log of changes, in bytes, and the CRC-32 of these bytes. */
  readonly logBytes: number;
  readonly logChecksum: number;
}

/** The highest ids that have been assigned, so that none is assigned twice. */
export interface HighestIds {
  readonly eventId: bigint;
  /** The next id in the catalog. */
  readonly nextId: bigint;
  /** Of calls of webhooks. */
  readonly callId: bigint;
}

/** The recorded commits of a data directory. */
export interface CommitRecord {
  /** The identity of the database's file; null if any file is accepted, as after a restore. */
  readonly identity: bigint | null;
  /** The identity of a file that may have replaced it. */
  readonly replacement: bigint | null;
  readonly position: DatabasePosition | null;
  readonly ids: HighestIds;
}

/** The record, or `missing` or `damaged`. */
export type FoundRecord = "missing" | "damaged" | CommitRecord;

/**
 * Bytes of each of the file's two slots, which are written alternately: if a machine stops during a write, the other
 * slot is still valid. A slot has a magic word, numbers of 64 bits, and the CRC-32 of both; the rest is empty.
 */
const SLOT_BYTES = 512;
const SLOTS = 2;
/** The magic word that each slot begins with; it has the version of the format. */
const MAGIC = Buffer.from("HCMARK 1");
const CHECKSUM_START = 96;
/** Instead of a number of checkpoints, if none is known. */
const NO_POSITION = -1n;

/** Writes a record into a buffer of a slot's length. The slot with the higher sequence number is the newer one. */
function fillSlot(slot: Buffer, record: CommitRecord, sequence: number): void {
  const { identity, replacement, position, ids } = record;
  MAGIC.copy(slot);
  slot.writeDoubleLE(sequence, 8);
  slot.writeBigInt64LE(identity ?? 0n, 16);
  slot.writeBigInt64LE(replacement ?? 0n, 24);
  slot.writeBigInt64LE(position?.checkpoint ?? NO_POSITION, 32);
  slot.writeBigUInt64LE(position?.header ?? 0n, 40);
  slot.writeDoubleLE(position?.fileBytes ?? 0, 48);
  slot.writeDoubleLE(position?.logBytes ?? 0, 56);
  slot.writeDoubleLE(position?.logChecksum ?? 0, 64);
  slot.writeBigInt64LE(ids.eventId, 72);
  slot.writeBigInt64LE(ids.nextId, 80);
  slot.writeBigInt64LE(ids.callId, 88);
  slot.writeUInt32LE(crc32(slot.subarray(0, CHECKSUM_START)), CHECKSUM_START);
}

/** The record in a slot; null if the slot is damaged. */
function parseSlot(slot: Buffer): { readonly sequence: number; readonly record: CommitRecord } | null {
  if (slot.length < SLOT_BYTES || !slot.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  if (slot.readUInt32LE(CHECKSUM_START) !== crc32(slot.subarray(0, CHECKSUM_START))) return null;
  const checkpoint = slot.readBigInt64LE(32);
  const position = {
    checkpoint,
    header: slot.readBigUInt64LE(40),
    fileBytes: slot.readDoubleLE(48),
    logBytes: slot.readDoubleLE(56),
    logChecksum: slot.readDoubleLE(64),
  };
  const record = {
    identity: slot.readBigInt64LE(16) || null,
    replacement: slot.readBigInt64LE(24) || null,
    position: checkpoint === NO_POSITION ? null : position,
    ids: {
      eventId: slot.readBigInt64LE(72),
      nextId: slot.readBigInt64LE(80),
      callId: slot.readBigInt64LE(88),
    },
  };
  return { sequence: slot.readDoubleLE(8), record };
}

/** Reads the record of a data directory. */
export function readRecord(directory: string): FoundRecord {
  const path = join(directory, LAST_COMMIT_FILE);
  if (!existsSync(path)) return "missing";
  const bytes = readFileSync(path);
  let newest: ReturnType<typeof parseSlot> = null;
  for (let start = 0; start < SLOTS * SLOT_BYTES; start += SLOT_BYTES) {
    const slot = parseSlot(bytes.subarray(start, start + SLOT_BYTES));
    if (slot !== null && (newest === null || slot.sequence > newest.sequence)) newest = slot;
  }
  return newest?.record ?? "damaged";
}

/** Replaces the file atomically, with the same record in both slots; the new file is on disk when this resolves. */
export async function writeRecord(directory: string, record: CommitRecord): Promise<void> {
  const path = join(directory, LAST_COMMIT_FILE);
  const written = `${path}.tmp`;
  const slots = Buffer.alloc(SLOTS * SLOT_BYTES);
  for (let sequence = 0; sequence < SLOTS; sequence++)
    fillSlot(slots.subarray(sequence * SLOT_BYTES, (sequence + 1) * SLOT_BYTES), record, sequence);
  writeFileSync(written, slots, { mode: 0o600, flush: true });
  renameSync(written, path);
  await flushToDisk(directory);
}

/** Records for a directory with a restored backup that no commits to it are known. */
export async function noteRestored(directory: string): Promise<void> {
  const ids = { eventId: 0n, nextId: 0n, callId: 0n };
  await writeRecord(directory, { identity: null, replacement: null, position: null, ids });
}

/** The file of a record that is overwritten at every commit. */
export class RecordFile {
  readonly descriptor: number;
  readonly #slot = Buffer.alloc(SLOT_BYTES);
  #sequence = SLOTS - 1;

  /** Opens the file that `writeRecord` has written last. */
  constructor(directory: string) {
    this.descriptor = openSync(join(directory, LAST_COMMIT_FILE), "r+");
  }

  /** Overwrites the older slot. The record survives the process at once, and a power cut once it has been synced. */
  write(record: CommitRecord): void {
    const sequence = ++this.#sequence;
    fillSlot(this.#slot, record, sequence);
    writeSync(this.descriptor, this.#slot, 0, SLOT_BYTES, (sequence % SLOTS) * SLOT_BYTES);
  }

  close(): void {
    closeSync(this.descriptor);
  }
}
