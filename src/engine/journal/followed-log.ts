import type { Clock } from "../../domain/clock.ts";
import { HeadcountError, messageOfError } from "../../domain/errors.ts";
import type { LogPlace, LogPosition, LogRecord, LogWrite, SharedLog } from "../ports.ts";
import type { Telemetry } from "../telemetry.ts";
import { decodeRecord, encodeRecord } from "./record-format.ts";

export interface FollowedRecord {
  readonly record: LogRecord;
  readonly write?: LogWrite;
}

/** Appends a change's record to the log, and stores it with its place there. @returns false if it is in conflict */
export type AppendRecord = (
  record: LogRecord,
  store: (write?: LogWrite) => Promise<void>,
) => Promise<boolean>;

export interface SharingOptions {
  /** The format of the log's last record, asked for after its position here was known. */
  readonly format: number;
  readonly telemetry: Pick<Telemetry, "observe">;
  /** A monotonic clock, in ms since any instant. */
  readonly elapsed: Clock;
  /** Called with the failure to store a record that is in the log: it is stored when the log is followed again. */
  readonly onFailure: (error: unknown) => void;
}

/** How often a change is tried: a lock that others wait for ends with its connection. */
const TRIES_MAX = 5;

/** For how long the log is followed before changes and reads of this engine have their turn, in ms. */
const FOLLOWING_MS = 250;

/** For how long after a conflict engines lock the log before they decide, in ms. */
const CONTENDED_MS = 2_000;

/** For how long an engine keeps the log locked while it has further changes to make, in ms. */
const LOCKED_MS = 25;

/** Thrown within the transaction of a record in place of which the log has another. */
class Conflict extends Error {}

/** A log that this engine shares with others, and how far it has followed it. To be used within the journal's queue. */
export class FollowedLog {
  readonly #log: SharedLog;
  readonly #follow: (records: readonly FollowedRecord[]) => Promise<void>;
  readonly #options: SharingOptions;
  at: LogPosition;
  format: number;
  conflicts = 0;
  /** On the monotonic clock, in ms. */
  #lastConflict = -Infinity;
  #lock: { readonly until: number; readonly unlock: () => Promise<void> } | null = null;
  #isChanging = false;

  constructor(
    log: SharedLog,
    at: LogPosition,
    follow: (records: readonly FollowedRecord[]) => Promise<void>,
    options: SharingOptions,
  ) {
    this.#log = log;
    this.at = at;
    this.format = options.format;
    this.#follow = follow;
    this.#options = options;
  }

  /**
   * Stores and applies the records of the log that are new here.
   *
   * @param msMax the time after which it does not ask for further records: others may append as fast as it follows
   * @throws HeadcountError `store-newer` if the log has a record in a format of a later release
   */
  async catchUp(msMax = FOLLOWING_MS): Promise<void> {
    const { elapsed } = this.#options;
    for (const until = elapsed.now() + msMax; elapsed.now() <= until; ) {
      const logged = await this.#log.read(this.at);
      if (logged.length === 0) return;
      const end = this.#timed("shared_log_apply_seconds");
      const records = logged.map(({ at, bytes }) => ({
        record: decodeRecord(bytes, `record ${at.position} of the log`),
        write: this.#placeOf(at),
      }));
      // First: if not all of them can be stored, those that are stored are not read again.
      for (const { record } of records) this.format = record.format ?? this.format;
      await this.#follow(records);
      end();
    }
  }

  /**
   * Makes a change on the state at the end of the log.
   *
   * @param attempt decides the change and appends it; null if the append was in conflict
   */
  async transact<T>(attempt: (append: AppendRecord) => Promise<{ readonly decided: T } | null>): Promise<T> {
    const { elapsed } = this.#options;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const isContended = elapsed.now() - this.#lastConflict < CONTENDED_MS;
      const run = () => attempt((record, store) => this.#append(record, store));
      const done = isContended ? await this.#locked(run) : await run();
      if (done !== null) return done.decided;
      this.conflicts++;
      this.#lastConflict = elapsed.now();
      // Others need not wait for what takes long after a longer absence.
      await this.catchUp();
    }
    const message = "other servers of the cluster change the data at the same time; nothing has been changed";
    throw new HeadcountError("unavailable", message);
  }

  /**
   * Makes a change while other engines wait with theirs, so that it is in no conflict. Changes that follow at once use
   * the same lock for a while.
   */
  async #locked<T>(change: () => Promise<T | null>): Promise<T | null> {
    this.#isChanging = true;
    let done: T | null = null;
    // Deciding may take longer than an engine may stand still.
    const endKeeping = this.#log.keepLock();
    try {
      if (this.#lock === null) {
        const unlock = await this.#log.lock();
        this.#lock = { unlock, until: this.#options.elapsed.now() + LOCKED_MS };
        // To the end: nothing is appended meanwhile.
        await this.catchUp(Infinity);
      }
      done = await change();
      return done;
    } finally {
      endKeeping();
      this.#isChanging = false;
      // After a conflict this engine does not have the lock any more.
      const isOver = done === null || this.#options.elapsed.now() >= (this.#lock?.until ?? Infinity);
      if (isOver) await this.#unlock();
      else setImmediate(() => this.#isChanging || this.#unlock());
    }
  }

  async #unlock(): Promise<void> {
    const lock = this.#lock;
    this.#lock = null;
    await lock?.unlock();
  }

  #timed(
    name: "shared_log_append_seconds" | "shared_log_apply_seconds" | "shared_log_decide_seconds",
  ): () => void {
    const { elapsed, telemetry } = this.#options;
    const start = elapsed.now();
    return () => telemetry.observe(name, (elapsed.now() - start) / 1_000);
  }

  /** Decides a change, and measures how long it takes. */
  async timed<T>(decide: () => T | Promise<T>): Promise<T> {
    const end = this.#timed("shared_log_decide_seconds");
    const decided = await decide();
    end();
    return decided;
  }

  #placeOf(at: LogPosition): LogPlace {
    return { log: this.#log.id, node: this.#log.node, at };
  }

  async #append(record: LogRecord, store: (write?: LogWrite) => Promise<void>): Promise<boolean> {
    const after = this.at;
    const format = record.format ?? this.format;
    const logged = this.#log.next(after, encodeRecord(record, format));
    let appending: Promise<boolean> | null = null;
    const confirm = async () => {
      const end = this.#timed("shared_log_append_seconds");
      appending = this.#log.append(after, logged);
      if (!(await appending)) throw new Conflict();
      end();
    };
    try {
      await store({ ...this.#placeOf(logged.at), confirm });
      this.format = format;
      return true;
    } catch (error) {
      const isAppended = appending !== null && (await appending);
      if (error instanceof Conflict) return false;
      if (!isAppended) throw error;
      // The change is made: all engines that follow the log have it, this one as soon as it can store it.
      this.#options.onFailure(error);
      // The answer to reports does not depend on what is stored here.
      if (record.events === undefined) throw madeElsewhere(error);
      return true;
    }
  }
}

function madeElsewhere(error: unknown): HeadcountError {
  const reason = messageOfError(error);
  const message = `the change has been made, and this server cannot store it yet: ${reason}; do not repeat it`;
  return new HeadcountError("unavailable", message, { cause: error, isLasting: true });
}
