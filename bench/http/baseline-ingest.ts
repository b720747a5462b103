import { type FileHandle, open } from "node:fs/promises";
import Fastify from "fastify";
import { BODY_TYPES } from "./ingest-bodies.ts";

/*
 * A child process: a plain Fastify server that writes request bodies to a file, with one fdatasync for all waiting
 * requests, before it acknowledges them. It answers every GET with a constant body. It sends its origin to its parent
 * process, and exits with that process.
 */

/** The configuration of the server. */
export interface BaselineIngest {
  /** The file to write. */
  readonly path: string;
  /** The number of events in a request. */
  readonly rows: number;
  /** The size of a response to a GET. */
  readonly bytes: number;
}

process.once("message", async ({ path, rows, bytes }: BaselineIngest) => {
  const app = Fastify({ bodyLimit: 32 * 1024 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    Object.values(BODY_TYPES),
    { parseAs: "buffer" },
    async (_request: unknown, body: Buffer) => body,
  );
  const append = groupAppender(await open(path, "w"));
  app.post("/", async (request) => {
    await append(request.body as Buffer);
    return { accepted: rows };
  });
  const answer = "x".repeat(bytes);
  app.get("/", (_request, reply) => reply.type("application/json").send(answer));
  process.send?.(await app.listen({ port: 0, host: "127.0.0.1" }));
});
process.once("disconnect", () => process.exit());

function groupAppender(file: FileHandle): (body: Buffer) => Promise<void> {
  let waiting: { readonly body: Buffer; readonly resolve: () => void }[] = [];
  let writing = false;
  const writeAll = async () => {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await file.writev(group.map(({ body }) => body));
      await file.datasync();
      for (const { resolve } of group) resolve();
    }
    writing = false;
  };
  return (body) =>
    new Promise((resolve) => {
      waiting.push({ body, resolve });
      if (!writing) void writeAll();
    });
}
