import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./types.ts";

/**
 * Lets clients ask whether an answer is still the same: an ETag on each good answer of these routes, and
 * 304 where the client has it already (RFC 9110, 13.1.2). It is weak, since what is compared is the answer
 * before it is packed.
 */
export function addETags(app: App): void {
  app.addHook("onSend", async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
    if (reply.statusCode !== 200 || typeof payload !== "string") return payload;
    const etag = `W/"${createHash("sha1").update(payload).digest("base64url")}"`;
    reply.header("etag", etag);
    if (!isKnown(request.headers["if-none-match"], etag)) return payload;
    reply.code(304).removeHeader("content-length");
    return "";
  });
}

/** Whether an `If-None-Match` names an ETag, or any. */
function isKnown(header: string | undefined, etag: string): boolean {
  const known = (header ?? "").split(",").map((each) => each.trim());
  return known.some((each) => each === "*" || each === etag || `W/${each}` === etag);
}
