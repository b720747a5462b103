import type { Clock } from "../../domain/clock.ts";
import { HeadcountError, must } from "../../domain/errors.ts";
import { CHANGES_WAITING_MAX } from "../../domain/limits.ts";
import { SerialQueue } from "../../domain/serial-queue.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Actor, JournalStore, LogPosition, LogRecord, LogWrite, SharedLog } from "../ports.ts";
import { Draft } from "./draft.ts";
import { type AppendRecord, FollowedLog, type FollowedRecord, type SharingOptions } from "./followed-log.ts";

export interface Change {
  readonly actor: Actor;
  readonly clock: Clock;
}

export interface CatalogChange extends Change {
  readonly catalog: Catalog;
  readonly journal: Journal;
}

export interface Applier {
  apply(record: LogRecord): Promise<void> | void;
}

export interface Followers {
  readonly appliers: readonly Applier[];
  /** Computes what records of other engines change, before they are stored. */
  readonly prepare?: (drafts: readonly Draft[]) => Promise<void>;
}

/** Decides, stores and applies changes, one at a time. Nothing else changes the state. */
export class Journal {
  readonly #store: JournalStore;
  readonly #catalog: Catalog;
  readonly #isAudited: boolean;
  readonly #changes = new SerialQueue();
  #followers: Followers = { appliers: [] };
  /** The log that this engine shares with others; null if it has the data for itself. */
  #log: FollowedLog | null = null;
  #waiting = 0;

  /** A journal that nothing but the catalog follows. */
  constructor(store: JournalStore, catalog: Catalog, isAudited = true) {
    this.#store = store;
    this.#catalog = catalog;
    this.#isAudited = isAudited;
  }

  /**
   * A journal with what follows it.
   *
   * @param build builds the followers. They may keep the journal to make changes, once it is open
   */
  static async open<F extends Followers>(
    store: JournalStore,
    catalog: Catalog,
    build: (journal: Journal) => Promise<F>,
  ): Promise<F> {
    const journal = new Journal(store, catalog);
    const followers = await build(journal);
    journal.#followers = followers;
    return followers;
  }

  /**
   * From now on, changes are made in a log that other engines share.
   *
   * @param at the position that the store has followed the log to
   */
  share(log: SharedLog, at: LogPosition, options: SharingOptions): void {
    this.#log = new FollowedLog(log, at, (records) => this.#followAll(records), options);
  }

  /**
   * How far the shared log has been followed, the format of its records there, and how many changes were in conflict;
   * null without a log.
   */
  get followed(): Pick<FollowedLog, "at" | "conflicts" | "format"> | null {
    return this.#log;
  }

  /**
   * Makes a change when all changes before it have ended, so that its checks still hold when its record is stored.
   *
   * @param decide puts what changes into the draft. It changes nothing else, since it is run again if another engine has
   * changed the state meanwhile
   * @returns what `decide` has returned, when the record is on disk and visible
   * @throws HeadcountError `unavailable` if too many changes are waiting or the shared log cannot be reached; what
   * `decide` throws. Nothing has changed then, unless the error says that this is unknown
   */
  async transact<T>({ actor, clock }: Change, decide: (draft: Draft) => T | Promise<T>): Promise<T> {
    if (this.#waiting >= CHANGES_WAITING_MAX)
      throw new HeadcountError("unavailable", "too many changes are waiting; try again later");
    this.#waiting++;
    const attempt = async (append: AppendRecord) => {
      const options = { now: clock.now(), actor, isAudited: this.#isAudited };
      const draft = new Draft(this.#catalog, this.#store.nextIds(), options);
      const decided = await (this.#log?.timed(() => decide(draft)) ?? decide(draft));
      const { record } = draft;
      const isMade = record === null || (await append(record, (write) => this.#commit([draft], write)));
      return isMade ? { decided } : null;
    };
    return this.#changes.run(async () => {
      try {
        if (this.#log !== null) return await this.#log.transact(attempt);
        return must(await attempt(appendNowhere), "a change without conflict").decided;
      } finally {
        this.#waiting--;
      }
    });
  }

  /** Stores and applies the records of other engines that are new in the shared log. */
  followLog(): Promise<void> {
    return this.#changes.run(async () => this.#log?.catchUp());
  }

  /** Runs work between two changes, while nothing else changes the state. */
  between(work: () => Promise<void>): Promise<void> {
    return this.#changes.run(work);
  }

  follow(records: readonly LogRecord[]): Promise<void> {
    return this.#changes.run(() => this.#followAll(records.map((record) => ({ record }))));
  }

  async #followAll(records: readonly FollowedRecord[]): Promise<void> {
    for (const group of groupsOf(records)) {
      const drafts = group.map(({ record }) => Draft.of(record, this.#catalog));
      await this.#followers.prepare?.(drafts);
      await this.#commit(drafts, group.at(-1)?.write);
    }
  }

  /** All that a change does: its record is stored, then applied by each part, then what follows from it is shown. */
  async #commit(drafts: readonly Draft[], write?: LogWrite): Promise<void> {
    const changed = drafts.flatMap((draft) => {
      const { record, changes } = draft;
      return record === null ? [] : [{ draft, record, changes }];
    });
    if (changed.length === 0) return;
    await this.#store.append(changed, write);
    if (write !== undefined && this.#log !== null) this.#log.at = write.at;
    for (const { draft, record } of changed) {
      if (record.catalog !== undefined) await this.#catalog.show(record.catalog);
      for (const applier of this.#followers.appliers) {
        const applied = applier.apply(record);
        // Parts that apply a record at once do so in one turn of the event loop, which no request comes between.
        if (applied !== undefined) await applied;
      }
      await draft.applied();
    }
  }
}

const appendNowhere = async (_record: LogRecord, store: (write?: LogWrite) => Promise<void>) => {
  await store();
  return true;
};

/** Groups of followed records that are stored in one transaction, in their order. */
function groupsOf<T extends { readonly record: LogRecord }>(records: readonly T[]): T[][] {
  const groups: T[][] = [];
  for (const each of records) {
    const last = groups.at(-1);
    if (last !== undefined && canJoin(last, each.record)) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

/** Whether what a record changes can be computed from the state before a group of others, and from these. */
function canJoin(group: readonly { readonly record: LogRecord }[], record: LogRecord): boolean {
  const withEvents = group.find((each) => each.record.events !== undefined)?.record;
  const areAlike =
    withEvents === undefined ||
    record.events === undefined ||
    withEvents.events?.isLive === record.events.isLive;
  const last = group.at(-1)?.record;
  return (
    areAlike &&
    (last === undefined || hasOnlyEvents(last)) &&
    hasOnlyEvents(record) &&
    record.now >= (last?.now ?? 0)
  );
}

/** Whether nothing but new events, and what follows from them, changes counts and messages. */
function hasOnlyEvents({ catalog, voided, load, logStart, acceptedLoss, notifications }: LogRecord): boolean {
  const others = [catalog, voided, load, logStart, acceptedLoss];
  const { marks = [], notified = [] } = notifications ?? {};
  return (
    others.every((part) => part === undefined) &&
    notified.length === 0 &&
    marks.every(({ sent }) => sent === null)
  );
}
