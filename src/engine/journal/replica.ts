import type { Clock } from "../../domain/clock.ts";
import { type FailureKind, HeadcountError, messageOfError } from "../../domain/errors.ts";
import type { Journal } from "../journal/journal.ts";
import type { LogHead, SharedLog } from "../ports.ts";
import { repeat, type Timers } from "../timers.ts";
import type { LogClock } from "./log-clock.ts";

/** How often the log is asked for records of other engines, in ms. */
const POLL_MS = 25;

/** How long it need not be asked while this engine's own records prove that no other engine's stand between, in ms. */
const UNASKED_MS_MAX = 500;

/** How often the log is asked while it cannot be reached, in ms. */
const RETRY_MS = 250;

/** How long a request waits until the records before it have been applied, in ms. */
const APPLYING_MS = 5_000;

export interface ReplicaObserver {
  /** The log cannot be reached, or can be reached again (null). */
  reachable(error: unknown | null): void;
  /** The log's clock has been set by so many ms, which is not followed since the system's clock differs from it. */
  clockStepped(ms: number): void;
  /** The log's records cannot be followed; it is tried again. Told once for each reason in a row. */
  failed(error: unknown): void;
}

/**
 * Why an engine has stopped following the log: it has records that the log does not have, or the log has records in a
 * format of a later release.
 */
type StopReason = "diverged" | "outdated";

const STOP_REASONS: Readonly<Partial<Record<FailureKind, StopReason>>> = {
  "log-diverged": "diverged",
  "store-newer": "outdated",
};

export interface ReplicaState {
  readonly position: bigint;
  /** Records of the log that have not been applied, as of the last answer of the log. */
  readonly lag: number;
  /** For how long the engine has not been at the end of the log, in ms; 0 if it is there. */
  readonly behindMs: number;
  /** For how long the log has not answered, in ms. */
  readonly unansweredMs: number;
  readonly isReachable: boolean;
  /** Why the engine does not follow the log; null if it does. */
  readonly stopped: StopReason | null;
  readonly currentAt: number;
}

export interface ReplicaParts {
  readonly log: SharedLog;
  readonly journal: Journal;
  readonly clock: LogClock;
  /** A monotonic clock, in ms since any instant. */
  readonly elapsed: Clock;
}

/**
 * Follows a log that engines share, and lets reads wait until this engine has followed it far enough: to the end that
 * the log had after the read arrived. So a read sees all that any engine acknowledged before it.
 */
export class Replica {
  readonly #parts: ReplicaParts;
  /** The request for the end of the log that runs, and the one after it, which all that wait share. */
  #asking: Promise<LogHead> | null = null;
  #next: Promise<LogHead> | null = null;
  #following: Promise<void> | null = null;
  /** When the log was asked last, on the monotonic clock, and the position when it was polled last. */
  #askedAt = -Infinity;
  #answeredAt = 0;
  #polledAt: bigint | null = null;
  #head: bigint;
  #behindSince: number | null = null;
  /** The log's time when the engine was last at its end, in ms. */
  #currentAt = 0;
  #failure: unknown = null;
  /** Why the engine does not follow the log, and the answer to requests; null if it does. */
  #stopped: { readonly reason: StopReason; readonly error: HeadcountError } | null = null;
  #observer: ReplicaObserver | null = null;
  /** Null before it has been started. */
  #timers: Timers | null = null;
  /** Whether the log was reachable when the observer was told last. */
  #isReported = true;
  /** Why the log could not be followed when the observer was told last; null since it was followed again. */
  #told: string | null = null;

  constructor(parts: ReplicaParts) {
    this.#parts = parts;
    this.#head = this.position;
    // Until it has been at the end once.
    this.#behindSince = -Infinity;
  }

  get position(): bigint {
    return this.#parts.journal.followed?.at.position ?? 0n;
  }

