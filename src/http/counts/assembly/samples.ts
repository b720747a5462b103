/*
 * Writes samples as JSON. This is AssemblyScript, which the build compiles to WebAssembly: there a text is copied
 * sixteen bytes at a time, without a check of the room, in a third of the time that JavaScript takes.
 * `sample-writer.ts` copies samples into the memory of the module, reads the text, and has the imported functions.
 * The functions that run for each sample are inlined, which takes a quarter off the time. Only AssemblyScript has
 * decorators of functions: editors ignore them by a comment, and the linter, which cannot read them, skips this file.
 *
 * A row is a text of at most 31 bytes with its length in the last byte. Rows are copied whole, and the next text
 * overwrites the surplus bytes.
 */

/** Writes `YYYY-MM-DDT` of a day, in days since the epoch, to DATE. */
declare function writeDate(day: f64): void;
/** The quotients of whole numbers and the minutes of a measured time in ms. */
declare function ratesOf(measured: f64): usize;
/** Writes a quotient that its table does not have yet. Returns its row. */
declare function writeQuotient(quotients: usize, dividend: i32): usize;
/** Writes the average of a sample. Returns the address after it. */
declare function writeAverage(index: i32, at: usize): usize;

export const ROW_BYTES: usize = 32;
const LENGTH_AT: usize = ROW_BYTES - 1;

const DAY_MS: f64 = 86_400_000;
const MINUTE_MS: u32 = 60_000;
const SECOND_MS: u32 = 1_000;

/** Maximum number of samples. */
export const SAMPLES_MAX: i32 = 256;
/** Maximum bytes of a sample and the text after it: every number in it has 25 characters at most. */
const SAMPLE_BYTES_MAX: usize = 640;
/** Rows of a table of quotients: the dividends are the whole numbers below this. */
export const DIVIDENDS: u32 = 1_024;
/** Maximum number of tables of quotients: as many as the samples can need, of capacities and of times. */
export const TABLES: usize = 2 + usize(SAMPLES_MAX);
export const TABLE_BYTES: usize = usize(DIVIDENDS) * ROW_BYTES;

// The columns of the samples to be written, as `Samples` has them.
export const STARTS: usize = wideColumn();
export const ENDS: usize = wideColumn();
export const MEASURED: usize = wideColumn();
export const COUNTS: usize = narrowColumn();
export const MINS: usize = narrowColumn();
export const MAXS: usize = narrowColumn();
export const ENTRANCES: usize = narrowColumn();
export const EXITS: usize = narrowColumn();

/** The address that samples are written to. */
export const TEXT: usize = heap.alloc(usize(SAMPLES_MAX) * SAMPLE_BYTES_MAX);
/** Tables of quotients, each of one divisor. If a row's length is 0, its text has not been written yet. */
export const QUOTIENTS: usize = heap.alloc(TABLES * TABLE_BYTES);
/** The table without a divisor: all its quotients are null. */
export const NO_QUOTIENTS: usize = 0;
/** Scratch row. */
export const SPARE: usize = heap.alloc(ROW_BYTES);
/** `YYYY-MM-DDT` of the day that was written last. */
export const DATE: usize = heap.alloc(16);

const DATE_LENGTH: usize = 11;
const INSTANT_LENGTH: usize = 24;
/** Midnight UTC of the day whose date it is, in ms. */
let dayStart: f64 = NaN;

/** Of each minute of a day `HH:mm:` in 8 bytes; of each second of a minute `ss.`, of each ms of it `SSSZ`, in 4. */
const MINUTE_TEXTS: usize = heap.alloc(1_440 * 8);
const SECOND_TEXTS: usize = heap.alloc(60 * 4);
const MILLISECOND_TEXTS: usize = heap.alloc(1_000 * 4);
const MINUTE_LENGTH: usize = 6;
const SECOND_LENGTH: usize = 3;

/** Of each number below NUMERALS_MAX its digits, and in the last of 8 bytes their number. */
const NUMERALS_MAX: u32 = 10_000;
const NUMERALS: usize = heap.alloc(NUMERALS_MAX * 8);

