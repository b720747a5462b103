import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { InstantPlace, SOME_INSTANT } from "../../src/http/v2/instant-bytes.ts";
import { JsonBytes, partOf } from "../../src/http/v2/json-bytes.ts";
import { NumberParts, NumberPartsCache } from "../../src/http/v2/number-parts.ts";

describe("JSON by bytes", () => {
  it("holds what was written, however little room was expected", () => {
    const pieces = fc.array(fc.oneof(fc.string({ unit: "grapheme" }), fc.maxSafeInteger(), fc.nat(1_100)));
    fc.assert(
      fc.property(pieces, fc.nat(40), (written, expected) => {
        const out = new JsonBytes(expected);
        for (const [index, piece] of written.entries()) {
          if (typeof piece === "number") out.integer(piece);
          else if (index % 2 === 0) out.text(piece);
          else out.part(partOf(piece));
        }
        expect(out.take().toString()).toBe(Buffer.from(written.join("")).toString());
      }),
    );
  });

  it.each([0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -1, -(2 ** 31)])("writes %d", (value) => {
    const out = new JsonBytes(0);
    out.integer(value);
    expect(out.take().toString()).toBe(String(value));
  });

  it("has instants in their places as D1 writes them", () => {
    const part = partOf(`"${SOME_INSTANT}"`);
    const place = new InstantPlace(part, 1);
    const instants = fc.integer({ min: 0, max: Date.parse("9999-12-31T23:59:59.999Z") });
    fc.assert(
      fc.property(fc.array(instants, { minLength: 1 }), (all) => {
        for (const instant of all) {
          place.set(instant);
          expect(Buffer.from(part.bytes).toString()).toContain(formatInstant(instant));
        }
      }),
    );
  });

  it.each([0, 1, 1_023, 1_024, 5_000_000, -3])("has the part of %d, each time", (value) => {
    const parts = new NumberParts((number) => `<${number}>`);
    const read = () => Buffer.from(parts.of(value).bytes).toString("utf8", 0, parts.of(value).length);
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
