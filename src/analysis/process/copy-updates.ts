import { mkdirSync, rmSync } from "node:fs";
import type { Clock } from "../../domain/clock.ts";
import { HeadcountError, must } from "../../domain/errors.ts";
import { SQL_UPDATE_MS_MAX } from "../../domain/limits.ts";
import { storeFailure } from "../../store/duckdb/failures.ts";
import type { AnalysisState, AnalysisUpdate } from "../analysis-database.ts";
import { ProcessEnded } from "./messages.ts";
import type { ProcessLifecycle, QueryProcess } from "./query-process.ts";

export interface CopyUpdatesOptions {
  readonly lifecycle: ProcessLifecycle;
  readonly clock: Clock;
  /** Writes the changes since a state to an empty folder. */
  readonly exportUpdate: (folder: string, since: AnalysisState) => Promise<AnalysisUpdate>;
  /** A path at which no file exists yet. */
  readonly newPath: () => string;
}

interface Applied {
  readonly process: QueryProcess;
  /** Updates are numbered in the order of their starts. */
  readonly number: number;
  /** The present of the copy, in ms. */
  readonly asOf: number;
}

/**
 * Keeps the copy that queries read up to date: one update at a time, shared by all callers that wait for it. An update
 * has every change acknowledged before it began.
 */
export class CopyUpdates {
  readonly #options: CopyUpdatesOptions;
  #begun = 0;
  #running: Promise<void> | null = null;
  #applied: Applied | null = null;

  constructor(options: CopyUpdatesOptions) {
    this.#options = options;
  }

  /** The number of the first update that has every change acknowledged by now: the next one. */
  next(): number {
    return this.#begun + 1;
  }

  /**
   * Waits until a process has an update or a later one: for the current update, and for one more.
   *
   * @throws ProcessEnded if the process ends meanwhile
   */
  async reach(number: number): Promise<QueryProcess> {
    for (;;) {
      const applied = this.#usable();
      if (applied !== null && applied.number >= number) return applied.process;
      if (this.#running === null) await this.#begin();
      // An earlier update may fail; its own callers get the error.
      else if (this.#begun < number) await this.#running.catch(() => undefined);
      else await this.#running;
    }
  }

  /** The process, if its copy is not older than a number of ms; otherwise null. */
  noOlderThan(ageMsMax: number): QueryProcess | null {
    const applied = this.#usable();
    const isTooOld = applied === null || this.#options.clock.now() - applied.asOf > ageMsMax;
    return isTooOld ? null : applied.process;
  }

  #usable(): Applied | null {
    return this.#applied?.process.phase === "running" ? this.#applied : null;
  }

  #begin(): Promise<void> {
    const number = ++this.#begun;
    this.#running = this.#update(number).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #update(number: number): Promise<void> {
    const { lifecycle, exportUpdate, newPath } = this.#options;
    const process = await lifecycle.acquire();
    const folder = newPath();
    mkdirSync(folder);
    try {
      const update = await exportUpdate(folder, must(process.state, "state of a process that runs"));
      await this.#apply(process, update);
      this.#applied = { process, number, asOf: update.asOf };
      lifecycle.confirm(process);
    } catch (error) {
      throw storeFailure(error)?.error ?? error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #apply(process: QueryProcess, update: AnalysisUpdate): Promise<void> {
    try {
      await process.ask("update", update, { timeMsMax: SQL_UPDATE_MS_MAX });
    } catch (error) {
      const failure = storeFailure(error);
      if (error instanceof HeadcountError || failure?.isFinal === false) throw error;
      // A database that cannot apply an update is useless; the update is retried by the next process.
      process.kill();
      throw new ProcessEnded("unknown", 0, error);
    }
  }
}
