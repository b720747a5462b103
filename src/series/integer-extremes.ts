/*
 * Branch-free 32-bit minimum and maximum. Math.min and Math.max convert to doubles, which takes twice as long as the
 * rest of the hot loop. Counts are within 30 bits.
 */

export function larger(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & ~(difference >> 31))) | 0;
}

export function smaller(a: number, b: number): number {
  const difference = (a - b) | 0;
  return (b + (difference & (difference >> 31))) | 0;
}
