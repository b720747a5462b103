import { deserialize, serialize } from "node:v8";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { HeadcountError } from "../../domain/errors.ts";
import { TextColumn } from "../../domain/text-column.ts";
import type { LogColumns, LogRecord, NewEvents, NewReadings, StoredReading, VoidedEvents } from "../ports.ts";

/**
 * The newest format of records that this release reads and writes. It reads and writes all formats from 1 on, because the
 * servers of a cluster write the log's format. A change of the bytes, and each new part of a record, adds 1.
 */
export const RECORD_FORMAT = 1;

/**
 * The bytes of a record: a head of 12 bytes, then a body, compressed with DEFLATE. The head has the letters HCR and the
 * number of the format, in every format; then the length and CRC-32 of the compressed body, as little-endian 32-bit
 * numbers. The body is a record in the format of `node:v8`, which is safe to store: every later release of Node reads it.
 * It has columns of numbers in the narrowest width, and timestamps as differences.
 */
const LETTERS = "HCR";
const HEAD_BYTES = 12;

/** The most bytes of a body before it is compressed. */
const BODY_BYTES_MAX = 2 ** 29;

/** Little effort: a record is written once and read by each follower. */
const EFFORT = { level: 1 };

const FIELDS: Readonly<Record<keyof LogRecord, true>> = {
  acceptedLoss: true,
  actor: true,
  answers: true,
  deliveries: true,
  catalog: true,
  duplicates: true,
  events: true,
  format: true,
  ids: true,
  load: true,
  logStart: true,
  notifications: true,
  now: true,
  outcomes: true,
  part: true,
  readings: true,
  requests: true,
  surplus: true,
  voided: true,
};

interface PackedColumns {
  /** The first timestamp, in ms. */
  readonly start: number;
  /** For each event, twice the difference from the timestamp before it, in ms; plus 1 for the trajectory +1. */
  readonly crossings: Numbers;
  readonly sensorKeys: Numbers;
  readonly eventIds: { readonly bytes: Uint8Array; readonly lengths: Numbers } | null;
}

type Numbers = Int8Array | Int16Array | Int32Array | Float64Array;

interface PackedRecord extends Omit<LogRecord, "events" | "part" | "readings" | "voided"> {
  readonly readings?: Omit<NewReadings, "derived"> & { readonly rows: readonly StoredReading[] };
  readonly events?: Omit<NewEvents, "columns"> & { readonly columns: PackedColumns };
  readonly part?: { readonly columns: PackedColumns; readonly rows: Numbers };
  readonly voided?: Omit<VoidedEvents, "ids"> & { readonly ids: Numbers };
}

/** The bytes of a record. @param format the number of the format, 1 to RECORD_FORMAT */
export function encodeRecord(
  { events, part, readings, voided, ...rest }: LogRecord,
  format = RECORD_FORMAT,
): Buffer {
  const revised = readings?.revised && { revised: readings.revised };
  const packed: PackedRecord = {
    ...rest,
    ...(events && { events: { ...events, columns: pack(events.columns) } }),
    ...(part && { part: { columns: pack(part.columns), rows: narrowed(differences(part.rows)) } }),
    ...(readings && { readings: { rows: [...readings.rows], lines: readings.lines, ...revised } }),
    ...(voided && { voided: { ...voided, ids: narrowed(differences(voided.ids)) } }),
  };
  const body = deflateRawSync(serialize(packed), EFFORT);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(LETTERS, "latin1");
  head.writeUInt8(format, 3);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(crc32(body), 8);
  return Buffer.concat([head, body]);
}

/**
 * The record of some bytes.
 *
 * @param what names the record in errors
 * @throws HeadcountError `store-newer` if it has a format of a later release; `store-damaged` if it is not whole
 */
