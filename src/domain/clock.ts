/** The present, injected wherever it matters (D3). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/**
 * A clock that never goes back, as a machine's clock does when it is corrected: it stands still until the
 * given one has caught up. What was made now must not come to lie in the future.
 */
export function neverBack(clock: Clock): Clock {
  let latest = -Infinity;
  return {
    now: () => {
      latest = Math.max(latest, clock.now());
      return latest;
    },
  };
}
