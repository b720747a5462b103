import { writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { must } from "../../domain/errors.ts";
import type { UpdatedDatabase } from "../analysis-database.ts";
import { UnusableDatabase } from "../query/failures.ts";
import { listRelations } from "../query/relations.ts";
import { runQuery } from "../query/run-query.ts";
import { type FromProcess, failureOf, type ProcessSettings, type ToProcess } from "./messages.ts";

/** How often the process checks its memory, in ms. */
const MEMORY_LOOK_MS = 100;

type Task = Exclude<ToProcess, { readonly kind: "cancel" }>;

/** Runs the queries of a server in a separate process, until the server stops it or ends. */
export function serveQueries(open: (settings: ProcessSettings) => Promise<UpdatedDatabase>): void {
  // Before threads are created, which inherit the priority: ingest has precedence.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  beFirstToDie();
  // Only the server ends this process; a terminal sends its signals to both.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
  process.on("disconnect", end);
  // The server may have ended while this program was being loaded.
  if (!process.connected) end();
  let database: UpdatedDatabase | null = null;
  const running = new Map<number, AbortController>();
  const perform = async (task: Task, signal: AbortSignal): Promise<unknown> => {
    if (task.kind === "open") {
      const bytesMax = task.asked.processBytes;
      // DuckDB does not count all memory of queries.
      const look = () => {
        if (process.memoryUsage.rss() <= bytesMax) return;
        send({ kind: "ending", why: `its queries needed more than ${bytesMax} bytes of memory` }, end);
      };
      setInterval(look, MEMORY_LOOK_MS).unref();
      database = await open(task.asked);
      return database.state();
    }
    const opened = must(database, "open database");
    if (task.kind === "relations") return listRelations(opened);
    if (task.kind === "query") return runQuery(opened, { ...task.asked, signal });
    await opened.applyUpdate(task.asked);
    return opened.state();
  };
  const answer = async (task: Task) => {
    const { id } = task;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      send({ kind: "answer", id, answered: await perform(task, controller.signal) });
    } catch (error) {
      if (error instanceof UnusableDatabase) return send({ kind: "ending", why: error.message }, end);
      send({ kind: "failure", id, failure: failureOf(error) });
    } finally {
      running.delete(id);
    }
  };
  process.on("message", (message: ToProcess) => {
    if (message.kind === "cancel") running.get(message.id)?.abort(new Error("cancelled"));
    else void answer(message);
  });
}

/** Sends a message. If that fails, the server has ended. */
function send(message: FromProcess, sent: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, sent);
}

/** Ends the process at once, also while DuckDB is busy. */
function end(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Makes Linux end this process instead of the server if memory runs out. */
function beFirstToDie(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Other systems do not have this file.
  }
}
