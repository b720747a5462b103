import { mkdirSync, rmSync } from "node:fs";
import { HeadcountError } from "../../domain/errors.ts";
import { SQL_UPDATE_MS_MAX } from "../../domain/limits.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import { storeFailure } from "../../store/duckdb/failures.ts";
import type { AnalysisState, AnalysisUpdate } from "../analysis-database.ts";
import { ProcessEnded } from "./messages.ts";
import type { ProcessLifecycle, QueryProcess } from "./query-process.ts";

export interface CopyUpdatesOptions {
  readonly lifecycle: ProcessLifecycle;
  /** Writes the changes since a state to an empty folder. */
  readonly exportUpdate: (folder: string, since: AnalysisState) => Promise<AnalysisUpdate>;
  /** A path at which no file exists yet. */
  readonly newPath: () => string;
}

/** Keeps the copy that queries read up to date: one update at a time, shared by all callers that wait for it. */
export class CopyUpdates {
  readonly #options: CopyUpdatesOptions;
  readonly #turns = new SerialQueue();
  /** The update after the running one, if a caller waits for it. */
  #next: Promise<QueryProcess> | null = null;

  constructor(options: CopyUpdatesOptions) {
    this.#options = options;
  }

  /**
   * Waits for the next update, which has every change acknowledged by now: the current one may lack some.
   *
   * @throws ProcessEnded if the process ends meanwhile
   */
  next(): Promise<QueryProcess> {
    this.#next ??= this.#turns.run(() => {
      this.#next = null;
      return this.#update();
    });
    return this.#next;
  }

  async #update(): Promise<QueryProcess> {
    const { lifecycle, exportUpdate, newPath } = this.#options;
    const process = await lifecycle.acquire();
    const folder = newPath();
    mkdirSync(folder);
    try {
      await apply(process, await exportUpdate(folder, process.state));
      return process;
    } catch (error) {
      throw storeFailure(error)?.error ?? error;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function apply(process: QueryProcess, update: AnalysisUpdate): Promise<void> {
  try {
    await process.update(update, SQL_UPDATE_MS_MAX);
  } catch (error) {
    const failure = storeFailure(error);
    if (error instanceof HeadcountError || failure?.isFinal === false) throw error;
    // A database that cannot apply an update is useless; the next process applies the update again.
    process.kill();
    throw new ProcessEnded("unknown", 0, error);
  }
}
