import { type FailureKind, HeadcountError, type Issue } from "../../domain/errors.ts";
import type { SqlRelation } from "../../engine/ports/ad-hoc-sql.ts";
import type { AnalysisState, AnalysisUpdate } from "../analysis-database.ts";
import type { ResultSummary } from "../query/result-file.ts";
import type { QueryRequest } from "../query/run-query.ts";

/** What the process is started with, as its first argument, in JSON. */
export interface ProcessSettings {
  /** Where its database is. */
  readonly folder: string;
  readonly memoryBytes: number;
  readonly threads: number;
  /** Bytes that the process may have in all before it ends itself. */
  readonly processBytes: number;
  /** Whether a database that is there is thrown away, and an empty one made. */
  readonly isFresh: boolean;
}

/** What the process is asked for, and what it answers. */
export interface Exchanges {
  readonly update: { readonly asked: AnalysisUpdate; readonly answered: AnalysisState };
  readonly relations: { readonly asked: null; readonly answered: readonly SqlRelation[] };
  readonly query: {
    readonly asked: Omit<QueryRequest, "signal" | "onStart">;
    readonly answered: ResultSummary;
  };
}
export type ExchangeKind = keyof Exchanges;

/** To the process: a request, that one is cancelled, or that the process is to close its database and end. */
export type ToProcess =
  | {
      readonly [Kind in ExchangeKind]: {
        readonly kind: Kind;
        readonly id: number;
        readonly asked: Exchanges[Kind]["asked"];
      };
    }[ExchangeKind]
  | { readonly kind: "cancel"; readonly id: number }
  | { readonly kind: "stop" };

/** From the process. */
export type FromProcess =
  | { readonly kind: "ready"; readonly state: AnalysisState }
  | { readonly kind: "unready"; readonly failure: Failure }
  /** A query runs: it waits for nothing any more. */
  | { readonly kind: "started"; readonly id: number }
  | { readonly kind: "answer"; readonly id: number; readonly answered: unknown }
  /** `endsProcess` where the process can answer nothing else any more. */
  | {
      readonly kind: "failure";
      readonly id: number;
      readonly failure: Failure;
      readonly endsProcess: boolean;
    }
  /** It ends itself: it has too much memory, or its database can be used no longer. */
  | { readonly kind: "ending"; readonly cause: "overgrown" | "unknown" };

/** An error, as it goes from one process to the other. */
interface Failure {
  /** Null for a bug, whose message is not shown to users. */
  readonly kind: FailureKind | null;
  readonly message: string;
  readonly issues: readonly Issue[];
}

export function failureOf(error: unknown): Failure {
  if (error instanceof HeadcountError)
    return { kind: error.kind, message: error.message, issues: error.issues };
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: null, message, issues: [] };
}

export function errorOf({ kind, message, issues }: Failure): Error {
  return kind === null
    ? new Error(`in the process that runs queries: ${message}`)
    : new HeadcountError(kind, message, { issues });
}

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
