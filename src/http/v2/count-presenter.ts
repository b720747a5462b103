import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { formatDuration } from "../../domain/local-time.ts";
import type { CountRow } from "../../engine/counts/count-rows.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";
import { v2Schemas } from "../../schemas/fields.ts";

/** One sample (D12). With `averages=true` it has the time-weighted mean of its count (D22). */
export const countSample = z
  .object({
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
  })
  .register(v2Schemas, { id: "CountSample" });

const extreme = z.object({ value: z.int().nullable(), timestamp: z.string().nullable() });
const flow = z.object({ total: z.int(), average: z.number().nullable(), peak: extreme });

/** The metrics of a whole range (D13, D15). */
export const countMetrics = z
  .object({
    entrances: flow,
    exits: flow,
    count: z.object({ average: z.number().nullable(), min: extreme, max: extreme }),
    target_utilization: z
      .object({
        average: z.number().nullable(),
        min: z.number().nullable(),
        max: z.number().nullable(),
        durations: z.object({ 0: z.string(), 40: z.string(), 80: z.string(), 100: z.string() }),
      })
      .nullable(),
    safe_threshold: z
      .object({ limit: z.number(), breaches: z.int(), unsafe_duration: z.string() })
      .nullable(),
  })
  .register(v2Schemas, { id: "CountMetrics" });

/** The counts of one space in an answer with several spaces. */
export const countsOfSpace = z
  .object({
    space_id: z.string(),
    total: z.int(),
    metrics: countMetrics,
    results: z.array(countSample),
  })
  .register(v2Schemas, { id: "SpaceCounts" });

type Metrics = CountSeries["metrics"];

/** As `countsOfSpace`, without the samples. */
export function presentSpaceHead(series: CountSeries): Omit<z.output<typeof countsOfSpace>, "results"> {
  return {
    space_id: formatId("space", series.space.id),
    total: series.samples.length,
    metrics: presentMetrics(series),
  };
}

/**
 * A sample as the API answers it; many samples are written by `writeSamples`.
 *
 * @param average the time-weighted mean of its count, with `averages=true`
 */
export function presentSample(row: CountRow, average?: number): z.output<typeof countSample> {
  return {
    timestamp: formatInstant(row.timestamp),
    count: row.count,
    interval: {
      start: formatInstant(row.start),
      end: formatInstant(row.end),
      analytics: {
        min: row.min,
        max: row.max,
        events: row.events,
        entrances: row.entrances,
        exits: row.exits,
        utilization: row.utilization,
        target_utilization: row.targetUtilization,
        entry_rate: row.entryRate,
        exit_rate: row.exitRate,
        ...(average === undefined ? {} : { average }),
      },
    },
  };
}

/** The metrics of a range; those that are undefined are null (D13). */
export function presentMetrics({ metrics, safeThreshold }: CountSeries): z.output<typeof countMetrics> {
  const { entrances, exits, count, targetUtilization } = metrics;
  return {
    entrances: presentFlow(entrances),
    exits: presentFlow(exits),
    count: { average: count.average, min: presentExtreme(count.min), max: presentExtreme(count.max) },
    target_utilization: presentTarget(targetUtilization),
    safe_threshold: safeThreshold && {
      limit: safeThreshold.limit,
      breaches: safeThreshold.breaches,
      unsafe_duration: formatDuration(safeThreshold.unsafeDuration),
    },
  };
}

function presentTarget(
  target: Metrics["targetUtilization"],
): z.output<typeof countMetrics>["target_utilization"] {
  if (target === null) return null;
  const { average, min, max, durations } = target;
  return {
    average,
    min,
    max,
    durations: {
      0: formatDuration(durations[0]),
      40: formatDuration(durations[1]),
      80: formatDuration(durations[2]),
      100: formatDuration(durations[3]),
    },
  };
}

function presentFlow({ total, average, peak }: Metrics["entrances"]): z.output<typeof flow> {
  return { total, average, peak: presentExtreme(peak) };
}

function presentExtreme(reached: Metrics["count"]["min"]): z.output<typeof extreme> {
  if (reached === null) return { value: null, timestamp: null };
  return { value: reached.value, timestamp: formatInstant(reached.instant) };
}
