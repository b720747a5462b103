import fc from "fast-check";
import { SERIAL_LENGTH_MAX } from "../../src/domain/limits.ts";
import { atOnce, type RowLayout, UnreadableRows } from "../../src/formats/in/json-rows.ts";

/*
 * Bodies of rows in JSON, most of them as senders write them.
 */

/** Mostly what senders write, and sometimes what comes close to it. */
export const often = <T>(common: fc.Arbitrary<T>, ...rare: readonly fc.Arbitrary<T>[]) =>
  fc.oneof({ arbitrary: common, weight: 30 }, ...rare);

const space = often(
  fc.constant(""),
  fc.constantFrom(" ", "  ", "\t", "\r", "\n", "\f", "\u00a0", " ".repeat(70)),
);
export const quoted = (text: string) => JSON.stringify(text);
export const value = fc.oneof(
  fc.constantFrom("null", "true", "1", "-1", "1.0", "1e0", "10e-1", "01", "+1", "- 1", "-1.", "1e400"),
  fc.constantFrom(
    '""',
    '" "',
    '" S1 "',
    '"\\u0053"',
    '"\\ud83d"',
    '"a\u007f"',
    '"a\tb"',
    '"\\n"',
    '"S1',
    '"\\"',
  ),
  fc.constantFrom("[]", "{}", '["]",{"a":"\\"}"}]', "[[[[", "tru", '"é"', '"🚪"', '"\u2003S1\ufeff"'),
  fc.json({ maxDepth: 2 }),
);
export const serial = often(
  fc.constantFrom("S1", "S2", "9001").map(quoted),
  fc.string({ maxLength: SERIAL_LENGTH_MAX + 1 }).map(quoted),
  value,
);
const instant = fc
  .integer({ min: Date.UTC(2024, 4, 6, 6), max: Date.UTC(2024, 4, 6, 8) + 10 })
  .map((ms) => new Date(ms).toISOString());
export const timestamp = often(
  instant.map(quoted),
  instant.map((text) => quoted(text.replace(/\.\d+/, ""))),
  fc
    .constantFrom(
      ...["2024-05-06", "2024-05-06T07:08Z", "2024-05-06T07:08:09+02:00", " 2024-05-06 07:08:09", "then", ""],
      ...["2024-05-06T07:08:60Z", "2024-02-30T07:08:09.123Z", "2024-05-06T07:08:0aZ", "1969-05-06T07:08:09Z"],
      ...["2024-05-06T07:08:09.12Z", "2024-05-06T07:08:09,123Z", "2024-05-06T07:08:09.123z"],
      ...[
        "2024-05-06T24:08:09Z",
        "2024-05-06T07:08:09:123Z",
        "2024-05-06T07:08:6/Z",
        "9999-12-31T23:59:59.999Z",
      ],
    )
    .map(quoted),
  value,
);
const name = (wanted: string) =>
  often(
    fc.constant(quoted(wanted)),
    fc.constantFrom(`"${wanted}`, quoted(`${wanted}s`), '"trajectory"', '"note"', '"\\u0074rajectory"'),
  );

export const member = (field: string, of: fc.Arbitrary<string>) =>
  fc
    .tuple(space, name(field), space, space, of, space)
    .map(([a, key, b, c, text, d]) => `${a}${key}${b}:${c}${text}${d}`);
const body = (layout: RowLayout, row: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.array(often(row, value), { maxLength: 5 }),
      space,
      often(fc.constant(layout === "array" ? "," : "\n"), fc.constantFrom(" ", ",", "\n", "\r\n", ",\n")),
      space,
    )
    .map(([rows, before, between, after]) => {
      const text = `${before}${rows.join(between)}${after}`;
      return Buffer.from(layout === "array" ? `[${text}]` : text);
    });

/** A body in which some bytes may have been replaced, put in or cut. */
export const damagedBody = (layout: RowLayout, row: fc.Arbitrary<string>) =>
  fc
    .tuple(
      body(layout, row),
      often(fc.constant(null), fc.tuple(fc.nat(400), fc.nat(400), fc.uint8Array({ maxLength: 3 }))),
      often(fc.constant(null), fc.tuple(fc.nat(400), fc.nat(2), fc.constantFrom(...'{}[]",:\\\0é1'))),
    )
    .map(([bytes, ...damages]) =>
      damages.reduce((left, damage) => {
        if (damage === null) return left;
        const [at, removed, added] = damage;
        return Buffer.concat([
          left.subarray(0, at),
          Buffer.from(added as string),
          left.subarray(at + removed),
        ]);
      }, bytes),
    );

/** What bodies are read into. */
interface Taker {
  take(row: unknown): void;
  reject(problem: "malformed-row"): void;
}

/** What a body is by definition: JSON as a whole or line by line. @returns false if it cannot be read */
export function takeDefined(bytes: Buffer, layout: RowLayout, taker: Taker): boolean {
  const parsed = (part: Buffer): unknown => {
    const text = part.toString();
    return Buffer.from(text).equals(part) ? JSON.parse(text) : JSON.parse("not UTF-8");
  };
  if (layout === "array") {
    try {
      for (const row of parsed(bytes) as unknown[]) taker.take(row);
      return true;
    } catch {
      return false;
    }
  }
  for (const line of bytes.toString("latin1").split("\n")) {
    if (/^[\t\r ]*$/.test(line)) continue;
    try {
      taker.take(parsed(Buffer.from(line, "latin1")));
    } catch {
      taker.reject("malformed-row");
    }
  }
  return true;
}

/** What is read from a body; `unreadable` if it cannot be. */
export function readBody<Rows>(task: Generator<void, Rows>): Rows | "unreadable" {
  try {
    return atOnce(task);
  } catch (error) {
    if (error instanceof UnreadableRows) return "unreadable";
    throw error;
  }
}
