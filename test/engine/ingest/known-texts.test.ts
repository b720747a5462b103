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
