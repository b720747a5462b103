import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { yieldToEventLoop } from "../engine/yielding.ts";

/** The content type that Fastify gives to JSON. */
export const JSON_TYPE = "application/json; charset=utf-8";

/** Sends JSON in pieces, as fast as the client reads them. Other requests have their turns between two of them. */
export function sendPieces(reply: FastifyReply, pieces: Iterable<Buffer>): FastifyReply {
  return reply.type(JSON_TYPE).send(Readable.from(inTurns(pieces), { objectMode: false }));
}

async function* inTurns(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    yield piece;
    await yieldToEventLoop();
  }
}

/** The JSON before and after the items of a list, or of an object, which follows the members of `head`. */
export function around(
  head: object,
  list = "results",
  [open, close]: readonly [string, string] = ["[", "]"],
): readonly [before: string, after: string] {
  const end = "}";
  return [`${JSON.stringify(head).slice(0, -end.length)},"${list}":${open}`, `${close}${end}`];
}

/** The JSON of an object with a list after the members of `head`, some items at a time. */
export function* listPieces(
  head: object,
  list: string,
  items: readonly unknown[],
  atOnce: number,
): Generator<Buffer> {
  const [before, after] = around(head, list);
  for (let done = 0; done < items.length; done += atOnce) {
    const some = JSON.stringify(items.slice(done, done + atOnce)).slice(1, -1);
    yield Buffer.from(`${done === 0 ? before : ","}${some}`);
  }
  yield Buffer.from(after);
}