  get state(): ReplicaState {
    const { position } = this;
    return {
      position,
      lag: Number(this.#head > position ? this.#head - position : 0n),
      behindMs: this.#behindSince === null ? 0 : this.#parts.elapsed.now() - this.#behindSince,
      unansweredMs: this.#failure === null ? 0 : this.#parts.elapsed.now() - this.#answeredAt,
      isReachable: this.#failure === null,
      stopped: this.#stopped?.reason ?? null,
      currentAt: this.#currentAt,
    };
  }

  /**
   * Waits until this engine has applied all that was in the log when it was called.
   *
   * @param atLeast a position that the caller has seen
   * @returns the position that has been applied
   * @throws HeadcountError `unavailable` if the log cannot be reached, at once if that is known already, if it does not
   * have the caller's position, or if applying it takes long
   */
  async barrier(atLeast = 0n): Promise<bigint> {
    this.#requireFollowing();
    if (this.#failure !== null) throw this.#failure;
    const { position } = await this.#askHead();
    this.#requireFollowing();
    if (atLeast > position)
      throw new HeadcountError(
        "unavailable",
        `the log of the cluster ends at position ${position}, before the position ${atLeast} of the request: the log has ` +
          "lost records, or the position is of another cluster; send the request without Headcount-Position",
        { isLasting: true },
      );
    if (this.position < position) await this.#reach(position);
    return this.position;
  }

  async #reach(position: bigint): Promise<void> {
    const applied = (async () => {
      while (this.position < position) await this.#follow();
    })();
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      const refuse = () => {
        const lag = position - this.position;
        const message = `this server has not applied the last ${lag} records of the log yet; try again later, or ask another one`;
        reject(new HeadcountError("unavailable", message));
      };
      cancel = this.#timers?.after(APPLYING_MS, refuse) ?? cancel;
    });
    try {
      await Promise.race([applied, late]);
    } finally {
      cancel();
    }
  }

  #requireFollowing(): void {
    if (this.#stopped !== null) throw this.#stopped.error;
  }

  /** A record that is in the log could not be stored: the engine is behind until it has followed the log again. */
  failed(error: unknown): void {
    this.#behindSince ??= this.#parts.elapsed.now();
    const reason = error instanceof HeadcountError ? STOP_REASONS[error.kind] : undefined;
    if (reason !== undefined && this.#stopped !== null) return;
    const message = messageOfError(error);
    if (reason !== undefined)
      this.#stopped = { reason, error: new HeadcountError("unavailable", message, { cause: error }) };
    if (message !== this.#told) this.#observer?.failed(error);
    this.#told = message;
  }

  /** Follows the log until it is stopped. @returns the end */
  start(timers: Timers, observer: ReplicaObserver): () => Promise<void> {
    this.#observer = observer;
    this.#timers = timers;
    return repeat(timers, async () => ((await this.#poll(observer)) === null ? POLL_MS : RETRY_MS));
  }

  async #poll(observer: ReplicaObserver): Promise<unknown> {
    const { clock, elapsed } = this.#parts;
    const { position: before } = this;
    const isAppending = before !== this.#polledAt;
    this.#polledAt = before;
    if (isAppending && elapsed.now() - this.#askedAt < UNASKED_MS_MAX) return this.#failure;
    try {
      const { position, now } = await this.#askHead();
      // No later record makes one readable.
      if (this.#stopped?.reason === "outdated") return this.#stopped.error;
      if (this.#stopped !== null) await this.#tryAgain();
      const step = clock.follow(now);
      if (step !== null) observer.clockStepped(step);
      this.#report(observer, null);
      if (this.position < position) {
        this.#behindSince ??= elapsed.now();
        await this.#follow();
      }
      if (this.position >= position && this.#stopped === null) {
        this.#behindSince = null;
        this.#currentAt = now;
        this.#told = null;
      }
      // Only what this engine appends from now on proves that it is at the end.
      this.#polledAt = this.position;
      return null;
    } catch (error) {
      // How far the engine is behind is not known while the log cannot be reached.
      if (this.#failure !== null) this.#report(observer, this.#failure);
      else this.failed(error);
      return error;
    }
  }

  /** A primary that has all records may be back. */
  async #tryAgain(): Promise<void> {
    await this.#follow();
    this.#stopped = null;
    this.#observer?.reachable(null);
  }

  /** Reports once that the log cannot be reached, and that it can be reached again. */
  #report(observer: ReplicaObserver, failure: unknown): void {
    if ((failure === null) === this.#isReported) return;
    this.#isReported = failure === null;
    observer.reachable(failure);
  }

  #follow(): Promise<void> {
    this.#following ??= this.#parts.journal.followLog().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  /** The end of the log, asked for after this call: all callers that wait for an answer share the next one. */
  #askHead(): Promise<LogHead> {
    this.#next ??= this.#askAfter(this.#asking);
    return this.#next;
  }

  async #askAfter(running: Promise<LogHead> | null): Promise<LogHead> {
    // Not in the turn of the first caller: those of the same turn share the request.
    await running?.catch(() => undefined);
    const before = this.#parts.journal.followed?.at;
    this.#askedAt = this.#parts.elapsed.now();
    const asking = this.#parts.log.head();
    this.#asking = asking;
    this.#next = null;
    try {
      const head = await asking;
      // Following says why the log ends before a record that it has had, or has another one there.
      const isMissing = before !== undefined && head.position < before.position;
      const isOther = head.position === before?.position && head.chain !== before.chain;
      if ((isMissing || isOther) && this.#stopped === null)
        await this.#follow().catch((error) => this.failed(error));
      if (head.position > this.#head) this.#head = head.position;
      this.#failure = null;
      this.#answeredAt = this.#parts.elapsed.now();
      return head;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }
}
