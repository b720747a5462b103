import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../domain/clock.ts";
import { HeadcountError } from "../../domain/errors.ts";
import {
  SQL_BYTES_MAX,
  SQL_IDLE_MS_MAX,
  SQL_PROCESS_BYTES_MAX,
  SQL_QUERIES_MAX,
  SQL_ROWS_MAX,
  SQL_STOP_MS_MAX,
  SQL_UPDATE_AGE_MS_MAX,
  SQL_WAITING_MAX,
} from "../../domain/limits.ts";
import type {
  AdHocSql,
  SqlExample,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import { storeFailure } from "../../store/duckdb/failures.ts";
import type { AnalysisState, AnalysisUpdate } from "../analysis-database.ts";
import { readExamples } from "../query/examples.ts";
import { readResult } from "../query/result-reader.ts";
import { type QueryLimits, withRows } from "../query/run-query.ts";
import { type ProcessStart, QueryProcess } from "./query-process.ts";
import { Turns } from "./turns.ts";

export interface ServedSqlOptions {
  /** Where the copy that is queried lives, and results on their way; made where it does not exist. */
  readonly folder: string;
  readonly start: ProcessStart;
  readonly clock: Clock;
  /** Writes what has happened since a state into an empty folder. */
  readonly exportUpdate: (folder: string, since: AnalysisState) => Promise<AnalysisUpdate>;
  readonly memoryBytes: number;
  readonly threads: number;
  readonly timeMsMax: number;
  readonly idleMsMax?: number;
  readonly rowsMax?: number;
  readonly bytesMax?: number;
  readonly waitingMax?: number;
}

/** What a folder in that folder holds for a moment: results, and what goes into the copy. */
const PASSING = "passing";

/**
 * Runs queries in a process of their own, which is started with the first and ends when there has been none
 * for a while.
 */
export class ServedSql implements AdHocSql {
  readonly #options: ServedSqlOptions;
  readonly #limits: QueryLimits;
  readonly #passing: string;
  readonly #turns: Turns;
  readonly #closing = new AbortController();
  #process: Promise<QueryProcess> | null = null;
  #updating: Promise<void> | null = null;
  /** As of when the copy is, in ms. */
  #updatedAt = Number.NEGATIVE_INFINITY;
  #busy = 0;
  #lastPath = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ServedSqlOptions) {
    const { folder, rowsMax = SQL_ROWS_MAX, bytesMax = SQL_BYTES_MAX, timeMsMax, memoryBytes } = options;
    this.#options = options;
    this.#limits = { rowsMax, bytesMax, timeMsMax, memoryBytes };
    this.#turns = new Turns(SQL_QUERIES_MAX, options.waitingMax ?? SQL_WAITING_MAX);
    this.#passing = join(folder, PASSING);
    rmSync(this.#passing, { recursive: true, force: true });
  }

  async query({ query, format, rowsMax }: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    const either = AbortSignal.any([signal, this.#closing.signal]);
    return this.#turns.take(either, () =>
      this.#work(async () => {
        const process = await this.#upToDate();
        const path = this.#newPath();
        const asked = { query, format, path, limits: withRows(this.#limits, rowsMax) };
        const summary = await process.ask("query", asked, either, this.#options.timeMsMax);
        return readResult(path, summary);
      }),
    );
  }

  async relations(): Promise<readonly SqlRelation[]> {
    return this.#work(async () => (await this.#upToDate()).ask("relations", null));
  }

  examples(): readonly SqlExample[] {
    return readExamples();
  }

  /** The process that there is now, for whoever watches it; null where there is none. */
  async processId(): Promise<number | null> {
    return (await this.#process?.catch(() => null))?.pid ?? null;
  }

  /** Ends what runs, and the process, within a bounded time. */
  async close(): Promise<void> {
    this.#closing.abort(new HeadcountError("unavailable", "the server is stopping"));
    clearTimeout(this.#idleTimer);
    await this.#stop();
    rmSync(this.#passing, { recursive: true, force: true });
  }

  /** Does some work that keeps the process from being idle. */
  async #work<T>(work: () => Promise<T>): Promise<T> {
    this.#closing.signal.throwIfAborted();
    clearTimeout(this.#idleTimer);
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#busy--;
      if (this.#busy === 0 && !this.#closing.signal.aborted) this.#stopWhenIdle();
    }
  }

  #stopWhenIdle(): void {
    const { idleMsMax = SQL_IDLE_MS_MAX } = this.#options;
    this.#idleTimer = setTimeout(() => void this.#stop(), idleMsMax).unref();
  }

  async #stop(): Promise<void> {
    const starting = this.#process;
    this.#process = null;
    await (await starting?.catch(() => null))?.stop(SQL_STOP_MS_MAX);
  }

  /** The process, with a copy that is no older than it may be. */
  async #upToDate(): Promise<QueryProcess> {
    const process = await this.#running();
    // What was begun before may be older than that.
    while (this.#options.clock.now() - this.#updatedAt >= SQL_UPDATE_AGE_MS_MAX) {
      this.#updating ??= this.#update(process).finally(() => {
        this.#updating = null;
      });
      await this.#updating;
    }
    return process;
  }

  async #running(): Promise<QueryProcess> {
    const before = await this.#process?.catch(() => null);
    if (before?.isGone) {
      // It holds its database until it has ended.
      await before.ended();
      if ((await this.#process) === before) this.#process = null;
    }
    this.#process ??= this.#start();
    return this.#process;
  }

  async #start(): Promise<QueryProcess> {
    const { folder, start, memoryBytes, threads } = this.#options;
    this.#updatedAt = Number.NEGATIVE_INFINITY;
    mkdirSync(folder, { recursive: true });
    const processBytes = 1.5 * memoryBytes + SQL_PROCESS_BYTES_MAX;
    try {
      return await QueryProcess.start(start, { folder, memoryBytes, threads, processBytes });
    } catch (error) {
      this.#process = null;
      throw error;
    }
  }

  async #update(process: QueryProcess): Promise<void> {
    const folder = this.#newPath();
    mkdirSync(folder);
    try {
      const update = await this.#options.exportUpdate(folder, process.state);
      process.state = await process.ask("update", update);
      this.#updatedAt = update.asOf;
    } catch (error) {
      throw storeFailure(error)?.error ?? error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Where something can be put that passes from one process to the other. */
  #newPath(): string {
    mkdirSync(this.#passing, { recursive: true, mode: 0o700 });
    return join(this.#passing, String(++this.#lastPath));
  }
}
