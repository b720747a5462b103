/** The effect of a run on any count c ≥ 0 before it: max(c + net, base), with the floor at 0 (D7). */
export interface RunEffect {
  readonly net: number;
  readonly base: number;
}

export function effectOf(changes: Uint32Array): RunEffect {
  let net = 0;
  let base = 0;
  for (let i = 0; i < changes.length; i++) {
    const step = (((changes[i] as number) & 1) << 1) - 1;
    net += step;
    // Before the first change, base stands for a count so low that any change leaves 0.
    base = i === 0 ? 0 : Math.max(0, base + step);
  }
  return { net, base };
}
