import { describe, expect, it } from "vitest";
import { parsePage } from "../support/doc-pages.ts";
import { differenceFrom } from "./printed.ts";

const SINCE = Date.parse("2026-01-01T00:00:00Z");
const EARLIER = "2024-05-06T07:00:00.000Z";
const LATER = "2026-01-01T00:00:00.001Z";

const OUTPUTS: readonly [language: string, printed: string, output: string, isAsPrinted: boolean][] = [
  ["json", '{ "a": 1, "b": [1, 2] }', '{"b":[1,2],"a":1}', true],
  ["json", '{ "a": 1, … }', '{"a":1,"b":2}', true],
  ["json", '{ "a": … }', '{"a":{"b":2}}', true],
  ["json", '{ "a": "evt_…" }', '{"a":"evt_12"}', true],
  ["json", "[1, …]", "[1,2,3]", true],
  ["json", "[1, …, 4]", "[1,2,3,4]", true],
  ["json", '["2024-05-06T07:00:00Z"]', `["${LATER}"]`, true],
  ["text", `at ${EARLIER} 5`, `at ${LATER} 5\n`, true],
  ["text", "a\n…\nd", "a\nb\nc\nd\n", true],
  ["text", "took … ms", "took 12 ms", true],
  ["text", "a\n…", "a\r\nb\r\n", true],
  ["json", '{ "a": 1 }', '{"a":1,"b":2}', false],
  ["json", '{ "a": 1, "b": 2, … }', '{"a":1}', false],
  ["json", '{ "a": 1.5 }', '{"a":1.25}', false],
  ["json", '{ "a": "evt_…" }', '{"a":"rst_12"}', false],
  ["json", "[1, …, 4]", "[1,2,3]", false],
  ["json", "[1, 2]", "[1,2,3]", false],
  ["json", `["${LATER}"]`, `["${EARLIER}"]`, false],
  ["json", '{ "a": 1 }', "no JSON", false],
  ["text", `at ${LATER}`, `at ${EARLIER}`, false],
  ["text", "a\nb", "a", false],
  ["text", "a.b", "axb", false],
];

it.each(OUTPUTS)("%s: whether %s on a page may be %s in the output: %s", (language, printed, output, is) => {
  expect(differenceFrom(printed, output, language, SINCE) === null).toBe(is);
});

describe("a page", () => {
  const PAGE = ["<!-- not run: needs a doorway -->", "", "```sh", "a", "```", "", "```json", "{}", "```"];

  it("has blocks, with what a comment says of them", () => {
    expect(parsePage("a.md", PAGE.join("\n")).blocks).toEqual([
      expect.objectContaining({
        line: 3,
        text: "a\n",
        directive: { kind: "not run", text: "needs a doorway" },
      }),
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
