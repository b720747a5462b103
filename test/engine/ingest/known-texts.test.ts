import { expect, it } from "vitest";
import { KNOWN_TEXTS_MAX } from "../../../src/domain/limits.ts";
import { KnownTexts, type TextBatch } from "../../../src/engine/ingest/reports.ts";
import { shortestCpuMsOf } from "../../support/machine-speed.ts";

function batchOf(known: KnownTexts, texts: readonly string[]) {
  const batch = known.begin();
  const places = texts.map((text) => placeOf(known, batch, text));
  return { met: batch.texts, texts: places.map((place) => batch.texts[place]) };
}

function placeOf(known: KnownTexts, batch: TextBatch, text: string): number {
  const bytes = Buffer.from(`(${text})`);
  return known.indexOf(batch, bytes, 1, bytes.length - 1);
}

it("texts have a place in each batch that they are met in", () => {
  const known = new KnownTexts();
  expect(batchOf(known, ["a", "bb", "a", "ab", "b", "bb"]).met).toEqual(["a", "bb", "ab", "b"]);
  expect(batchOf(known, ["b", "c", "a", "b"]).met).toEqual(["b", "c", "a"]);
  expect(batchOf(known, []).met).toEqual([]);
});

it("batches that are under way at the same time do not get in each other's way", () => {
  const known = new KnownTexts();
  const [one, other] = [known.begin(), known.begin()];
  const places = (batch: TextBatch, texts: string) =>
    [...texts].map((text) => batch.texts[placeOf(known, batch, text)]).join("");
  expect(places(one, "abca")).toBe("abca");
  expect(places(other, "cad")).toBe("cad");
  // Those that the other batch has met since have a second place.
  expect(places(one, "dabcab")).toBe("dabcab");
  expect(one.texts.join("")).toBe("abcdac");
  expect(other.texts.join("")).toBe("cad");
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

it("texts that are made to have one hash take not much longer than others", async () => {
  let texts = [""];
  for (const pair of COLLISIONS) texts = texts.flatMap((text) => pair.split(" ").map((each) => text + each));
  expect(texts).toHaveLength(2 ** 14);
  expect(batchOf(new KnownTexts(), texts).texts).toEqual(texts);
  const others = texts.map((text, index) => text.slice(0, -5) + String(index).padStart(5, "0"));
  // Each of them compared with all others would take some 500 times as long.
  const timeOf = (some: readonly string[]) => shortestCpuMsOf(() => batchOf(new KnownTexts(), some));
  expect((await timeOf(texts)) / (await timeOf(others))).toBeLessThan(50);
});
