import type { Clock } from "../../domain/clock.ts";
import { SECOND_MS } from "../../domain/instant.ts";
import { repeat, type Timers } from "../timers.ts";

/** Leases of what only one engine may do, on the clock of the log. */
export interface DutyLeases {
  /** Takes a duty that no engine has, or renews it, for LEASE_MS. @returns whether this engine has it */
  take(duty: string): Promise<boolean>;
  /** Lets another engine take a duty at once. */
  give(duty: string): Promise<void>;
}

/** How often an engine without the duty tries to take it, in ms: a webhook waits no longer for a planned hand-over. */
const TRY_MS = 500;

/** How long an engine has a duty, in ms: if it ends without notice, the duty is not done for that long. */
export const LEASE_MS = 10 * SECOND_MS;

/** How often an engine renews its lease, in ms. */
const RENEWAL_MS = LEASE_MS / 3;

export interface DutyMeans {
  readonly leases: DutyLeases;
  /**
   * A monotonic clock and that of the system, in ms: a machine that sleeps stops the one, and a correction sets the
   * other. A lease ends with the first of them.
   */
  readonly clocks: readonly Clock[];
}

interface DutyParts extends DutyMeans {
  readonly timers: Timers;
  /** Whether the engine follows the log: one that does not leaves its duties to others. */
  readonly isFollowing: () => boolean;
  readonly begin: () => Promise<void>;
  /** Called when it has lost the duty, or gives it up: `graceMs` are left to end. */
  readonly end: (graceMs: number) => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** What only one engine of a cluster may do at a time. The engine that has it renews it until it stops. */
export class Duty {
  readonly name: string;
  readonly #parts: DutyParts;
  /** The end of the lease on each clock; null without. */
  #until: readonly number[] | null = null;
  #hasBegun = false;
  #stopping: Promise<void> | null = null;
  #stopRenewing = async () => {};

  constructor(name: string, parts: DutyParts) {
    this.name = name;
    this.#parts = parts;
  }

  get isHeld(): boolean {
    const { clocks } = this.#parts;
    // A lease that has ended is not held again when a clock is set back.
    if (this.#until?.some((until, index) => (clocks[index]?.now() ?? Infinity) >= until)) this.#until = null;
    return this.#until !== null;
  }

  start(): void {
    this.#stopRenewing = repeat(this.#parts.timers, () => this.#step());
  }

  stop(graceMs: number): Promise<void> {
    this.#stopping ??= this.#stopNow(graceMs);
    return this.#stopping;
  }

  async #stopNow(graceMs: number): Promise<void> {
    await this.#stopRenewing();
    const wasHeld = this.isHeld;
    // An engine that cannot reach the log, or does not follow it, stops nevertheless.
    if (this.#hasBegun) await this.#parts.end(graceMs).catch(this.#parts.failed);
    this.#hasBegun = false;
    this.#until = null;
    if (wasHeld) await this.#parts.leases.give(this.name).catch(this.#parts.failed);
  }

  /** @returns how long to wait until the next one, in ms */
  async #step(): Promise<number> {
    const isRenewed = await this.#renew().catch((error: unknown) => {
      this.#parts.failed(error);
      return false;
    });
    return isRenewed ? RENEWAL_MS : TRY_MS;
  }

  async #renew(): Promise<boolean> {
    const { leases, clocks, begin, end, failed, isFollowing } = this.#parts;
    // From sending on: the lease may have begun long before its answer is here.
    const until = clocks.map((clock) => clock.now() + LEASE_MS);
    // Null if there is no answer: the lease lasts until its end.
    const taking = isFollowing() ? leases.take(this.name) : Promise.resolve(false);
    const isTaken = await taking.catch((error: unknown) => {
      failed(error);
      return null;
    });
    // Another engine may have had the duty since: what this one has begun ends, also if it has the duty again.
    if (this.#hasBegun && (isTaken === false || !this.isHeld)) {
      this.#until = null;
      await end(0);
      this.#hasBegun = false;
    }
    if (isTaken !== null) this.#until = isTaken ? until : null;
    if (this.isHeld && !this.#hasBegun) {
      await begin();
      this.#hasBegun = true;
    }
    return isTaken === true;
  }
}
