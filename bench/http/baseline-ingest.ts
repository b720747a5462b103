import { type FileHandle, open } from "node:fs/promises";
import Fastify from "fastify";
import { BODY_TYPES } from "./ingest-bodies.ts";

/*
 * A separate process: baseline Fastify that acknowledges bodies when they are in a file and on disk, all that wait
 * with one fdatasync, and answers every GET with one body. It sends its origin to the process that started it,
 * and ends with it.
 */

/** Where to write, and what to answer reads with. */
export interface BaselineIngest {
  readonly path: string;
  /** Events in a body. */
  readonly rows: number;
  /** Of an answer to a read. */
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
