import type { FastifyReply, FastifyRequest } from "fastify";
import xxhash from "xxhash-wasm";
import type { App } from "./types.ts";

/** A tag only has to tell answers apart, which takes a quarter of the time that a cryptographic hash does. */
const { h64, h64Raw } = await xxhash();

const BASE = 36;

/**
 * Lets clients ask whether an answer is still the same: an ETag on each good answer to a GET of these routes,
 * and 304 where the client has it already (RFC 9110, 13.1.2). It is weak, since what is compared is the answer
 * before it is packed. An answer that has one already, by `sendTagged`, keeps it; one that is streamed has none.
 */
export function addETags(app: App): void {
  app.addHook("onSend", (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) =>
    done(null, tagged(request, reply, payload)),
  );
}

/** What is sent of an answer that may have to be tagged. */
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

/** A tag for what some parts make. */
export function weakTag(parts: readonly (string | Uint8Array)[]): string {
  let hash = 0n;
  // Each begins with the hash of those before it.
  for (const part of parts) hash = typeof part === "string" ? h64(part, hash) : h64Raw(part, hash);
  return `W/"${hash.toString(BASE)}"`;
}

/** Answers with what a tag stands for, which is written only where the client has not got it already. */
export function sendTagged(reply: FastifyReply, etag: string, write: () => Buffer): FastifyReply {
  reply.header("etag", etag);
  if (isKnown(reply.request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.send(write());
}

/** Whether an `If-None-Match` names an ETag, or any. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const known = header.split(",").map((each) => each.trim());
  return known.some((each) => each === "*" || each === etag || `W/${each}` === etag);
}
