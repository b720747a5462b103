/*
 * Math.max and Math.min of counts without a branch or a detour through doubles, which would take twice as
 * long as all else in the hot loop. Counts lie within 30 bits.
 */

export function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & ~(difference >> 31))) | 0;
}

export function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}
