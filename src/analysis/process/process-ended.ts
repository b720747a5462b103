import { HeadcountError } from "../../domain/errors.ts";

/**
 * Why a process has ended: `overgrown`, it had more memory than it may; `stuck`, one request could not be stopped
 * in time or left DuckDB unusable, and was answered so; `stopped`, the server wanted it to end; `unknown`, it
 * crashed or was killed from outside, as by the system where memory runs out.
 */
export type EndCause = "overgrown" | "stuck" | "stopped" | "unknown";

/** Thrown to callers that wait for an answer of a process that has ended. */
export class ProcessEnded extends HeadcountError {
  readonly endCause: EndCause;
  /** How many requests had no answer then. */
  readonly pending: number;

  constructor(endCause: EndCause, pending: number, cause?: unknown) {
    super("unavailable", "the process that runs queries has ended; try again", { cause });
    this.name = "ProcessEnded";
    this.endCause = endCause;
    this.pending = pending;
  }
}
