/** What a run does to any count c ≥ 0 before it: afterwards it is max(c + net, base) with the floor at 0 (D7). */
export interface RunEffect {
  readonly net: number;
  readonly base: number;
}

/** What a run does to the count as a whole. */
export function effectOf(changes: Uint32Array): RunEffect {
  let net = 0;
  let base = 0;
  for (let i = 0; i < changes.length; i++) {
    const step = (((changes[i] as number) & 1) << 1) - 1;
    net += step;
    // Before the first change it stands for a count so low that any change leaves 0.
    base = i === 0 ? 0 : Math.max(0, base + step);
  }
  return { net, base };
}
