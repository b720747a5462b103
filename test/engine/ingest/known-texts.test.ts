import { expect, it } from "vitest";
import { KNOWN_TEXTS_MAX } from "../../../src/domain/limits.ts";
import { KnownTexts } from "../../../src/engine/ingest/known-texts.ts";

function batchOf(known: KnownTexts, texts: readonly string[]) {
  const met = known.begin();
  const places = texts.map((text) => {
    const bytes = Buffer.from(`(${text})`);
    return known.placeOf(bytes, 1, bytes.length - 1);
  });
  return { met, texts: places.map((place) => met[place]) };
}

it("texts have a place in each batch that they are met in", () => {
  const known = new KnownTexts();
  expect(batchOf(known, ["a", "bb", "a", "ab", "b", "bb"]).met).toEqual(["a", "bb", "ab", "b"]);
  expect(batchOf(known, ["b", "c", "a", "b"]).met).toEqual(["b", "c", "a"]);
  expect(batchOf(known, []).met).toEqual([]);
});

it("as many as may be known are, and beyond that it begins anew, also amid a batch", () => {
  const known = new KnownTexts();
  const texts = Array.from({ length: KNOWN_TEXTS_MAX }, (_, index) => `S${index}`);
  for (const wanted of [texts, texts.toReversed()]) {
    const batch = batchOf(known, wanted);
    expect(batch.texts).toEqual(wanted);
    expect(batch.met).toHaveLength(KNOWN_TEXTS_MAX);
  }
  const more = [...texts, "S0", "one more", "S1", "S0"];
  const batch = batchOf(known, more);
  expect(batch.texts).toEqual(more);
  // Those that were met before it began anew have another place after that.
  expect(batch.met).toHaveLength(KNOWN_TEXTS_MAX + 3);
});

/** FNV-1a without its last step: texts that have it in common have so with the same text after them, too. */
function stateAfter(text: string, state: number): number {
  let hash = state;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return hash;
}

/** Two texts that lead from a state to the same one. */
function collisionFrom(state: number): readonly [string, string] {
  const seen = new Map<number, string>();
  for (let number = 0; ; number++) {
    const text = (Math.imul(number, 0x9e37_79b1) >>> 0).toString(36).padStart(7, "0");
    const after = stateAfter(text, state);
    const other = seen.get(after);
    if (other !== undefined) return [other, text];
    seen.set(after, text);
  }
}

it("texts that are made to have one hash take no longer than others", () => {
  let texts = [""];
  let state = 0x811c_9dc5 | 0;
  while (texts.length < 2 ** 14) {
    const pair = collisionFrom(state);
    texts = texts.flatMap((text) => pair.map((each) => text + each));
    state = stateAfter(pair[0], state);
  }
  const before = process.cpuUsage();
  const batch = batchOf(new KnownTexts(), texts);
  const { user, system } = process.cpuUsage(before);
  expect(batch.texts).toEqual(texts);
  expect((user + system) / 1_000).toBeLessThan(200);
});
