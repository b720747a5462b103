import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, SECOND_MS } from "../../domain/instant.ts";
import type { CountSeries } from "../../engine/counts/count-series.ts";
import { v2Schemas } from "../../schemas/fields.ts";
import { sendTagged, weakTag } from "../representation.ts";
import { countSample, JsonBytes, SAMPLE_BYTES, type SampleStyle, writeSamples } from "./sample-writer.ts";

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

/** Formats a duration in ms as `H:MM:SS`: hours unbounded, seconds floored (D13). */
export function formatDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / SECOND_MS);
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
}

/** Samples that are written between two yields to other requests. */
const SAMPLES_AT_ONCE = 1_000;

/** Roughly the bytes of a space besides its samples. */
const SPACE_BYTES = 1_000;

/** The content type that Fastify gives to JSON. */
const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Answers with the samples of a series from one index up to, not including, another, after the fields of `head`. The
 * tag is of the columns that the text is written from, which are several times shorter.
 */
export function sendSamples(
  reply: FastifyReply,
  series: CountSeries,
  head: object,
  { from, to }: { readonly from: number; readonly to: number },
  style: SampleStyle,
): FastifyReply {
  const [before, after] = around(head);
  const range = `${from} ${to} ${styleText(style)}${spaceText(series)}`;
  const tag = weakTag([range, before, ...columnsOf(series, from, to, style)]);
  reply.type(JSON_TYPE);
  return sendTagged(reply, tag, () => {
    const out = new JsonBytes(before.length + SAMPLE_BYTES * Math.min(to - from, series.samples.length));
    out.text(before);
    writeSamples(out, series, from, to, style);
    out.text(after);
    return out.take();
  });
}

/** Answers with the counts of several spaces, in one piece. */
export function sendCounts(
  reply: FastifyReply,
  all: readonly CountSeries[],
  style: SampleStyle,
): FastifyReply {
  const [before, after] = aroundAll(all);
  const spaces = all.map((series) => ({ series, around: aroundSpace(series) }));
  const tagged: (string | Uint8Array)[] = [styleText(style)];
  for (const { series, around } of spaces)
    tagged.push(around[0] + spaceText(series), ...columnsOf(series, 0, series.samples.length, style));
  reply.type(JSON_TYPE);
  return sendTagged(reply, weakTag(tagged), () => {
    const samples = all.reduce((sum, series) => sum + series.samples.length, 0);
    const out = new JsonBytes(SPACE_BYTES * all.length + SAMPLE_BYTES * samples);
    out.text(before);
    for (const [index, { series, around }] of spaces.entries()) {
      if (index > 0) out.text(",");
      out.text(around[0]);
      writeSamples(out, series, 0, series.samples.length, style);
      out.text(around[1]);
    }
    out.text(after);
    return out.take();
  });
}

/** The parameters that the text of samples depends on. */
function styleText({ order, averages }: SampleStyle): string {
  return `${order} ${averages} `;
}

/** The fields of a space that the text of its samples depends on. */
function spaceText({ space: { capacity, targetCapacity } }: CountSeries): string {
  return `${capacity} ${targetCapacity} `;
}

/** The columns that the text of some samples is written from; all columns in one for all samples. */
function columnsOf(
  { samples }: CountSeries,
  from: number,
  to: number,
  { averages: hasAverages }: SampleStyle,
): Uint8Array[] {
  const { starts, ends, counts, mins, maxs, entrances, exits, averages, measured, memory } = samples;
  if (from <= 0 && to >= samples.length) return [hasAverages ? memory : memory.subarray(averages.byteLength)];
  const columns = [starts, ends, counts, mins, maxs, entrances, exits, measured];
  if (hasAverages) columns.push(averages);
  return columns.map((column) => {
    const { buffer, byteOffset, byteLength } = column.subarray(Math.max(0, from), Math.max(0, to));
    return new Uint8Array(buffer, byteOffset, byteLength);
  });
}

/** Answers with the counts of several spaces, as fast as the client reads them. */
export function streamCounts(
  reply: FastifyReply,
  all: readonly CountSeries[],
  style: SampleStyle,
): FastifyReply {
  reply.type(JSON_TYPE);
  // An answer to HEAD has no body.
  if (reply.request.method === "HEAD") return reply.send();
  return reply.send(Readable.from(listPieces(all, style), { objectMode: false }));
}

/** The list of all spaces, as `JSON.stringify` would write it. */
async function* listPieces(all: readonly CountSeries[], style: SampleStyle): AsyncGenerator<string | Buffer> {
  const [before, after] = aroundAll(all);
  yield before;
  for (const [index, series] of all.entries()) {
    if (index > 0) yield ",";
    yield* spacePieces(series, style);
  }
  yield after;
}

async function* spacePieces(series: CountSeries, style: SampleStyle): AsyncGenerator<string | Buffer> {
  const [before, after] = aroundSpace(series);
  yield before;
  const total = series.samples.length;
  for (let done = 0; done < total; done += SAMPLES_AT_ONCE) {
    await setImmediate();
    const to = Math.min(done + SAMPLES_AT_ONCE, total);
    const out = new JsonBytes(SAMPLE_BYTES * (to - done));
    if (done > 0) out.text(",");
    if (style.order === "ASC") writeSamples(out, series, done, to, style);
    else writeSamples(out, series, total - to, total - done, style);
    yield out.take();
  }
  yield after;
}

function aroundAll(all: readonly CountSeries[]): readonly [before: string, after: string] {
  return around({ total: all.length, next: null, previous: null });
}

function aroundSpace(series: CountSeries): readonly [before: string, after: string] {
  const head: Omit<z.output<typeof countsOfSpace>, "results"> = {
    space_id: formatId("space", series.space.id),
    total: series.samples.length,
    metrics: presentMetrics(series),
  };
  return around(head);
}

/** The JSON before and after the results, which follow the fields of `head`. */
function around(head: object): readonly [before: string, after: string] {
  const end = "}";
  return [`${JSON.stringify(head).slice(0, -end.length)},"results":[`, `]${end}`];
}
