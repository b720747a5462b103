import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/instant.ts";
import {
  SQL_BYTES_MAX,
  SQL_IDLE_MS_MAX,
  SQL_PROCESS_BYTES_MAX,
  SQL_QUERIES_MAX,
  SQL_ROWS_MAX,
  SQL_WAITING_MAX,
} from "../../domain/limits.ts";
import type {
  AdHocSql,
  SqlExample,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import { readResult } from "../../formats/out/result-file.ts";
import { BoundedQueue, settledBefore } from "../bounded-queue.ts";
import { outOfMemory } from "../query/failures.ts";
import { readExamples } from "../query/relations.ts";
import type { QueryLimits } from "../query/run-query.ts";
import { CopyUpdates, type CopyUpdatesOptions } from "./copy-updates.ts";
import { ProcessEnded } from "./messages.ts";
import { ProcessLifecycle, type QueryProcess } from "./query-process.ts";

export interface ServedSqlOptions extends Pick<CopyUpdatesOptions, "exportUpdate"> {
  /** Folder of the copy and of results; created if it does not exist. */
  readonly folder: string;
  /** The program file of the process. */
  readonly entry: URL;
  readonly memoryBytes: number;
  readonly threads: number;
  /** Maximum time of a query in all, in ms: waiting and running. */
  readonly timeMsMax: number;
  readonly idleMsMax?: number;
  readonly rowsMax?: number;
  readonly bytesMax?: number;
  readonly waitingMax?: number;
}

interface Job {
  /** Aborts if the client disconnects, the time is over, or the server stops. */
  readonly signal: AbortSignal;
  /** To be called when the query begins to run. */
  readonly onStart: () => void;
}

/** The folder for results and updates that one process passes to the other. */
const PASSING = "passing";

/**
 * Runs queries in a separate process, which starts with the first query and ends after an idle time. Queries run in the
 * order of arrival, a few at a time.
 */
export class ServedSql implements AdHocSql {
  readonly #options: ServedSqlOptions;
  readonly #limits: QueryLimits;
  readonly #passing: string;
  readonly #queue: BoundedQueue;
  readonly #lifecycle: ProcessLifecycle;
  readonly #updates: CopyUpdates;
  readonly #closing = new AbortController();
  #busy = 0;
  #lastPath = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ServedSqlOptions) {
    const { folder, rowsMax = SQL_ROWS_MAX, bytesMax = SQL_BYTES_MAX, memoryBytes, threads } = options;
    this.#options = options;
    this.#limits = { rowsMax, bytesMax, memoryBytes };
    this.#queue = new BoundedQueue(SQL_QUERIES_MAX, options.waitingMax ?? SQL_WAITING_MAX);
    const processBytes = 1.5 * memoryBytes + SQL_PROCESS_BYTES_MAX;
    this.#lifecycle = new ProcessLifecycle(options.entry, { folder, memoryBytes, threads, processBytes });
    const { exportUpdate } = options;
    const newPath = () => this.#newPath();
    this.#updates = new CopyUpdates({ lifecycle: this.#lifecycle, exportUpdate, newPath });
    this.#passing = join(folder, PASSING);
    rmSync(this.#passing, { recursive: true, force: true });
  }

  query(request: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    return this.#work([signal], (process, job) => this.#run(process, request, job));
  }

  relations(): Promise<readonly SqlRelation[]> {
    return this.#work([], (process, { signal }) => process.ask("relations", null, { signal }));
  }

  examples(): readonly SqlExample[] {
    return readExamples();
  }

  /** The id of the current process, in any phase; null if there is none. */
  processId(): number | null {
    return this.#lifecycle.current?.pid ?? null;
  }

  /** Stops the running queries and the process, within a bounded time. */
  async close(): Promise<void> {
    this.#closing.abort(new HeadcountError("unavailable", "the server is stopping"));
    clearTimeout(this.#idleTimer);
    await this.#lifecycle.close();
    rmSync(this.#passing, { recursive: true, force: true });
  }

  /** Does some work when it is its turn, within the time limit; the process is not idle meanwhile. */
  async #work<T>(
    signals: readonly AbortSignal[],
    work: (process: QueryProcess, job: Job) => Promise<T>,
  ): Promise<T> {
    this.#closing.signal.throwIfAborted();
    clearTimeout(this.#idleTimer);
    this.#busy++;
    const { timeMsMax } = this.#options;
    const limit = new AbortController();
    const arrived = performance.now();
    let started: number | null = null;
    const end = () => limit.abort(timeOver(timeMsMax, (started ?? performance.now()) - arrived));
    const timer = setTimeout(end, timeMsMax);
    const signal = AbortSignal.any([...signals, this.#closing.signal, limit.signal]);
    const onStart = () => {
      started = performance.now();
    };
    // It has every change acknowledged by now. If it fails before it is awaited, another takes its place.
    let update: Promise<QueryProcess> | null = this.#updates.next();
    update.catch(() => {
      update = null;
    });
    const prepare = async () => {
      const process = await settledBefore(update ?? this.#updates.next(), signal);
      return process.isEnding ? settledBefore(this.#updates.next(), signal) : process;
    };
    try {
      return await this.#queue.run(signal, async () => work(await prepare(), { signal, onStart }));
    } finally {
      clearTimeout(timer);
      this.#busy--;
      if (this.#busy === 0 && !this.#closing.signal.aborted) this.#stopWhenIdle();
    }
  }

  #stopWhenIdle(): void {
    const { idleMsMax = SQL_IDLE_MS_MAX } = this.#options;
    this.#idleTimer = setTimeout(() => void this.#lifecycle.stop(), idleMsMax).unref();
  }

  async #run(process: QueryProcess, request: SqlRequest, { signal, onStart }: Job): Promise<SqlResult> {
    const path = this.#newPath();
    const asked = { ...request, path, limits: this.#limits };
    try {
      return readResult(path, await process.ask("query", asked, { signal, onStart }));
    } catch (error) {
      // A process that is killed leaves it.
      rmSync(path, { force: true });
      signal.throwIfAborted();
      // With other queries beside it, it is not known which one needed the memory.
      const isCause = error instanceof ProcessEnded && error.endCause === "overgrown" && error.pending === 1;
      throw isCause ? invalid("query", outOfMemory(this.#limits.memoryBytes)) : error;
    }
  }

  /** A path for a file that one process passes to the other. */
  #newPath(): string {
    mkdirSync(this.#passing, { recursive: true, mode: 0o700 });
    return join(this.#passing, String(++this.#lastPath));
  }
}

/**
 * The error of a query whose time limit of `ms` is over. The message names the longer of waiting and running: a query that
 * mostly waited may be sent again.
 */
function timeOver(ms: number, waitedMs: number): HeadcountError {
  const limit = `${ms / SECOND_MS} s, the limit for queries, and was stopped`;
  if (waitedMs <= ms / 2) return invalid("query", `it took longer than ${limit}`);
  const waited = `${(waitedMs / SECOND_MS).toFixed(1)} s of that in the queue or waiting for data`;
  return new HeadcountError("unavailable", `the query took longer than ${limit}, ${waited}; try again later`);
}
