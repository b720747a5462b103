import Fastify from "fastify";

/*
 * A child process: a plain Fastify server that answers every GET with a constant body. It sends its origin to its
 * parent process, and exits with that process.
 */

/** The size of the constant body. */
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
