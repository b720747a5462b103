import type { FastifyInstance } from "fastify";
import { invalid } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import type { Replica } from "../../engine/journal/replica.ts";
import { isRead } from "../representation.ts";
import { findToken } from "./auth.ts";

/** The position of the log that an answer shows, and that a request may ask for. */
const POSITION_HEADER = "headcount-position";

/** The time of the state that an answer shows, if it may be an older one. */
const AS_OF_HEADER = "headcount-as-of";

/**
 * Lets each request of the API see all that any server of the cluster has acknowledged before it, also the tokens. Its
 * answer carries the position of the log; a request that carries one back is not answered from an older state.
 *
 * @param hasStaleReads whether reads are answered from this server's copy while the log cannot be reached: they have
 * the header Headcount-As-Of then
 */
export function addBarrier(
  app: Pick<FastifyInstance, "addHook">,
  replica: Replica,
  { catalog, hasStaleReads }: { readonly catalog: Catalog; readonly hasStaleReads: boolean },
): void {
  app.addHook("onRequest", (request, reply, done) => {
    const { access, isDecidedLater = false } = request.routeOptions.config ?? {};
    // Files of the console and the state of the server do not depend on the log.
    if (access === "open") return done();
    const isKnown = isDecidedLater && findToken(catalog, request) !== null;
    const { isReachable, stopped } = replica.state;
    if (isKnown && isReachable && stopped === null) return done();
    const atLeast = positionOf(request.headers[POSITION_HEADER]);
    if (atLeast === null)
      return done(invalid("Headcount-Position", "must be a position that an answer has had"));
    replica.barrier(atLeast).then(
      () => done(),
      (error) => {
        const isAnswered = hasStaleReads && isRead(request) && replica.state.stopped === null;
        if (!isAnswered || replica.position < atLeast) return done(error);
        reply.header(AS_OF_HEADER, formatInstant(replica.state.currentAt));
        done();
      },
    );
  });
  app.addHook("onSend", (request, reply, payload, done) => {
    if (request.routeOptions.config?.access !== "open")
      reply.header(POSITION_HEADER, String(replica.position));
    done(null, payload);
  });
}

/** @returns null if it is no position */
function positionOf(header: string | string[] | undefined): bigint | null {
  if (header === undefined) return 0n;
  return /^\d{1,18}$/.test(String(header)) ? BigInt(String(header)) : null;
}
