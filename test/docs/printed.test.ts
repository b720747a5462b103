import { describe, expect, it } from "vitest";
import { parsePage } from "../support/doc-pages.ts";
import { differenceFrom } from "./printed.ts";

const SINCE = Date.parse("2026-01-01T00:00:00Z");
const EARLIER = "2024-05-06T07:00:00.000Z";
const LATER = "2026-01-01T00:00:00.001Z";

const AS_PRINTED: readonly [string, string, string][] = [
  ["json", '{ "a": 1, "b": [1, 2] }', '{"b":[1,2],"a":1}'],
  ["json", '{ "a": 1, … }', '{"a":1,"b":2}'],
  ["json", '{ "a": … }', '{"a":{"b":2}}'],
  ["json", '{ "a": "evt_…" }', '{"a":"evt_12"}'],
  ["json", "[1, …]", "[1,2,3]"],
  ["json", "[1, …, 4]", "[1,2,3,4]"],
  ["json", '["2024-05-06T07:00:00Z"]', `["${LATER}"]`],
  ["text", `at ${EARLIER} 5`, `at ${LATER} 5\n`],
  ["text", "a\n…\nd", "a\nb\nc\nd\n"],
  ["text", "took … ms", "took 12 ms"],
  ["text", "a\n…", "a\r\nb\r\n"],
];

const NOT_AS_PRINTED: readonly [string, string, string][] = [
  ["json", '{ "a": 1 }', '{"a":1,"b":2}'],
  ["json", '{ "a": 1, "b": 2, … }', '{"a":1}'],
  ["json", '{ "a": 1.5 }', '{"a":1.25}'],
  ["json", '{ "a": "evt_…" }', '{"a":"rst_12"}'],
  ["json", "[1, …, 4]", "[1,2,3]"],
  ["json", "[1, 2]", "[1,2,3]"],
  ["json", `["${LATER}"]`, `["${EARLIER}"]`],
  ["json", '{ "a": 1 }', "no JSON"],
  ["text", `at ${LATER}`, `at ${EARLIER}`],
  ["text", "a\nb", "a"],
  ["text", "a.b", "axb"],
];

describe("the output on a page", () => {
  it.each(AS_PRINTED)("%s: %s may be %s", (language, printed, output) => {
    expect(differenceFrom(printed, output, language, SINCE)).toBeNull();
  });

  it.each(NOT_AS_PRINTED)("%s: %s is not %s", (language, printed, output) => {
    expect(differenceFrom(printed, output, language, SINCE)).toEqual(expect.any(String));
  });
});

describe("a page", () => {
  const PAGE = ["<!-- not run: needs a doorway -->", "", "```sh", "a", "```", "", "```json", "{}", "```"];

  it("has blocks, with what a comment says of them", () => {
    expect(parsePage("a.md", PAGE.join("\n")).blocks).toEqual([
      {
        line: 3,
        place: "a.md:3",
        language: "sh",
        text: "a\n",
        directive: { kind: "not run", text: "needs a doorway" },
        follows: false,
      },
      { line: 7, place: "a.md:7", language: "json", text: "{}\n", directive: null, follows: true },
    ]);
  });

  it.each(["<!-- not run -->", "<!-- not rum: why -->", "<!-- second terminal: why -->"])(
    "may not have %s before a block",
    (comment) => {
      expect(() => parsePage("a.md", [comment, ...PAGE.slice(1)].join("\n"))).toThrow("a.md:3");
    },
  );
});
