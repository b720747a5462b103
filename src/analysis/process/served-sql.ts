import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HeadcountError } from "../../domain/errors.ts";
import { SQL_BYTES_MAX, SQL_ROWS_MAX, SQL_UPDATE_MS_MAX } from "../../domain/limits.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import { databaseFailure } from "../../duckdb/failures.ts";
import type {
  AdHocSql,
  SqlExample,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import { readResult } from "../../formats/out/result-file.ts";
import { examplesIn } from "../../sql-scripts.ts";
import type { AnalysisState, AnalysisUpdate } from "../analysis-database.ts";
import { BoundedQueue, settledBefore, withinTime } from "../bounded-queue.ts";
import type { QueryLimits } from "../query/run-query.ts";
import { ProcessLifecycle, type QueryProcess } from "./query-process.ts";

/** Bytes that the query process may use beyond the memory limit of queries before it is killed. */
export const SQL_PROCESS_BYTES_MAX = 512 * 1024 * 1024;

/** Queries that run at a time, one of each token, and those of a token that wait. */
export const SQL_QUERIES_MAX = 2;
export const SQL_WAITING_MAX = 16;

/** Idle time after which the query process exits, in ms. */
export const SQL_IDLE_MS_MAX = 5 * 60_000;

export interface ServedSqlOptions {
  /** Writes the changes since a state to an empty folder. */
  readonly exportUpdate: (folder: string, since: AnalysisState) => Promise<AnalysisUpdate>;
  /** Folder of the copy and of results; created if it does not exist. */
  readonly folder: string;
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

/** The folder for results and updates that one process passes to the other. */
const PASSING = "passing";

/**
 * Runs queries in a separate process, which starts with the first query and ends after an idle time. A few run at a time,
 * one of each caller.
 */
export class ServedSql implements AdHocSql {
  readonly #options: ServedSqlOptions;
  readonly #limits: QueryLimits;
  readonly #passing: string;
  readonly #queue: BoundedQueue;
  readonly #lifecycle: ProcessLifecycle;
  /** The updates of the copy, one at a time. */
  readonly #updates = new SerialQueue();
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
    this.#passing = join(folder, PASSING);
    rmSync(this.#passing, { recursive: true, force: true });
  }

  query({ caller = "", ...request }: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    return this.#work(caller, [signal], (process, signal) => this.#run(process, request, signal));
  }

  relations(caller = ""): Promise<readonly SqlRelation[]> {
    return this.#work(caller, [], (process, signal) => process.ask("relations", null, { signal }));
  }

  examples(): readonly SqlExample[] {
    return examplesIn("examples");
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
    caller: string,
    signals: readonly AbortSignal[],
    work: (process: QueryProcess, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#closing.signal.throwIfAborted();
    clearTimeout(this.#idleTimer);
    this.#busy++;
    try {
      return await withinTime(this.#options.timeMsMax, [...signals, this.#closing.signal], (signal) =>
        this.#queue.run(caller, signal, async () => {
          // An update continues without the query that began it: the next one needs less then.
          const process = await settledBefore(
            this.#updates.run(() => this.#update()),
            signal,
          );
          return work(process, signal);
        }),
      );
    } finally {
      this.#busy--;
      if (this.#busy === 0 && !this.#closing.signal.aborted) {
        const { idleMsMax = SQL_IDLE_MS_MAX } = this.#options;
        this.#idleTimer = setTimeout(() => void this.#lifecycle.stop(), idleMsMax).unref();
      }
    }
  }

  /** Brings the copy up to date with every change acknowledged by now. @returns the process that has it */
  async #update(): Promise<QueryProcess> {
    const process = await this.#lifecycle.acquire();
    const folder = this.#newPath();
    mkdirSync(folder);
    try {
      const update = await this.#options.exportUpdate(folder, process.state);
      await process.update(update, SQL_UPDATE_MS_MAX).catch((error: unknown) => {
        // A database that cannot apply an update is useless, but for a full disk; the next process applies it again.
        if (!(error instanceof HeadcountError) && databaseFailure(error)?.isFinal !== false) process.kill();
        throw error;
      });
      return process;
    } catch (error) {
      throw databaseFailure(error)?.error ?? error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #run(process: QueryProcess, request: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    const path = this.#newPath();
    const asked = { ...request, path, limits: this.#limits };
    try {
      return readResult(path, await process.ask("query", asked, { signal }));
    } catch (error) {
      // A process that is killed leaves it.
      rmSync(path, { force: true });
      signal.throwIfAborted();
      throw error;
    }
  }

  #newPath(): string {
    mkdirSync(this.#passing, { recursive: true, mode: 0o700 });
    return join(this.#passing, String(++this.#lastPath));
  }
}
