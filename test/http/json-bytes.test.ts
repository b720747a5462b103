import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant, INSTANT_MAX } from "../../src/domain/instant.ts";
import { JsonBytes, partOf } from "../../src/http/v2/json-bytes.ts";
import { NumberParts, NumberPartsCache } from "../../src/http/v2/number-parts.ts";

type Write = (out: JsonBytes) => void;

/** What is written into a buffer for which so many bytes were expected. */
function written(writes: readonly Write[], expected = 0): string {
  const out = new JsonBytes(expected);
  for (const write of writes) write(out);
  return out.take().toString();
}

const instants = fc.integer({ min: 0, max: INSTANT_MAX });

describe("JSON by bytes", () => {
  it("holds what was written, however little room was expected", () => {
    const text = fc.string({ unit: "grapheme" }).map((piece) => ({
      // Halves of pairs are written as what stands for what cannot be.
      piece: Buffer.from(piece).toString(),
      write: (out: JsonBytes) => out.text(piece),
    }));
    const part = fc.string({ unit: "binary-ascii" }).map((piece) => ({
      piece,
      write: (out: JsonBytes) => out.part(partOf(piece)),
    }));
    const integer = fc.oneof(fc.maxSafeInteger(), fc.nat(1_100)).map((value) => ({
      piece: String(value),
      write: (out: JsonBytes) => out.integer(value),
    }));
    const instant = instants.map((value) => ({
      piece: formatInstant(value),
      write: (out: JsonBytes) => out.instant(value),
    }));
    fc.assert(
      fc.property(fc.array(fc.oneof(text, part, integer, instant)), fc.nat(40), (all, expected) => {
        const writes = all.map(({ write }) => write);
        expect(written(writes, expected)).toBe(all.map(({ piece }) => piece).join(""));
      }),
    );
  });

  it.each([0, 9, 10, 99, 100, 999, 1_000, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -1, -(2 ** 31)])(
    "writes %d",
    (value) => {
      expect(written([(out) => out.integer(value)])).toBe(String(value));
    },
  );

  it.each(["1970-01-01T00:00:00.000Z", "2024-02-29T23:59:59.999Z", "9999-12-31T23:59:59.999Z"])(
    "writes %s as D1 has it",
    (instant) => {
      expect(written([(out) => out.instant(Date.parse(instant))])).toBe(instant);
    },
  );

  it.each([0, 1, 1_023, 1_024, 5_000_000, -3])("has the part of %d, each time", (value) => {
    const parts = new NumberParts((number) => `<${number}>`);
    const read = () => written([(out) => out.part(parts.of(value))]);
    expect([read(), read()]).toEqual([`<${value}>`, `<${value}>`]);
  });

  it("keeps the parts of what was wanted last", () => {
    const cache = new NumberPartsCache();
    const first = cache.get("0", String);
    expect(cache.get("0", String)).toBe(first);
    for (let key = 1; key <= 64; key++) cache.get(String(key), String);
    expect(cache.get("0", String)).not.toBe(first);
  });
});
