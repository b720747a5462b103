import { MINUTE_MS } from "../../domain/instant.ts";
import type { CountSeries } from "../../engine/counts.ts";
import { copyInstant, InstantWriter } from "./instant-words.ts";
import type { JsonBytes } from "./json-bytes.ts";
import { NumberTexts, NumberTextsCache } from "./number-texts.ts";
import { putText, putWords, wordsOf } from "./text-words.ts";

/** How samples are written: DESC is the last one first; with or without the average of each. */
export interface SampleStyle {
  readonly order: "ASC" | "DESC";
  readonly averages: boolean;
}

/** What a sample takes, about. */
const SAMPLE_BYTES = 320;

/** What a sample takes at most, and what may be written after it: every number in it has 25 characters at most. */
const SAMPLE_BYTES_MAX = 640;

/** Characters of the longest quotient, with some to spare. */
const QUOTIENT_LENGTH = 24;

const FIRST = wordsOf(`{"timestamp":"`);
const NEXT = wordsOf(`}}},{"timestamp":"`);
const counted = new NumberTexts((count) => `","count":${count},"interval":{"start":"`);
const END = wordsOf(`","end":"`);
const minima = new NumberTexts((min) => `","analytics":{"min":${min},"max":`);
const maxima = new NumberTexts((max) => `${max},"events":`);
const summed = new NumberTexts((events) => `${events},"entrances":`);
const entered = new NumberTexts((entrances) => `${entrances},"exits":`);
const exited = new NumberTexts(String);
const AVERAGE = wordsOf(`,"average":`);
const quotients = new NumberTextsCache();
const instants = new InstantWriter();

/** Bytes that so many samples take, about, with what there has to be room for besides. */
export function sampleBytes(samples: number): number {
  return SAMPLE_BYTES * samples + SAMPLE_BYTES_MAX;
}

/**
 * Writes the samples of a series from index `from` up to, not including, `to`, as the items of a JSON list: the
 * same text that JSON.stringify writes of them, in a fraction of the time, since what comes again and again is
 * there as bytes.
 */
export function writeSamples(
  out: JsonBytes,
  { samples, space }: CountSeries,
  from: number,
  to: number,
  { order, averages: hasAverages }: SampleStyle,
): void {
  const { starts, ends, counts, mins, maxs, entrances, exits, averages, measured } = samples;
  const first = Math.max(0, from);
  const last = Math.min(to, samples.length) - 1;
  const utilizations = utilizationTexts(space);
  let rates = lastRates;
  let at = out.length;
  for (let n = 0; n <= last - first; n++) {
    const view = out.room(SAMPLE_BYTES_MAX);
    const i = order === "ASC" ? first + n : last - n;
    const max = maxs[i] as number;
    const entrance = entrances[i] as number;
    const exit = exits[i] as number;
    if (measured[i] !== rates.ms) rates = rateTexts(measured[i] as number);
    const start = putWords(view, at, n === 0 ? FIRST : NEXT);
    at = instants.write(view, start, starts[i] as number);
    at = counted.put(view, at, counts[i] as number);
    at = copyInstant(view, start, at);
    at = putWords(view, at, END);
    at = instants.write(view, at, (ends[i] as number) - 1);
    at = minima.put(view, at, mins[i] as number);
    at = maxima.put(view, at, max);
    at = summed.put(view, at, entrance + exit);
    at = entered.put(view, at, entrance);
    at = exited.put(view, at, exit);
    at = utilizations.put(view, at, max);
    at = rates.entries.put(view, at, entrance);
    at = rates.exits.put(view, at, exit);
    if (hasAverages) {
      at = putWords(view, at, AVERAGE);
      at = putText(view, at, String(averages[i]));
    }
    out.wrote(at);
  }
  if (last >= first) out.text("}}}");
  lastRates = rates;
}

/** Both utilizations of a highest count; null where the space has no such capacity. */
function utilizationTexts({ capacity, targetCapacity }: CountSeries["space"]): NumberTexts {
  const quotient = (max: number, divisor: number | null) => (divisor ? String(max / divisor) : "null");
  const write = (utilization: string, target: string) =>
    `,"utilization":${utilization},"target_utilization":${target}`;
  const lengthOf = (divisor: number | null) => (divisor ? QUOTIENT_LENGTH : "null".length);
  return quotients.get(
    `${capacity} ${targetCapacity}`,
    (max) => write(quotient(max, capacity), quotient(max, targetCapacity)),
    write("", "").length + lengthOf(capacity) + lengthOf(targetCapacity),
  );
}

/** Entrances, and exits, a minute of measured time. */
interface RateTexts {
  /** The measured time. */
  readonly ms: number;
  readonly entries: NumberTexts;
  readonly exits: NumberTexts;
}

function rateTexts(ms: number): RateTexts {
  const minutes = ms / MINUTE_MS;
  const texts = (name: string) => {
    const start = `,"${name}":`;
    return quotients.get(`${name} ${ms}`, (n) => start + n / minutes, start.length + QUOTIENT_LENGTH);
  };
  return { ms, entries: texts("entry_rate"), exits: texts("exit_rate") };
}

/** Those that were wanted last: most answers want the same. */
let lastRates = rateTexts(MINUTE_MS);
