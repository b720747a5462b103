import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { formatId } from "../domain/ids.ts";
import { REQUEST_ID_LENGTH_MAX } from "../domain/limits.ts";
import type { HttpContext } from "./types.ts";

/** The header that names a request, in both directions. */
export const REQUEST_ID_HEADER = "x-request-id";

/** What is taken as a request's id: nothing that could forge a line of a log. */
const REQUEST_ID = new RegExp(`^[\\w.:/+=@-]{1,${REQUEST_ID_LENGTH_MAX}}$`);

/** Characters of a parameter, or a path, that a log repeats. */
const SHOWN_LENGTH = 200;

/** The levels at which every request is logged; at others there is no need to say what would be. */
const LEVELS_OF_REQUESTS: ReadonlySet<string> = new Set(["info", "debug", "trace"]);

/** A request's id: its client's, where that is sane, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Tells the metrics and the log of each request when it has been answered, without its secrets. */
export function noteAnswer({ metrics, slowQuery }: Pick<HttpContext, "metrics" | "slowQuery">) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { method, routeOptions, token } = request;
    const route = request.is404 ? null : (routeOptions.url ?? null);
    const { statusCode: status, elapsedTime } = reply;
    metrics.answered({ method, route, status, seconds: elapsedTime / 1_000 });
    const isSlow = elapsedTime > slowQuery && route !== null;
    if (isSlow || LEVELS_OF_REQUESTS.has(request.log.level)) {
      const line = {
        method,
        route,
        status,
        duration_ms: Math.round(elapsedTime * 1_000) / 1_000,
        token_id: token === null ? null : formatId("token", token.id),
      };
      request.log.info(line, "request");
      if (isSlow) request.log.warn({ ...line, ...whatWasAsked(request) }, "slow query");
    }
    done();
  };
}

/** A request's path, and those of its parameters that its route knows: what others hold is anybody's guess. */
function whatWasAsked({ url, routeOptions }: FastifyRequest): object {
  const [path = "", query = ""] = url.split("?", 2);
  const { querystring } = (routeOptions.schema ?? {}) as { readonly querystring?: unknown };
  const known = querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
  const given = new URLSearchParams(query);
  const parameters = known
    .filter((name) => name !== "code" && given.has(name))
    .map((name) => [name, given.getAll(name).join(",").slice(0, SHOWN_LENGTH)] as const);
  return { path: path.slice(0, SHOWN_LENGTH), parameters: Object.fromEntries(parameters) };
}
