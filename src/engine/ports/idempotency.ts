/** A request that carried an idempotency key (D9). */
export interface IdempotentRequest {
  /** Of the token that made it: keys are each token's own. */
  readonly tokenHash: string;
  readonly key: string;
  /** What its body says: another request with the same key says something else. */
  readonly fingerprint: string;
  /** In ms. */
  readonly instant: number;
  /** Requests from before this instant, in ms, are forgotten. */
  readonly since: number;
}

/** A request with a key that a commit stores with the event it created. */
export interface NewRequest extends IdempotentRequest {
  /** The row of the event among those of the commit. */
  readonly row: number;
  /** Null where the answer is not known yet. */
  readonly answer: string | null;
}

/** The answer to a stored request. */
export interface RequestAnswer {
  readonly request: IdempotentRequest;
  readonly answer: string;
}

/** What is remembered of a request with an idempotency key. */
export interface RememberedRequest {
  readonly fingerprint: string;
  readonly eventId: bigint;
  /** Null where it was not answered. */
  readonly answer: string | null;
}
