import type { FastifyReply, FastifyRequest } from "fastify";
import { busy, type Refusal } from "../errors.ts";
import type { Connections } from "./connections.ts";

/** Keeps spare connections for health checks: all else is answered with 503, and each is closed after its answer. */
export function keepSpare(connections: Connections) {
  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Refusal) => void): void => {
    if (!connections.isSpare(request.raw.socket)) return done();
    reply.header("connection", "close");
    const { isHealthCheck = false } = request.routeOptions.config ?? {};
    done(isHealthCheck ? undefined : busy("too many connections are open"));
  };
}
