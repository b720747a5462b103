import type { FastifyReply } from "fastify";
import { z } from "zod";
import { must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import { WHOLE_SAMPLES_MAX } from "../../domain/limits.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";
import { namedObject } from "../../schemas/fields.ts";
import { around, JSON_TYPE, sendPieces } from "../representation.ts";
import { countSample, type SampleStyle, samplesText } from "./sample-writer.ts";

const extreme = z.object({ value: z.int().nullable(), timestamp: z.string().nullable() });
const flow = z.object({ total: z.int(), average: z.number().nullable(), peak: extreme });

/** The metrics of a whole range (D13, D15). */
export const countMetrics = namedObject("CountMetrics", {
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
  safe_threshold: z.object({ limit: z.number(), breaches: z.int(), unsafe_duration: z.string() }).nullable(),
});

export const countsOfSpace = namedObject("SpaceCounts", {
  space_id: z.string(),
  total: z.int(),
  metrics: countMetrics,
  results: z.array(countSample),
});

type Metrics = CountSeries["metrics"];

/** The metrics of a range; those that are undefined are null (D13). */
export function presentMetrics({ metrics, safeThreshold }: CountSeries): z.output<typeof countMetrics> {
  const { entrances, exits, count, targetUtilization } = metrics;
  return {
    entrances: presentFlow(entrances),
    exits: presentFlow(exits),
    count: { average: count.average, min: presentExtreme(count.min), max: presentExtreme(count.max) },
    target_utilization: targetUtilization && {
      ...targetUtilization,
      durations: {
        0: formatDuration(targetUtilization.durations[0]),
        40: formatDuration(targetUtilization.durations[1]),
        80: formatDuration(targetUtilization.durations[2]),
        100: formatDuration(targetUtilization.durations[3]),
      },
    },
    safe_threshold: safeThreshold && {
      limit: safeThreshold.limit,
      breaches: safeThreshold.breaches,
      unsafe_duration: formatDuration(safeThreshold.unsafeDuration),
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

/** Formats a duration in ms as `H:MM:SS`: hours unbounded, seconds floored (D13). */
export function formatDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / SECOND_MS);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** Samples that are written before other requests have their turn, where an answer has very many. */
const SAMPLES_AT_ONCE = 1_000;

/** Answers with the samples of a series from one index up to, not including, another, after the fields of `head`. */
export function sendSamples(
  reply: FastifyReply,
  series: CountSeries,
  head: object,
  range: { readonly from: number; readonly to: number },
  style: SampleStyle,
): FastifyReply {
  const [before, after] = around(head);
  const samples = samplesText(series, style, range);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(before) + samples.length + after.length);
  const start = bytes.write(before);
  // ASCII is written in a third of the time.
  const end = start + bytes.write(samples, start, "latin1");
  bytes.write(after, end);
  return reply.type(JSON_TYPE).send(bytes);
}

/** How the counts of several spaces are written: as a list, or as an object with the samples of each by its id. */
export interface CountsForm {
  readonly brackets: readonly [string, string];
  readonly aroundSpace: (series: CountSeries) => readonly [before: string, after: string];
}

export const LISTED: CountsForm = {
  brackets: ["[", "]"],
  aroundSpace: (series) => {
    const head: Omit<z.output<typeof countsOfSpace>, "results"> = {
      space_id: formatId("space", series.space.id),
      total: series.samples.length,
      metrics: presentMetrics(series),
    };
    return around(head);
  },
};

export const BY_SPACE: CountsForm = {
  brackets: ["{", "}"],
  aroundSpace: ({ space }) => [`"${formatId("space", space.id)}":[`, "]"],
};

/**
 * Answers with the counts of several spaces: in one piece with a tag, or, if they have very many samples, as fast as
 * the client reads them.
 */
export function sendCounts(
  reply: FastifyReply,
  all: readonly CountSeries[],
  style: SampleStyle,
  form: CountsForm,
): FastifyReply {
  reply.type(JSON_TYPE);
  if (all.reduce((sum, series) => sum + series.samples.length, 0) <= WHOLE_SAMPLES_MAX) {
    const [whole] = piecesOf(all, style, form, Infinity);
    return reply.send(must(whole, "answer"));
  }
  // An answer to HEAD has no body.
  if (reply.request.method === "HEAD") return reply.send();
  return sendPieces(reply, piecesOf(all, style, form, SAMPLES_AT_ONCE));
}

/** All spaces, as `JSON.stringify` would write them, in pieces of at least so many samples. It is ASCII. */
function* piecesOf(
  all: readonly CountSeries[],
  style: SampleStyle,
  { brackets, aroundSpace }: CountsForm,
  samplesAtOnce: number,
): Generator<Buffer> {
  const [start, end] = around({ total: all.length, next: null, previous: null }, "results", brackets);
  let text = start;
  let written = 0;
  for (const [index, series] of all.entries()) {
    const [before, after] = aroundSpace(series);
    text += (index > 0 ? "," : "") + before;
    const total = series.samples.length;
    for (let done = 0; done < total; done += samplesAtOnce) {
      const to = Math.min(done + samplesAtOnce, total);
      const range = style.order === "ASC" ? { from: done, to } : { from: total - to, to: total - done };
      text += (done > 0 ? "," : "") + samplesText(series, style, range);
      written += to - done;
      if (written < samplesAtOnce) continue;
      yield Buffer.from(text, "latin1");
      text = "";
      written = 0;
    }
    text += after;
  }
  yield Buffer.from(text + end, "latin1");
}