const NEXT = row('}}},{"timestamp":"');
/** Length of the part of NEXT that ends the previous sample. */
export const END_LENGTH: usize = 4;
const COUNT = row('","count":');
const INTERVAL = row(',"interval":{"start":"');
const END = row('","end":"');
const ANALYTICS = row('","analytics":{"min":');
const MAX = row(',"max":');
const EVENTS = row(',"events":');
const ENTERED = row(',"entrances":');
const EXITED = row(',"exits":');
const UTILIZATION = row(',"utilization":');
const TARGET_UTILIZATION = row(',"target_utilization":');
const ENTRY_RATE = row(',"entry_rate":');
const EXIT_RATE = row(',"exit_rate":');
const AVERAGE = row(',"average":');
const NULL = row("null");

fillTables();

/**
 * Writes samples one after another, each with its closing brackets, except those of the last.
 *
 * @param from index of the first sample
 * @param to index after the last sample
 * @param step 1, or -1 for descending order
 * @param capacity the quotients of the space's capacity
 * @param targetCapacity those of its target
 * @param hasAverages whether each ends with its average
 * @returns the address after the text
 */
export function write(
  from: i32,
  to: i32,
  step: i32,
  capacity: usize,
  targetCapacity: usize,
  hasAverages: bool,
): usize {
  let at = TEXT;
  let measured: f64 = NaN;
  let rates: usize = NO_QUOTIENTS;
  for (let i = from; i != to; i += step) {
    const time = wideAt(MEASURED, i);
    if (time != measured) {
      rates = ratesOf(time);
      measured = time;
    }
    const max = narrowAt(MAXS, i);
    const entrances = narrowAt(ENTRANCES, i);
    const exits = narrowAt(EXITS, i);
    const start = putRow(at, NEXT);
    at = putInstant(start, wideAt(STARTS, i));
    at = putInteger(putRow(at, COUNT), narrowAt(COUNTS, i));
    at = putCopy(putRow(at, INTERVAL), start);
    at = putInstant(putRow(at, END), wideAt(ENDS, i) - 1);
    at = putInteger(putRow(at, ANALYTICS), narrowAt(MINS, i));
    at = putInteger(putRow(at, MAX), max);
    at = putInteger(putRow(at, EVENTS), i64(entrances) + exits);
    at = putInteger(putRow(at, ENTERED), entrances);
    at = putInteger(putRow(at, EXITED), exits);
    at = putQuotient(putRow(at, UTILIZATION), capacity, max);
    at = putQuotient(putRow(at, TARGET_UTILIZATION), targetCapacity, max);
    at = putQuotient(putRow(at, ENTRY_RATE), rates, entrances);
    at = putQuotient(putRow(at, EXIT_RATE), rates, exits);
    if (hasAverages) at = writeAverage(i, putRow(at, AVERAGE));
  }
  return at;
}

// @ts-ignore: decorator
@inline
function putRow(at: usize, from: usize): usize {
  v128.store(at, v128.load(from));
  v128.store(at, v128.load(from, 16), 16);
  return at + load<u8>(from, LENGTH_AT);
}

/** An instant in ms. Each part overwrites the surplus bytes of the one before. */
// @ts-ignore: decorator
@inline
function putInstant(at: usize, instant: f64): usize {
  if (!(instant >= dayStart && instant < dayStart + DAY_MS)) turnTo(instant);
  const ms = u32(instant - dayStart);
  const minute = ms / MINUTE_MS;
  const msOfMinute = ms - minute * MINUTE_MS;
  const second = msOfMinute / SECOND_MS;
  const msOfSecond = msOfMinute - second * SECOND_MS;
  v128.store(at, v128.load(DATE));
  const time = at + DATE_LENGTH;
  store<u64>(time, load<u64>(MINUTE_TEXTS + 8 * minute));
  store<u32>(time + MINUTE_LENGTH, load<u32>(SECOND_TEXTS + 4 * second));
  store<u32>(time + MINUTE_LENGTH + SECOND_LENGTH, load<u32>(MILLISECOND_TEXTS + 4 * msOfSecond));
  return at + INSTANT_LENGTH;
}

