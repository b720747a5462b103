import { z } from "zod";
import { formatInstant, MINUTE_MS } from "../../domain/instant.ts";
import type { CountRow } from "../../engine/counts/count-rows.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";
import { namedObject } from "../../schemas/fields.ts";

/** One sample (D12). With `averages=true` it has the time-weighted mean of its count (D22). */
export const countSample = namedObject("CountSample", {
  timestamp: z.string(),
  count: z.int(),
  interval: z.object({
    start: z.string(),
    end: z.string(),
    analytics: z.object({
      min: z.int(),
      max: z.int(),
      events: z.int(),
      entrances: z.int(),
      exits: z.int(),
      utilization: z.number().nullable(),
      target_utilization: z.number().nullable(),
      entry_rate: z.number(),
      exit_rate: z.number(),
      average: z.number().optional(),
    }),
  }),
});

/** How samples are written: DESC is the last sample first; `averages` adds the average of each. */
export interface SampleStyle {
  readonly order: "ASC" | "DESC";
  readonly averages: boolean;
}

/**
 * Samples as the items of a JSON list: the same text as JSON.stringify, in a fraction of the time, since most of it is
 * made of texts that occur again. It is ASCII. They are written from one sample up to, not including, another.
 */
export function samplesText(
  { samples, space: { capacity, targetCapacity } }: CountSeries,
  { order, averages }: SampleStyle,
  { from, to } = { from: 0, to: samples.length },
): string {
  const first = Math.max(0, from);
  const last = Math.min(to, samples.length) - 1;
  let text = "";
  for (let n = first; n <= last; n++) {
    const i = order === "ASC" ? n : first + last - n;
    const times = timesOf(samples.starts[i] as number, samples.ends[i] as number);
    const share = shareOf(samples.maxs[i] as number, capacity, targetCapacity);
    const minutes = (samples.measured[i] as number) / MINUTE_MS;
    const flows = flowsOf(samples.entrances[i] as number, samples.exits[i] as number, minutes);
    text += times.count + samples.counts[i] + times.min + samples.mins[i] + share.max + flows.passages;
    text += share.utilization + flows.rates;
    if (averages) text += `,"average":${samples.averages[i]}`;
  }
  return text === "" ? "" : (text + END).slice(NEXT.length);
}

/** The end of a sample, and what is between it and the next. */
const END = "}}}";
const NEXT = `${END},`;

/** The number of texts of each kind that are kept; the slot of one is the remainder of its division of a number. */
const SLOTS = 4_093;

/** The texts of an interval: from the end of the sample before up to its count, and from there up to its minimum. */
interface TimesText {
  readonly start: number;
  readonly end: number;
  readonly count: string;
  readonly min: string;
}

const times = new Array<TimesText | undefined>(SLOTS);

function timesOf(start: number, end: number): TimesText {
  const slot = ((start / MINUTE_MS) >>> 0) % SLOTS;
  const kept = times[slot];
  if (kept !== undefined && kept.start === start && kept.end === end) return kept;
  const [first, last] = [formatInstant(start), formatInstant(end - 1)];
  const count = flat(`${NEXT}{"timestamp":"${first}","count":`);
  const min = flat(`,"interval":{"start":"${first}","end":"${last}","analytics":{"min":`);
  const made = { start, end, count, min };
  times[slot] = made;
  return made;
}

interface ShareText {
  readonly people: number;
  readonly capacity: number | null;
  readonly target: number | null;
  readonly max: string;
  readonly utilization: string;
}

const shares = new Array<ShareText | undefined>(SLOTS);

function shareOf(people: number, capacity: number | null, target: number | null): ShareText {
  const slot = (people >>> 0) % SLOTS;
  const kept = shares[slot];
  if (kept !== undefined && kept.people === people && kept.capacity === capacity && kept.target === target)
    return kept;
  const [ofCapacity, ofTarget] = [capacity ? people / capacity : null, target ? people / target : null];
  const utilization = flat(`,"utilization":${ofCapacity},"target_utilization":${ofTarget}`);
  const made = { people, capacity, target, max: flat(`,"max":${people}`), utilization };
  shares[slot] = made;
  return made;
}

interface FlowsText {
  readonly entrances: number;
  readonly exits: number;
  readonly minutes: number;
  readonly passages: string;
  readonly rates: string;
}

const flows = new Array<FlowsText | undefined>(SLOTS);

function flowsOf(entrances: number, exits: number, minutes: number): FlowsText {
  const slot = (entrances * 64 + exits) % SLOTS;
  const kept = flows[slot];
  if (kept !== undefined && kept.entrances === entrances && kept.exits === exits && kept.minutes === minutes)
    return kept;
  const events = entrances + exits;
  const passages = flat(`,"events":${events},"entrances":${entrances},"exits":${exits}`);
  const rates = flat(`,"entry_rate":${entrances / minutes},"exit_rate":${exits / minutes}`);
  const made = { entrances, exits, minutes, passages, rates };
  flows[slot] = made;
  return made;
}

/** An equal text without references to the parts that it is made of, which would be followed at each use. */
function flat(text: string): string {
  return Buffer.from(text, "latin1").toString("latin1");
}

/** A sample as the API answers it; many samples are written by `samplesText`. */
export function presentSample(row: CountRow, average?: number): z.output<typeof countSample> {
  const { timestamp, count, start, end, ...analytics } = row;
  return {
    timestamp: formatInstant(timestamp),
    count,
    interval: {
      start: formatInstant(start),
      end: formatInstant(end),
      analytics: average === undefined ? analytics : { ...analytics, average },
    },
  };
}
