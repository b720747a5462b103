import type { FastifyReply, FastifyRequest } from "fastify";
import { busy, type Refusal } from "../errors.ts";
import type { Connections } from "./connections.ts";

/** Answers 503 to all but health checks on spare connections, and closes each after its answer. */
export function keepSpare(connections: Connections) {
  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Refusal) => void): void => {
    const isSpare = connections.isSpare(request.raw.socket);
    const { isHealthCheck = false } = request.routeOptions.config ?? {};
    if (isSpare) reply.header("connection", "close");
    done(isSpare && !isHealthCheck ? busy("too many connections are open") : undefined);
  };
}
