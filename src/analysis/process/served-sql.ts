import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../domain/clock.ts";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { SECOND_MS } from "../../domain/instant.ts";
import {
  SQL_BUSY_STALE_MS_MAX,
  SQL_BYTES_MAX,
  SQL_FATAL_QUERIES_MAX,
  SQL_FRESH_WAIT_MS_MAX,
  SQL_IDLE_MS_MAX,
  SQL_LOST_PROCESSES_MAX,
  SQL_PROCESS_BYTES_MAX,
  SQL_QUERIES_MAX,
  SQL_ROWS_MAX,
  SQL_STALE_MS_MAX,
  SQL_WAITING_MAX,
} from "../../domain/limits.ts";
import type {
  AdHocSql,
  SqlExample,
  SqlRelation,
  SqlRequest,
  SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import { outOfMemory } from "../query/failures.ts";
import { readExamples } from "../query/relations.ts";
import { readResult } from "../query/result-file.ts";
import type { QueryLimits } from "../query/run-query.ts";
import { Semaphore, settledBefore } from "../semaphore.ts";
import { CopyUpdates, type CopyUpdatesOptions } from "./copy-updates.ts";
import { ProcessEnded } from "./messages.ts";
import { ProcessLifecycle, type QueryProcess } from "./query-process.ts";

export interface ServedSqlOptions extends Pick<CopyUpdatesOptions, "exportUpdate"> {
  /** Folder of the copy and of results; created if it does not exist. */
  readonly folder: string;
  /** The program file of the process. */
  readonly entry: URL;
  readonly clock: Clock;
  readonly memoryBytes: number;
  readonly threads: number;
  /** Maximum time of a query in all, in ms: waiting and running. */
  readonly timeMsMax: number;
  readonly freshWaitMsMax?: number;
  readonly idleMsMax?: number;
  readonly rowsMax?: number;
  readonly bytesMax?: number;
  readonly waitingMax?: number;
}

interface Job {
  /** The update that has every change acknowledged before the request arrived. */
  readonly update: number;
  /** Aborts if the client disconnects, the time is over, or the server stops. */
  readonly signal: AbortSignal;
  readonly limit: TimeLimit;
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
  readonly #semaphore: Semaphore;
  readonly #lifecycle: ProcessLifecycle;
  readonly #updates: CopyUpdates;
  readonly #closing = new AbortController();
  readonly #fatal = newFatalQueries();
  #busy = 0;
  #lastPath = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ServedSqlOptions) {
    const { folder, rowsMax = SQL_ROWS_MAX, bytesMax = SQL_BYTES_MAX, memoryBytes, threads } = options;
    this.#options = options;
    this.#limits = { rowsMax, bytesMax, memoryBytes };
    this.#semaphore = new Semaphore(SQL_QUERIES_MAX, options.waitingMax ?? SQL_WAITING_MAX);
    const processBytes = 1.5 * memoryBytes + SQL_PROCESS_BYTES_MAX;
    this.#lifecycle = new ProcessLifecycle(options.entry, { folder, memoryBytes, threads, processBytes });
    const { clock, exportUpdate } = options;
    const newPath = () => this.#newPath();
    this.#updates = new CopyUpdates({ lifecycle: this.#lifecycle, clock, exportUpdate, newPath });
    this.#passing = join(folder, PASSING);
    rmSync(this.#passing, { recursive: true, force: true });
  }

  query(request: SqlRequest, signal: AbortSignal): Promise<SqlResult> {
    return this.#work([signal], (job) => this.#answer(request, job));
  }

  relations(): Promise<readonly SqlRelation[]> {
    return this.#work([], ({ update, signal }) =>
      this.#semaphore.run(signal, async () => {
        const process = await this.#prepare(update, signal);
        return process.ask("relations", null, { signal });
      }),
    );
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

  /** Does some work within the time limit; the process is not idle meanwhile. */
  async #work<T>(signals: readonly AbortSignal[], work: (job: Job) => Promise<T>): Promise<T> {
    this.#closing.signal.throwIfAborted();
    clearTimeout(this.#idleTimer);
    this.#busy++;
    const limit = new TimeLimit(this.#options.timeMsMax);
    const signal = AbortSignal.any([...signals, this.#closing.signal, limit.signal]);
    try {
      return await work({ update: this.#updates.next(), signal, limit });
    } finally {
      limit.clear();
      this.#busy--;
      if (this.#busy === 0 && !this.#closing.signal.aborted) this.#stopWhenIdle();
    }
  }

  #stopWhenIdle(): void {
    const { idleMsMax = SQL_IDLE_MS_MAX } = this.#options;
    this.#idleTimer = setTimeout(() => void this.#lifecycle.stop(), idleMsMax).unref();
  }

  /**
   * Runs a query. If the process ends meanwhile, another query or the system may have caused it, so the query runs once
   * more, alone. If that ends the process again, the query has caused it.
   */
  async #answer(request: SqlRequest, job: Job, isRepeated = false): Promise<SqlResult> {
    const isAlone = isRepeated || this.#fatal.has(request.query);
    const permits = isAlone ? this.#semaphore.permits : 1;
    try {
      const options = { permits, isFirst: isRepeated };
      return await this.#semaphore.run(job.signal, () => this.#run(request, job), options);
    } catch (error) {
      if (!(error instanceof ProcessEnded)) throw error;
      if (isProven(error, isAlone)) throw this.#blame(request, error);
      if (isRepeated) throw error;
      return this.#answer(request, job, true);
    }
  }

  async #run(request: SqlRequest, { update, signal, limit }: Job): Promise<SqlResult> {
    const process = await this.#prepare(update, signal);
    const path = this.#newPath();
    const asked = { ...request, path, limits: this.#limits };
    try {
      return readResult(path, await process.ask("query", asked, { signal, onStart: () => limit.startRun() }));
    } catch (error) {
      // A process that is killed leaves it.
      rmSync(path, { force: true });
      signal.throwIfAborted();
      throw error;
    }
  }

  /**
   * The process, with a copy that has an update; if that takes long or other queries wait, a process with an older
   * copy.
   *
   * @throws HeadcountError `unavailable` if several processes in a row end; the signal's reason
   */
  async #prepare(update: number, signal: AbortSignal): Promise<QueryProcess> {
    const { freshWaitMsMax = SQL_FRESH_WAIT_MS_MAX } = this.#options;
    const late = AbortSignal.timeout(freshWaitMsMax);
    for (let lost = 0; ; ) {
      try {
        const recent = this.#semaphore.isContended ? this.#updates.noOlderThan(SQL_BUSY_STALE_MS_MAX) : null;
        if (recent !== null) return recent;
        const reached = this.#updates.reach(update);
        // Its caller may no longer wait when it fails.
        reached.catch(() => undefined);
        if (!late.aborted) return await settledBefore(reached, AbortSignal.any([signal, late]));
        return this.#updates.noOlderThan(SQL_STALE_MS_MAX) ?? (await settledBefore(reached, signal));
      } catch (error) {
        signal.throwIfAborted();
        if (error === late.reason) continue;
        if (!(error instanceof ProcessEnded)) throw error;
        if (++lost === SQL_LOST_PROCESSES_MAX)
          throw new HeadcountError("unavailable", LOST_PROCESSES, { cause: error });
      }
    }
  }

  #blame({ query }: SqlRequest, { endCause }: ProcessEnded): Error {
    this.#fatal.set(query, true);
    const why = endCause === "overgrown" ? outOfMemory(this.#options.memoryBytes) : ENDED_PROCESS;
    return invalid("query", why);
  }

  /** A path for a file that one process passes to the other. */
  #newPath(): string {
    mkdirSync(this.#passing, { recursive: true, mode: 0o700 });
    return join(this.#passing, String(++this.#lastPath));
  }
}

const LOST_PROCESSES =
  "the process that runs queries ends again and again while it gets its data; try again later";

const ENDED_PROCESS =
  "it ended the process that ran it, with no other query beside it: it may need more memory than the machine has";

/**
 * Whether the query ended the process: it ran alone, and the process had too much memory or has ended during the query
 * before. A single exit is not sufficient: the system may have killed the process.
 */
function isProven({ endCause, pending }: ProcessEnded, isRepeated: boolean): boolean {
  return pending === 1 && (endCause === "overgrown" || isRepeated);
}

/** The queries that have ended their process, which run alone when they are sent again; the latest ones. */
export const newFatalQueries = () => new LRUCache<string, true>({ max: SQL_FATAL_QUERIES_MAX });

/** The time limit of one query: from its arrival, waiting included. */
class TimeLimit {
  readonly signal: AbortSignal;
  readonly #ms: number;
  readonly #timer: NodeJS.Timeout;
  readonly #start = performance.now();
  #runStart: number | null = null;

  constructor(ms: number) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#ms = ms;
    this.#timer = setTimeout(() => controller.abort(this.#error()), ms);
  }

  /** To be called when the query begins to run. */
  startRun(): void {
    this.#runStart = performance.now();
  }

  clear(): void {
    clearTimeout(this.#timer);
  }

  /** The message names the longer of waiting and running: a query that mostly waited may be sent again. */
  #error(): HeadcountError {
    const waitedMs = (this.#runStart ?? performance.now()) - this.#start;
    const limit = `${this.#ms / SECOND_MS} s, the time that queries may take, and was stopped`;
    if (waitedMs <= this.#ms / 2) return invalid("query", `it took longer than ${limit}`);
    const waited = `${(waitedMs / SECOND_MS).toFixed(1)} s of them waiting for its turn or for data`;
    return new HeadcountError(
      "unavailable",
      `the query took longer than ${limit}, ${waited}; try again later`,
    );
  }
}
