import { mkdirSync } from "node:fs";
import { HeadcountError } from "../../domain/errors.ts";
import { SQL_FAILED_PROCESSES_MAX, SQL_STOP_MS_MAX } from "../../domain/limits.ts";
import type { ProcessSettings } from "./messages.ts";
import { type ProcessStart, QueryProcess } from "./query-process.ts";

/**
 * The one owner of the process that runs queries. There is at most one process at a time, starting and stopping
 * ones included: a new one is started when the last one has ended, since each opens the same file.
 */
export class ProcessLifecycle {
  readonly #start: ProcessStart;
  readonly #settings: Omit<ProcessSettings, "isFresh">;
  /** Replaced only when it has ended; null before the first is needed. */
  #process: QueryProcess | null = null;
  /** The last process that took in an update, and how many in a row have ended since then without doing so. */
  #useful: QueryProcess | null = null;
  #failed = 0;
  #isClosed = false;

  constructor(start: ProcessStart, settings: Omit<ProcessSettings, "isFresh">) {
    this.#start = start;
    this.#settings = settings;
  }

  /** The current process, in any phase; null where it has ended, or there has been none. */
  get current(): QueryProcess | null {
    return this.#process === null || this.#process.phase === "ended" ? null : this.#process;
  }

  /**
   * The process, started where there is none. All who ask meanwhile get the same one.
   *
   * @throws ProcessEnded where it ends while it starts; `unavailable` where it cannot be started, or after `close`
   */
  async acquire(): Promise<QueryProcess> {
    for (;;) {
      if (this.#isClosed) throw new HeadcountError("unavailable", "the server is stopping");
      if (this.#process === null || this.#process.phase === "ended") this.#process = this.#spawn();
      const process = this.#process;
      if (process.phase === "running") return process;
      if (process.phase === "starting") await process.ready;
      else await process.ended;
    }
  }

  /** Records that a process took in an update: the file that it opened is sound. */
  confirm(process: QueryProcess): void {
    this.#useful = process;
    this.#failed = 0;
  }

  /** Lets the process close its database, and waits for its end; it is killed where that takes long. */
  async stop(): Promise<void> {
    await this.current?.stop(SQL_STOP_MS_MAX);
  }

  /** Stops the process for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
  }

  #spawn(): QueryProcess {
    mkdirSync(this.#settings.folder, { recursive: true });
    // What is in the file may be what makes them end.
    const isFresh = this.#failed >= SQL_FAILED_PROCESSES_MAX;
    try {
      const process = new QueryProcess(this.#start, { ...this.#settings, isFresh });
      void process.ended.then(() => this.#count(process));
      return process;
    } catch (error) {
      const { message } = error as Error;
      const reason = `the process that runs queries cannot be started: ${message}`;
      throw new HeadcountError("unavailable", reason, { cause: error });
    }
  }

  #count(process: QueryProcess): void {
    const hasRun = process.pid !== undefined && process.endCause !== "stopped";
    if (hasRun && process !== this.#useful) this.#failed++;
  }
}
