import Fastify, { type FastifyInstance } from "fastify";
import { notReady, sendProblem } from "./errors.ts";

/** An app for a server that cannot serve yet: GET /healthz says that it runs, and all else is answered with 503. */
export function buildStartingApp(doing: () => string): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url === "/healthz") return done();
    sendProblem(notReady(doing()), request, reply);
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  return app;
}