function turnTo(instant: f64): void {
  const day = Math.floor(instant / DAY_MS);
  writeDate(day);
  dayStart = day * DAY_MS;
}

/** Copies an instant already written. */
// @ts-ignore: decorator
@inline
function putCopy(at: usize, instant: usize): usize {
  v128.store(at, v128.load(instant));
  store<u64>(at, load<u64>(instant, 16), 16);
  return at + INSTANT_LENGTH;
}

// @ts-ignore: decorator
@inline
function putInteger(at: usize, value: i64): usize {
  if (u64(value) >= NUMERALS_MAX) return putLongInteger(at, value);
  const numeral = load<u64>(NUMERALS + 8 * usize(value));
  store<u64>(at, numeral);
  return at + usize(numeral >> 56);
}

function putLongInteger(at: usize, value: i64): usize {
  const isNegative = value < 0;
  if (isNegative) store<u8>(at, 0x2d);
  const start = at + usize(isNegative);
  const magnitude = isNegative ? -value : value;
  let digits = 1;
  for (let rest = magnitude; rest >= 10; rest /= 10) digits++;
  putDigits(start, magnitude, digits);
  return start + digits;
}

// @ts-ignore: decorator
@inline
function putQuotient(at: usize, quotients: usize, dividend: i32): usize {
  if (quotients == NO_QUOTIENTS) return putRow(at, NULL);
  const known = quotients + ROW_BYTES * dividend;
  if (u32(dividend) < DIVIDENDS && load<u8>(known, LENGTH_AT) != 0) return putRow(at, known);
  return putRow(at, writeQuotient(quotients, dividend));
}

/** Writes the last `digits` digits of a number. */
function putDigits(at: usize, value: i64, digits: i32): void {
  for (let i = digits - 1; i >= 0; i--) {
    store<u8>(at + i, 0x30 + u8(value % 10));
    value /= 10;
  }
}

function fillTables(): void {
  for (let n: u32 = 0; n < NUMERALS_MAX; n++) {
    const digits = n < 10 ? 1 : n < 100 ? 2 : n < 1_000 ? 3 : 4;
    putDigits(NUMERALS + 8 * n, n, digits);
    store<u8>(NUMERALS + 8 * n, digits, 7);
  }
  for (let minute: u32 = 0; minute < 1_440; minute++) {
    const at = MINUTE_TEXTS + 8 * minute;
    putDigits(at, minute / 60, 2);
    store<u8>(at, 0x3a, 2);
    putDigits(at + 3, minute % 60, 2);
    store<u8>(at, 0x3a, 5);
  }
  for (let second: u32 = 0; second < 60; second++) {
    putDigits(SECOND_TEXTS + 4 * second, second, 2);
    store<u8>(SECOND_TEXTS + 4 * second, 0x2e, 2);
  }
  for (let ms: u32 = 0; ms < 1_000; ms++) {
    putDigits(MILLISECOND_TEXTS + 4 * ms, ms, 3);
    store<u8>(MILLISECOND_TEXTS + 4 * ms, 0x5a, 3);
  }
}

/** A row with a text of ASCII. */
function row(text: string): usize {
  const at = heap.alloc(ROW_BYTES);
  for (let i = 0; i < text.length; i++) store<u8>(at + i, text.charCodeAt(i));
  store<u8>(at, text.length, LENGTH_AT);
  return at;
}

function wideColumn(): usize {
  return heap.alloc(SAMPLES_MAX * sizeof<f64>());
}

function narrowColumn(): usize {
  return heap.alloc(SAMPLES_MAX * sizeof<i32>());
}

// @ts-ignore: decorator
@inline
function wideAt(column: usize, index: i32): f64 {
  return load<f64>(column + index * sizeof<f64>());
}

// @ts-ignore: decorator
@inline
function narrowAt(column: usize, index: i32): i32 {
  return load<i32>(column + index * sizeof<i32>());
}
