import Fastify from "fastify";

/*
 * A separate process: baseline Fastify that answers every GET with one body. It sends its origin to the process
 * that started it, and ends with it.
 */

/** The answer. */
export interface BaselineAnswer {
  readonly bytes: number;
}

process.once("message", async ({ bytes }: BaselineAnswer) => {
  const app = Fastify();
  const body = "x".repeat(bytes);
  app.get("/", (_request, reply) => reply.type("application/json").send(body));
  process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
});
process.once("disconnect", () => process.exit());
