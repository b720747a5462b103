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

/** Pairs of texts after either of which FNV-1a, begun with the pairs before, has come to the same state. */
const COLLISIONS = [
  "xhkefm ox4tfh",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
  "q7zsle 167p0x",
];

it("texts that are made to have one hash take no longer than others", () => {
  let texts = [""];
  for (const pair of COLLISIONS) texts = texts.flatMap((text) => pair.split(" ").map((each) => text + each));
  expect(texts).toHaveLength(2 ** 14);
  const before = process.cpuUsage();
  const batch = batchOf(new KnownTexts(), texts);
  const { user, system } = process.cpuUsage(before);
  expect(batch.texts).toEqual(texts);
  // Each of them compared with all others would take seconds.
  expect((user + system) / 1_000).toBeLessThan(500);
});