export function decodeRecord(bytes: Buffer, what = "a record"): LogRecord {
  const damaged = (reason: string) => new HeadcountError("store-damaged", `${what} is damaged: ${reason}`);
  const newer = (reason: string) =>
    new HeadcountError("store-newer", `a later release has written ${what}: ${reason}; upgrade Headcount`);
  if (bytes.length < HEAD_BYTES || bytes.toString("latin1", 0, 3) !== LETTERS)
    throw damaged("it does not begin as records do");
  const format = bytes.readUInt8(3);
  if (format === 0) throw damaged("its format is 0");
  if (format > RECORD_FORMAT)
    throw newer(`it has format ${format}, and this release reads formats up to ${RECORD_FORMAT}`);
  const body = bytes.subarray(HEAD_BYTES);
  const length = bytes.readUInt32LE(4);
  if (body.length !== length) throw damaged(`it has ${body.length} bytes of ${length}`);
  if (crc32(body) !== bytes.readUInt32LE(8)) throw damaged("its checksum is wrong");
  const record: PackedRecord = deserialize(inflateRawSync(body, { maxOutputLength: BODY_BYTES_MAX }));
  const unknown = Object.keys(record).find((field) => !Object.hasOwn(FIELDS, field));
  if (unknown !== undefined) throw newer(`this release does not know its part ${unknown}`);
  const { events, part, voided, ...rest } = record;
  return {
    ...rest,
    ...(events && { events: { ...events, columns: unpack(events.columns) } }),
    ...(part && { part: { columns: unpack(part.columns), rows: new Int32Array(sums(part.rows)) } }),
    ...(voided && { voided: { ...voided, ids: sums(voided.ids) } }),
  };
}

function pack({ timestamps, sensorKeys, trajectories, eventIds }: LogColumns): PackedColumns {
  const [start = 0] = timestamps;
  const crossings = differences(timestamps, start);
  for (let row = 0; row < crossings.length; row++)
    crossings[row] = 2 * (crossings[row] as number) + (trajectories[row] === 1 ? 1 : 0);
  return {
    start,
    crossings: narrowed(crossings),
    sensorKeys: narrowed(sensorKeys),
    eventIds: eventIds && { bytes: eventIds.bytes, lengths: narrowed(differences(eventIds.ends)) },
  };
}

function unpack({ start, crossings, sensorKeys, eventIds }: PackedColumns): LogColumns {
  const { length } = crossings;
  const timestamps = new Float64Array(length);
  const trajectories = new Int8Array(length);
  let time = start;
  for (let row = 0; row < length; row++) {
    const crossing = crossings[row] as number;
    // A remainder of negative numbers, which can be -0, takes long.
    const difference = Math.floor(crossing / 2);
    time += difference;
    timestamps[row] = time;
    trajectories[row] = crossing === 2 * difference ? -1 : 1;
  }
  return {
    length,
    timestamps,
    sensorKeys: new Int32Array(sensorKeys),
    trajectories,
    eventIds: eventIds && new TextColumn(eventIds.bytes, new Uint32Array(sums(eventIds.lengths))),
  };
}

/** The difference of each number from the one before it, and of the first from another one. */
function differences(numbers: Readonly<ArrayLike<number>>, start = 0): Float64Array {
  const found = new Float64Array(numbers.length);
  let before = start;
  for (let index = 0; index < found.length; index++) {
    const number = numbers[index] as number;
    found[index] = number - before;
    before = number;
  }
  return found;
}

function sums(differences: Numbers): Float64Array {
  const found = new Float64Array(differences.length);
  let sum = 0;
  for (let index = 0; index < found.length; index++) {
    sum += differences[index] as number;
    found[index] = sum;
  }
  return found;
}

/** Whole numbers as the narrowest kind of array that holds them. */
function narrowed(numbers: Float64Array | Int32Array): Numbers {
  let [least, greatest] = [0, 0];
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    if (number < least) least = number;
    else if (number > greatest) greatest = number;
  }
  const isWithin = (bits: number) => least >= -(2 ** (bits - 1)) && greatest < 2 ** (bits - 1);
  if (isWithin(8)) return new Int8Array(numbers);
  if (isWithin(16)) return new Int16Array(numbers);
  return isWithin(32) ? new Int32Array(numbers) : new Float64Array(numbers);
}
