import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import type { CountSeries } from "../../engine/counts.ts";
import { presentSamples, presentSpaceHead } from "./count-presenter.ts";

/** Samples that are written at a time; other requests get their turn in between. */
const SAMPLES_AT_ONCE = 1_000;

/** As Fastify calls what it writes itself. */
const JSON_TYPE = "application/json; charset=utf-8";

type Order = "ASC" | "DESC";

/** Answers with the counts of several spaces as fast as the client takes them. */
export function sendCounts(reply: FastifyReply, all: readonly CountSeries[], order: Order): FastifyReply {
  reply.type(JSON_TYPE);
  // Nobody takes what follows the head.
  if (reply.request.method === "HEAD") return reply.send();
  return reply.send(Readable.from(listPieces(all, order), { objectMode: false }));
}

/** The list of all, as one `JSON.stringify` would write it. */
async function* listPieces(all: readonly CountSeries[], order: Order): AsyncGenerator<string> {
  const list = { total: all.length, next: null, previous: null, results: [] };
  const [before, after] = around(list);
  yield before;
  for (const [index, series] of all.entries()) {
    if (index > 0) yield ",";
    yield* spacePieces(series, order);
  }
  yield after;
}

async function* spacePieces(series: CountSeries, order: Order): AsyncGenerator<string> {
  const [before, after] = around({ ...presentSpaceHead(series), results: [] });
  yield before;
  const pages = Math.ceil(series.samples.length / SAMPLES_AT_ONCE);
  for (let page = 1; page <= pages; page++) {
    await setImmediate();
    const samples = presentSamples(series, { page, page_size: SAMPLES_AT_ONCE, order });
    yield `${page > 1 ? "," : ""}${JSON.stringify(samples).slice(1, -1)}`;
  }
  yield after;
}

/** The JSON of something before and after its results, which are its last field and empty as yet. */
function around(answer: { readonly results: readonly never[] }): readonly [before: string, after: string] {
  const text = JSON.stringify(answer);
  const end = "]}";
  return [text.slice(0, -end.length), end];
}
