/** Resets of one space's count, ascending, at most one per instant. */
export interface ResetSeries {
  /** In ms since the Unix epoch. */
  readonly instants: Float64Array;
  /** The count each reset sets, in people. */
  readonly counts: Int32Array;
}

/** A reset created through the API, as opposed to a daily one. */
export interface ExplicitReset {
  readonly instant: number;
  readonly count: number;
}

/**
 * Merges daily and explicit resets. Of several at one instant, the last in the order daily, then explicit by id, takes
 * effect (D6).
 *
 * @param daily ascending instants at which the count becomes 0
 * @param explicit ascending by instant, then by id
 */
export function mergeResets(daily: readonly number[], explicit: readonly ExplicitReset[]): ResetSeries {
  const instants: number[] = [];
  const counts: number[] = [];
  const add = (instant: number, count: number) => {
    if (instants.at(-1) === instant) {
      counts[counts.length - 1] = count;
    } else {
      instants.push(instant);
      counts.push(count);
    }
  };
  let next = 0;
  for (const reset of explicit) {
    for (; next < daily.length && (daily[next] as number) <= reset.instant; next++)
      add(daily[next] as number, 0);
    add(reset.instant, reset.count);
  }
  for (; next < daily.length; next++) add(daily[next] as number, 0);
  return { instants: new Float64Array(instants), counts: new Int32Array(counts) };
}
