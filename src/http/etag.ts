import type { FastifyReply, FastifyRequest } from "fastify";
import xxhash from "xxhash-wasm";
import type { App } from "./types.ts";

/** Tags need no cryptographic hash, which takes four times as long. */
const { h64, h64Raw } = await xxhash();

const BASE = 36;

/**
 * Supports conditional requests: adds an ETag to each 200 to a GET of these routes, and answers 304 if the client
 * has that answer already (RFC 9110, 13.1.2). The tag is weak, since it is of the answer before compression. An
 * answer tagged by `sendTagged` keeps its tag; a streamed one has none.
 */
export function addETags(app: App): void {
  app.addHook("onSend", (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) =>
    done(null, tagged(request, reply, payload)),
  );
}

/** The payload of an answer, which is tagged if it can be; empty with a 304. */
function tagged(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const isWhole = typeof payload === "string" || Buffer.isBuffer(payload);
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (!isRead || reply.statusCode !== 200 || !isWhole || reply.hasHeader("etag")) return payload;
  const etag = weakTag([payload]);
  reply.header("etag", etag);
  if (!isKnown(request.headers["if-none-match"], etag)) return payload;
  reply.code(304).removeHeader("content-length");
  return "";
}

/** A tag of the concatenation of some parts. */
export function weakTag(parts: readonly (string | Uint8Array)[]): string {
  let hash = 0n;
  // The hash of the parts before is the seed of the next.
  for (const part of parts) hash = typeof part === "string" ? h64(part, hash) : h64Raw(part, hash);
  return `W/"${hash.toString(BASE)}"`;
}

/** Answers with the payload that has a tag, or with 304 without writing it if the client has it already. */
export function sendTagged(reply: FastifyReply, etag: string, write: () => Buffer): FastifyReply {
  reply.header("etag", etag);
  if (isKnown(reply.request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.send(write());
}

/** Whether an `If-None-Match` has an ETag, or `*`. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(",").map((each) => each.trim());
  return known.some((each) => each === "*" || each === etag || `W/${each}` === etag);
}
