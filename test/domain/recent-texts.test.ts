import { expect, it } from "vitest";
import { RecentTexts, type TextBatch } from "../../src/domain/text-column.ts";

const recent = new RecentTexts();

/** Finds each text in a batch, and gives back the texts at the indexes found. */
function found(batch: TextBatch, texts: readonly string[]): (string | undefined)[] {
  const indexes = texts.map((text) => {
    const bytes = Buffer.from(`(${text})`);
    return recent.indexOf(batch, bytes, 1, bytes.length - 1);
  });
  return indexes.map((index) => batch.texts[index]);
}

it("a text has one index in a batch, unless another batch has it meanwhile", () => {
  const [one, other] = [recent.begin(), recent.begin()];
  for (const [batch, texts] of [
    [one, ["a", "bb", "a", "ab", "b", "bb"]],
    [other, ["ab", "a"]],
    [one, ["bb", "a", "ab"]],
  ] as const)
    expect(found(batch, texts)).toEqual(texts);
  expect(one.texts).toEqual(["a", "bb", "ab", "b", "a", "ab"]);
  expect(other.texts).toEqual(["ab", "a"]);
});

it("texts that take each other's places are found nevertheless", () => {
  const texts = Array.from({ length: 50_000 }, (_, index) => `S${index}`);
  for (const each of [texts, texts.toReversed()]) expect(found(recent.begin(), each)).toEqual(each);
});
