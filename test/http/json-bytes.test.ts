import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant, INSTANT_MAX } from "../../src/domain/instant.ts";
import { copyInstant, INSTANT_BYTES, InstantWriter } from "../../src/http/v2/instant-words.ts";
import { JsonBytes } from "../../src/http/v2/json-bytes.ts";
import { KEPT_NUMBERS, NumberTexts, NumberTextsCache } from "../../src/http/v2/number-texts.ts";
import { putText, putWords, wordsOf } from "../../src/http/v2/text-words.ts";

/** Writes something into a view. @returns where it ends */
type Put = (view: DataView, at: number) => number;

/** Bytes that what is written takes at most, with what may be written after it. */
const ROOM = 256;

const instantWriter = new InstantWriter();
const putInstant = (instant: number) => (view: DataView, at: number) =>
  instantWriter.write(view, at, instant);

/** What is written into a buffer for which so many bytes were expected. */
function written(puts: readonly Put[], expected = 0): string {
  const out = new JsonBytes(expected);
  for (const put of puts) out.wrote(put(out.room(ROOM), out.length));
  return out.take().toString();
}

describe("JSON by bytes", () => {
  it("holds what was written, however little room was expected", () => {
    const text = fc.string({ unit: "grapheme" }).map((piece) => ({
      // Halves of pairs are written as what stands for what cannot be.
      piece: Buffer.from(piece).toString(),
      write: (out: JsonBytes) => out.text(piece),
    }));
    const ascii = fc.string({ unit: "binary-ascii", maxLength: ROOM - 8 });
    const put = fc.oneof(
      ascii.map((piece) => ({
        piece,
        put: (view: DataView, at: number) => putWords(view, at, wordsOf(piece)),
      })),
      ascii.map((piece) => ({ piece, put: (view: DataView, at: number) => putText(view, at, piece) })),
      fc
        .integer({ min: 0, max: INSTANT_MAX })
        .map((instant) => ({ piece: formatInstant(instant), put: putInstant(instant) })),
    );
    const putPiece = put.map(({ piece, put: putInto }) => ({
      piece,
      write: (out: JsonBytes) => out.wrote(putInto(out.room(ROOM), out.length)),
    }));
    fc.assert(
      fc.property(fc.array(fc.oneof(text, putPiece)), fc.nat(40), (all, expected) => {
        const out = new JsonBytes(expected);
        for (const { write } of all) write(out);
        expect(out.take().toString()).toBe(all.map(({ piece }) => piece).join(""));
      }),
    );
  });

  it.each(["1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "9999-12-31T23:59:59.999Z"])(
    "writes %s as D1 has it, and again",
    (instant) => {
      const again: Put = (view, at) => copyInstant(view, at - INSTANT_BYTES, at);
      expect(written([putInstant(Date.parse(instant)), again])).toBe(instant + instant);
    },
  );
});

describe("the texts of numbers", () => {
  it("are those of each number, however often and in whatever order", () => {
    const number = fc.oneof(fc.nat(2 * KEPT_NUMBERS), fc.maxSafeInteger());
    const write = fc.constantFrom(
      (value: number) => `<${value}>`,
      (value: number) => `,"rate":${value / 7}`,
      (value: number) => "longer for some".repeat(1 + Math.abs(value % 3)),
    );
    fc.assert(
      fc.property(fc.array(number), write, fc.integer({ min: 1, max: 40 }), (numbers, textOf, longest) => {
        const texts = new NumberTexts(textOf, longest);
        const twice = [...numbers, ...numbers];
        const puts = twice.map((value) => (view: DataView, at: number) => texts.put(view, at, value));
        expect(written(puts)).toBe(twice.map(textOf).join(""));
      }),
    );
  });

  it("are kept as they were wanted last", () => {
    const cache = new NumberTextsCache();
    const first = cache.get("0", String, 4);
    expect(cache.get("0", String, 4)).toBe(first);
    for (let key = 1; key <= 64; key++) cache.get(String(key), String, 4);
    expect(cache.get("0", String, 4)).not.toBe(first);
  });
});
