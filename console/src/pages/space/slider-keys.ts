/** The number of samples that Page up and Page down move. */
const PAGE = 10;

/**
 * The index of the sample to which a key moves; null for other keys, and without samples.
 *
 * @param at the index of the current sample; null if none is selected
 */
export function indexFor(key: string, at: number | null, length: number): number | null {
  const last = length - 1;
  const from = at ?? length;
  const target = new Map([
    ["ArrowLeft", from - 1],
    ["ArrowRight", at === null ? last : from + 1],
    ["PageUp", from - PAGE],
    ["PageDown", from + PAGE],
    ["Home", 0],
    ["End", last],
  ]).get(key);
  return target === undefined || length === 0 ? null : Math.min(last, Math.max(0, target));
}
