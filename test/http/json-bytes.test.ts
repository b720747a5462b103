import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonBytes } from "../../src/http/v2/sample-writer.ts";
import { checkProperty } from "../support/random.ts";

it("JSON by bytes holds what was written, however little room was expected", async () => {
  const piece = fc.tuple(fc.string({ unit: "grapheme" }), fc.boolean());
  await checkProperty(
    fc.property(fc.array(piece), fc.nat(40), (pieces, expected) => {
      const out = new JsonBytes(expected);
      for (const [text, isEncoded] of pieces) {
        if (isEncoded) out.bytes(Buffer.from(text));
        else out.text(text);
      }
      expect(out.take()).toEqual(Buffer.from(pieces.map(([text]) => Buffer.from(text)).join("")));
    }),
  );
});
