import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { CountSeries } from "../../engine/counts.ts";
import { presentSpaceHead } from "./count-presenter.ts";
import { writeSamples } from "./sample-text.ts";

/** Samples that are written at a time; other requests get their turn in between. */
const SAMPLES_AT_ONCE = 1_000;

/** As Fastify calls what it writes itself. */
const JSON_TYPE = "application/json; charset=utf-8";

type Order = "ASC" | "DESC";

/** Answers with some samples of a space, after what else is to be said of them. */
export function sendSamples(reply: FastifyReply, head: object, samples: string): FastifyReply {
  const [before, after] = around({ ...head, results: [] });
  return reply.type(JSON_TYPE).send(before + samples + after);
}

/** Answers with the counts of several spaces, in one piece. */
export function sendCounts(reply: FastifyReply, all: readonly CountSeries[], order: Order): FastifyReply {
  const [before, after] = aroundAll(all);
  const spaces = all.map((series) => {
    const [head, end] = aroundSpace(series);
    return head + writeSamples(series, 0, series.samples.length, order) + end;
  });
  return reply.type(JSON_TYPE).send(before + spaces.join(",") + after);
}

/** Answers with the counts of several spaces as fast as the client takes them. */
export function streamCounts(reply: FastifyReply, all: readonly CountSeries[], order: Order): FastifyReply {
  reply.type(JSON_TYPE);
  // Nobody takes what follows the head.
  if (reply.request.method === "HEAD") return reply.send();
  return reply.send(Readable.from(listPieces(all, order), { objectMode: false }));
}

/** The list of all, as one `JSON.stringify` would write it. */
async function* listPieces(all: readonly CountSeries[], order: Order): AsyncGenerator<string> {
  const [before, after] = aroundAll(all);
  yield before;
  for (const [index, series] of all.entries()) {
    if (index > 0) yield ",";
    yield* spacePieces(series, order);
  }
  yield after;
}

async function* spacePieces(series: CountSeries, order: Order): AsyncGenerator<string> {
  const [before, after] = aroundSpace(series);
  yield before;
  const total = series.samples.length;
  for (let done = 0; done < total; done += SAMPLES_AT_ONCE) {
    await setImmediate();
    const to = Math.min(done + SAMPLES_AT_ONCE, total);
    const samples =
      order === "ASC"
        ? writeSamples(series, done, to, order)
        : writeSamples(series, total - to, total - done, order);
    yield done > 0 ? `,${samples}` : samples;
  }
  yield after;
}

function aroundAll(all: readonly CountSeries[]): readonly [before: string, after: string] {
  return around({ total: all.length, next: null, previous: null, results: [] });
}

function aroundSpace(series: CountSeries): readonly [before: string, after: string] {
  return around({ ...presentSpaceHead(series), results: [] });
}

/** The JSON of something before and after its results, which are its last field and empty as yet. */
function around(answer: object): readonly [before: string, after: string] {
  const text = JSON.stringify(answer);
  const end = "]}";
  return [text.slice(0, -end.length), end];
}
