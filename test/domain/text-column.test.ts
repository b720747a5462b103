import fc from "fast-check";
import { expect, it } from "vitest";
import { TextColumn, TextColumnBuilder } from "../../src/domain/text-column.ts";
import { checkProperty } from "../support/random.ts";

const text = fc.oneof(
  fc.string({ maxLength: 14 }),
  fc.string({ unit: "grapheme", maxLength: 5 }),
  fc.constantFrom("", "a", "é", "twelve chars", "thirteen char"),
);
const texts = fc.array(fc.option(text), { maxLength: 70 });
/** An empty text is none. */
const kept = (given: readonly (string | null)[]) => given.map((each) => each || null);
const listed = (column: TextColumn) => Array.from({ length: column.length }, (_, row) => column.at(row));

it("a column returns its texts, also selected ones and those of joined columns", async () => {
  await checkProperty(
    fc.property(fc.array(fc.option(texts), { maxLength: 4 }), fc.func(fc.boolean()), (parts, isChosen) => {
      const columns = parts.map((part) => part && TextColumn.of(part));
      const all = parts.flatMap((part) => (part === null ? [null, null] : kept(part)));
      const joined = TextColumn.joined(
        columns.map((column) => ({ length: column?.length ?? 2, texts: column })),
      );
      expect(listed(joined)).toEqual(all);
      const rows = Int32Array.from(all.keys()).filter((row) => isChosen(row));
      expect(listed(joined.select(rows))).toEqual([...rows].map((row) => all[row]));
    }),
  );
});

it("equal texts have equal hashes from any source, and other texts mostly have others", async () => {
  const hashes = new Map<number, string | null>();
  await checkProperty(
    fc.property(fc.option(text), (each) => {
      const hash = TextColumn.of([null, each]).hash(1);
      expect(hash === 0).toBe(!each);
      expect(Number.isSafeInteger(hash)).toBe(true);
      expect(hashes.get(hash) ?? (each || null)).toBe(each || null);
      hashes.set(hash, each || null);
    }),
    { numRuns: 2_000 },
  );
  const numbers = new Set<number>();
  for (let number = 0; number < 20_000; number++) {
    const ascii = Buffer.from(`x${number}`);
    const builder = new TextColumnBuilder(1);
    builder.addBytes(ascii, 1, ascii.length);
    const hash = builder.column.hash(0);
    if (hash !== TextColumn.of([String(number)]).hash(0)) throw new Error(`two hashes of ${number}`);
    numbers.add(hash);
  }
  expect(numbers.size).toBe(20_000);
});

it("two rows have the same text if they are equal, or both have none", async () => {
  await checkProperty(
    fc.property(fc.array(fc.option(text), { minLength: 1, maxLength: 20 }), (given) => {
      // Each again, so that some are the same.
      const all = kept([...given, ...given]);
      const column = TextColumn.joined([
        { length: given.length, texts: TextColumn.of(given) },
        { length: given.length, texts: TextColumn.of(given) },
      ]);
      for (const [row, one] of all.entries()) {
        const same = all.map((_, other) => column.isSame(row, other));
        expect(same).toEqual(all.map((another) => another === one));
      }
    }),
  );
});
