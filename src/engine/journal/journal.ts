import type { Clock } from "../../domain/clock.ts";
import { HeadcountError } from "../../domain/errors.ts";
import { CHANGES_WAITING_MAX } from "../../domain/limits.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Actor, JournalStore, LogRecord } from "../ports.ts";
import { Draft } from "./draft.ts";

/** The actor of a change, and the clock that dates it. */
export interface Change {
  readonly actor: Actor;
  readonly clock: Clock;
}

/** The input of use cases that change the catalog. */
export interface CatalogChange extends Change {
  readonly catalog: Catalog;
  readonly journal: Journal;
}

/** A part of the state in memory, which follows the stored records. */
export interface Applier {
  apply(record: LogRecord): Promise<void> | void;
}

/** Decides, stores and applies changes, one at a time. Nothing else changes the state. */
export class Journal {
  readonly #store: JournalStore;
  readonly #catalog: Catalog;
  readonly #isAudited: boolean;
  readonly #changes = new SerialQueue();
  #appliers: readonly Applier[] = [];
  /** Waiting and running changes. */
  #waiting = 0;

  constructor(store: JournalStore, catalog: Catalog, isAudited = true) {
    this.#store = store;
    this.#catalog = catalog;
    this.#isAudited = isAudited;
  }

  /** Sets the parts of the state that follow the records, after the catalog, in their order. */
  setAppliers(appliers: readonly Applier[]): void {
    this.#appliers = appliers;
  }

  /**
   * Makes a change when all changes before it have ended, so that its checks still hold when its record is stored.
   *
   * @param decide puts what changes into the draft. It changes nothing else, since it may be run again
   * @returns what `decide` has returned, when the record is on disk and visible
   * @throws HeadcountError `unavailable` if too many changes are waiting; what `decide` throws. Nothing has changed then
   */
  async transact<T>({ actor, clock }: Change, decide: (draft: Draft) => T | Promise<T>): Promise<T> {
    if (this.#waiting >= CHANGES_WAITING_MAX)
      throw new HeadcountError("unavailable", "too many changes are waiting; try again later");
    this.#waiting++;
    return this.#changes.run(async () => {
      try {
        const options = { now: clock.now(), actor, isAudited: this.#isAudited };
        const draft = new Draft(this.#catalog, this.#store.nextIds(), options);
        const decided = await decide(draft);
        await this.#appendAndApply([draft]);
        return decided;
      } finally {
        this.#waiting--;
      }
    });
  }

  /**
   * Stores and applies records that were decided elsewhere, on the same state, in one transaction.
   *
   * @param prepare computes what the records change in memory, before they are stored
   */
  follow(records: readonly LogRecord[], prepare: (drafts: readonly Draft[]) => Promise<void>): Promise<void> {
    return this.#changes.run(async () => {
      const drafts = records.map((record) => Draft.of(record, this.#catalog));
      await prepare(drafts);
      await this.#appendAndApply(drafts);
    });
  }

  async #appendAndApply(drafts: readonly Draft[]): Promise<void> {
    const changed = drafts.flatMap((draft) => {
      const { record, changes } = draft;
      return record === null ? [] : [{ draft, record, changes }];
    });
    if (changed.length === 0) return;
    await this.#store.append(changed);
    for (const { draft, record } of changed) {
      if (record.catalog !== undefined) await this.#catalog.show(record.catalog);
      for (const applier of this.#appliers) {
        const applied = applier.apply(record);
        // Parts that apply a record at once do so in one turn of the event loop, which no request comes between.
        if (applied !== undefined) await applied;
      }
      await draft.show();
    }
  }
}
