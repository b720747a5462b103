/** The present, injected wherever it matters (D3). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}
