import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { formatId } from "../domain/ids.ts";
import { REQUEST_ID_LENGTH_MAX } from "../domain/limits.ts";

import type { HttpContext } from "./types.ts";

/** The header of the id of a request, in requests and answers. */
export const REQUEST_ID_HEADER = "x-request-id";

/** The ids that are accepted from clients: none can forge a line of the log. */
const REQUEST_ID = new RegExp(`^[\\w.:/+=@-]{1,${REQUEST_ID_LENGTH_MAX}}$`);

/** Characters of a parameter or a path that the log repeats. */
const SHOWN_LENGTH = 200;

/** The log levels at which every request is logged; at others the line is not built. */
const LEVELS_OF_REQUESTS: ReadonlySet<string> = new Set(["info", "debug", "trace"]);

/** The id of a request: the one of its client if it is acceptable, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers[REQUEST_ID_HEADER];
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Records each answered request in the metrics and the log, without its secrets. */
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
      if (isSlow) request.log.warn({ ...line, ...shownRequest(request) }, "slow query");
    }
    done();
  };
}

/** A request's path, and the parameters that its route knows: others could be secrets. */
function shownRequest({ url, routeOptions }: FastifyRequest): object {
  const [path = "", query = ""] = url.split("?", 2);
  const { querystring } = (routeOptions.schema ?? {}) as { readonly querystring?: unknown };
  const known = querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
  const given = new URLSearchParams(query);
  const parameters = known
    .filter((name) => name !== "code" && given.has(name))
    .map((name) => [name, given.getAll(name).join(",").slice(0, SHOWN_LENGTH)] as const);
  return { path: path.slice(0, SHOWN_LENGTH), parameters: Object.fromEntries(parameters) };
}
