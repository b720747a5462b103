import { HeadcountError } from "../../domain/errors.ts";
import type { SqlRelation } from "../../engine/ports/ad-hoc-sql.ts";
import type { ResultSummary } from "../../formats/out/result-file.ts";
import type { AnalysisState, AnalysisUpdate } from "../analysis-database.ts";
import type { QueryRequest } from "../query/run-query.ts";

export interface ProcessSettings {
  readonly folder: string;
  readonly memoryBytes: number;
  readonly threads: number;
  /** The process ends if it uses more memory than this, in bytes. */
  readonly processBytes: number;
  /** Whether an existing database is deleted, and an empty one created. */
  readonly isFresh: boolean;
}

/** Requests to the process, and their answers. The first request opens its database. */
export interface Exchanges {
  readonly open: { readonly asked: ProcessSettings; readonly answered: AnalysisState };
  readonly update: { readonly asked: AnalysisUpdate; readonly answered: AnalysisState };
  readonly relations: { readonly asked: null; readonly answered: readonly SqlRelation[] };
  readonly query: { readonly asked: Omit<QueryRequest, "signal">; readonly answered: ResultSummary };
}
export type ExchangeKind = keyof Exchanges;

/** To the process: a request, or its cancellation. */
export type ToProcess =
  | {
      readonly [Kind in ExchangeKind]: {
        readonly kind: Kind;
        readonly id: number;
        readonly asked: Exchanges[Kind]["asked"];
      };
    }[ExchangeKind]
  | { readonly kind: "cancel"; readonly id: number };

/** From the process: an answer, an error, or the reason why it ends. */
export type FromProcess =
  | { readonly kind: "answer"; readonly id: number; readonly answered: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly failure: Failure }
  | { readonly kind: "ending"; readonly why: string };

type Failure = ReturnType<typeof failureOf>;

/** An error, as one process sends it to the other. Its kind is null for a bug, whose message is not shown to users. */
export function failureOf(error: unknown) {
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
