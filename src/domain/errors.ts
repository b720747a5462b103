import { describeKind, formatId, type IdKind, type WordsOf } from "./ids.ts";
import { ISSUES_LISTED_MAX } from "./limits.ts";

/**
 * Expected failures. The HTTP layer maps each kind to a problem type and the command line to an exit code, each in one
 * function; any other exception is a bug.
 */
export type FailureKind =
  | "invalid"
  | "not-found"
  | "conflict"
  | "unavailable"
  | "store-held"
  | "store-newer"
  | "store-damaged"
  | "store-incomplete"
  | "data-lost"
  | "log-diverged"
  | "log-truncated"
  | "unreadable-input";

export type UnknownReason =
  `unknown-${WordsOf<Exclude<IdKind, "auditEntry" | "organization" | "reading"> | "tag", "-">}`;

export type ConflictReason =
  | "already-linked"
  | "backup-running"
  | "delivery-unfinished"
  | "doorway-deleted"
  | "doorway-name-taken"
  | "event-voided"
  | "events-not-removable"
  | "events-removed"
  | "idempotency-key-reused"
  | "older-node"
  | "sensor-attached-elsewhere"
  | "sensor-in-use"
  | "space-has-children"
  | "team-already-assigned"
  | "too-many-deliveries"
  | "too-many-readings"
  | "webhook-disabled";

export type FailureReason = UnknownReason | ConflictReason;

/** What an operator can do about a failure. The command line names the command or the flag for it. */
export type Remedy =
  | "accept-loss"
  | "accept-rejects"
  | "create-directory"
  | "drop-duplicates"
  | "map-columns"
  | "map-words"
  | "name-encoding"
  | "open-for-writing"
  | "rebuild"
  | "state-time-format";

/** One invalid part of a request: its path (parameter or field of the body) and the rule that it breaks. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An expected failure; `message` can be shown to the client. */
export class HeadcountError extends Error {
  readonly kind: FailureKind;
  /** Null if the kind is precise enough. */
  readonly reason: FailureReason | null;
  readonly issues: readonly Issue[];
  readonly remedy: Remedy | null;
  /** Whether repeating does not help before an operator acts; by default as with the kind, or the cause. */
  readonly isLasting: boolean;

  constructor(
    kind: FailureKind,
    message: string,
    options: Partial<Pick<HeadcountError, "reason" | "issues" | "remedy" | "cause" | "isLasting">> = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HeadcountError";
    this.kind = kind;
    this.reason = options.reason ?? null;
    this.issues = options.issues ?? [];
    this.remedy = options.remedy ?? null;
    const { cause, isLasting = cause instanceof HeadcountError && cause.isLasting } = options;
    this.isLasting = isLasting || ["log-diverged", "store-newer", "store-damaged"].includes(kind);
  }
}

export function invalid(path: string, message: string): HeadcountError {
  return invalidInput([{ path, message }]);
}

/** An input with issues, of which as many are listed as an answer has. */
export function invalidInput(issues: readonly Issue[], cause?: unknown): HeadcountError {
  const listed = issues.slice(0, ISSUES_LISTED_MAX);
  const message = listed.map((issue) => `${issue.path}: ${issue.message}`).join("; ");
  return new HeadcountError("invalid", message, { issues: listed, cause });
}

/**
 * An input text that is not of the wanted kind.
 *
 * @param what the kind, after "is not"
 * @param shownLength maximum number of characters of the text in the message
 */
export function invalidText(path: string, text: string, what: string, shownLength = 64): HeadcountError {
  return invalid(path, `${JSON.stringify(text.slice(0, shownLength))} is not ${what}`);
}

/**
 * A path that names a resource that does not exist.
 *
 * @param name its id, or its name as it is shown
 * @param problem what is wrong with it
 */
export function notFound(
  kind: IdKind | "tag",
  name: bigint | string,
  problem = "does not exist",
): HeadcountError {
  const shown = typeof name === "bigint" && kind !== "tag" ? formatId(kind, name) : name;
  const resource = describeKind(kind);
  // Every kind of resource that a path can name has a reason.
  const reason = `unknown-${resource.replaceAll(" ", "-")}` as UnknownReason;
  return new HeadcountError("not-found", `${resource} ${shown} ${problem}`, { reason });
}

/** A request that contradicts the current state. */
export function conflict(reason: ConflictReason, message: string): HeadcountError {
  return new HeadcountError("conflict", message, { reason });
}

const OF_ONE_REQUEST: readonly FailureKind[] = ["invalid", "not-found", "conflict", "data-lost"];

/**
 * Whether an error concerns all requests alike, and not only the one that failed. Errors of the system name their call,
 * and those of DuckDB with files begin in one way.
 */
export function isOfEnvironment(error: unknown): boolean {
  if (error instanceof HeadcountError) return !OF_ONE_REQUEST.includes(error.kind);
  return error instanceof Error && ("syscall" in error || error.message.startsWith("IO Error"));
}

export function messageOfError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the value; throws if it is missing, which is a bug. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`invariant broken: no ${what}`);
  return value;
}

/** Whether a write failed because the reader has closed the pipe, as `head` does. */
export function isPipeClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
