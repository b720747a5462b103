const FAR = 10;

/**
 * Which sample a key leads to; null for other keys, and where there are no samples.
 *
 * @param at the sample that was chosen before, null without one: then the latest is nearest
 */
export function indexFor(key: string, at: number | null, length: number): number | null {
  const last = length - 1;
  const from = at ?? length;
  const target = new Map([
    ["ArrowLeft", from - 1],
    ["ArrowRight", at === null ? last : from + 1],
    ["PageUp", from - FAR],
    ["PageDown", from + FAR],
    ["Home", 0],
    ["End", last],
  ]).get(key);
  return target === undefined || length === 0 ? null : Math.min(last, Math.max(0, target));
}
