import type { Change } from "../catalog/catalog.ts";
import type { IdempotentRequest, RememberedRequest } from "../ports.ts";
import type { Reports } from "./reports.ts";

/** Which events that repeat another are kept: none, those that repeat one of the same input, or all (D9). */
export type Duplicates = "drop" | "keep-repeated" | "keep";

/** What an event did to one space; the count after it is null where it lies too far back to be known at once. */
export interface CreatedEffect {
  readonly spaceId: bigint;
  readonly direction: 1 | -1;
  readonly count: number | null;
}

/** An event that a request has created. */
export interface CreatedEvent {
  readonly id: bigint;
  readonly effects: readonly CreatedEffect[];
}

/** Reports that came together. */
export interface IngestPart {
  /** Whose they are, for the audit log. */
  readonly change: Change;
  readonly reports: Reports;
  readonly duplicates: Duplicates;
  /** Whether sockets and webhooks are notified of them (D23). */
  readonly live: boolean;
  /** The request that they came by, if it is to be remembered, and what it is answered, where that is known. */
  readonly request: {
    readonly key: IdempotentRequest;
    readonly answer: (effects: readonly CreatedEffect[]) => string | null;
  } | null;
}

/** What became of a part. */
export interface PartResult {
  readonly accepted: number;
  readonly duplicates: number;
  /** The last event of a part that keeps all of its reports; null for others. */
  readonly last: CreatedEvent | null;
  /** What was remembered of its request: then nothing of it has entered the log. */
  readonly remembered: RememberedRequest | null;
}
