/** All events of a range, in an order. */
export interface EventRange {
  /** Half-open range of timestamps, in ms. */
  readonly start: number;
  readonly end: number;
  readonly order: "ASC" | "DESC";
}

/** Which stretch of a list of events is wanted. */
export interface EventPage extends EventRange {
  readonly offset: number;
  readonly limit: number;
}

export interface PageOf<T> {
  readonly total: number;
  readonly items: readonly T[];
}
