/**
 * Expected failures. The HTTP layer maps each kind to a status and the command line to an exit code, each in one place;
 * any other exception is a bug.
 */
export type FailureKind =
  | "invalid"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-large"
  | "unsupported-format"
  | "unavailable"
  | "store-held"
  | "store-newer"
  | "store-damaged"
  | "store-incomplete"
  | "data-lost"
  | "unreadable-input";

/** One problem with a request: where it is (parameter, body path) and what is wrong. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** An expected failure; `message` can be shown to the client. */
export class HeadcountError extends Error {
  readonly kind: FailureKind;
  readonly issues: readonly Issue[];

  constructor(
    kind: FailureKind,
    message: string,
    options: { readonly issues?: readonly Issue[]; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HeadcountError";
    this.kind = kind;
    this.issues = options.issues ?? [];
  }
}

/** An invalid input: `path` names the parameter or field, `message` the problem. */
export function invalid(path: string, message: string): HeadcountError {
  return new HeadcountError("invalid", `${path}: ${message}`, { issues: [{ path, message }] });
}

/** A path that refers to something that does not exist. */
export function notFound(what: string): HeadcountError {
  return new HeadcountError("not-found", `${what} does not exist`);
}

/** A request that conflicts with the current state. */
export function conflict(message: string): HeadcountError {
  return new HeadcountError("conflict", message);
}

/** Returns the value; throws if it is missing, which is a bug. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`invariant broken: no ${what}`);
  return value;
}
