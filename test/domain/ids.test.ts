import { describe, expect, it } from "vitest";
import { formatId, ID_PREFIXES, type IdKind, readId, readPositiveDecimal } from "../../src/domain/ids.ts";

const LARGEST = 9_223_372_036_854_775_807n;

const PREFIXES: Readonly<Partial<Record<IdKind, string>>> = {
  space: "spc",
  doorway: "drw",
  event: "evt",
  link: "lnk",
  timeSegment: "tsm",
  timeSegmentGroup: "tsg",
  organization: "org",
  sensor: "snr",
};

describe("D20: ids", () => {
  it.each(Object.entries(PREFIXES) as [IdKind, string][])("D20: a %s has the prefix %s", (kind, prefix) => {
    expect(formatId(kind, 42n)).toBe(`${prefix}_42`);
    expect(readId(kind, `${prefix}_42`)).toBe(42n);
  });

  it("D20: no two kinds have one prefix", () => {
    expect(new Set(Object.values(ID_PREFIXES)).size).toBe(Object.keys(ID_PREFIXES).length);
  });

  it("D20: an id has 63 bits, and none of them is lost", () => {
    expect(formatId("event", LARGEST)).toBe("evt_9223372036854775807");
    expect(readId("event", "evt_9223372036854775807")).toBe(LARGEST);
    expect(readId("event", "evt_9007199254740993")).toBe(9_007_199_254_740_993n);
    expect(readId("event", "evt_9223372036854775808")).toBeNull();
    expect(readId("event", "evt_10000000000000000000")).toBeNull();
  });

  it.each([
    ["zero", "spc_0"],
    ["a negative number", "spc_-1"],
    ["a sign", "spc_+1"],
    ["a leading zero", "spc_01"],
    ["a fraction", "spc_1.5"],
    ["an exponent", "spc_1e3"],
    ["hexadecimal", "spc_0x1"],
    ["no number", "spc_"],
    ["no prefix", "1"],
    ["another kind's prefix", "drw_1"],
    ["capitals", "SPC_1"],
    ["no underscore", "spc1"],
    ["a blank before", " spc_1"],
    ["a blank within", "spc_ 1"],
    ["a blank after", "spc_1 "],
    ["a line break after", "spc_1\n"],
    ["digits of another script", "spc_\u0661"],
    ["nothing", ""],
  ])("D20: %s is no id: %j", (_, text) => {
    expect(readId("space", text)).toBeNull();
  });

  it("D20: a serial number that gives a sensor its id is a free positive 63-bit decimal", () => {
    expect(readPositiveDecimal("1")).toBe(1n);
    expect(readPositiveDecimal("9223372036854775807")).toBe(LARGEST);
    for (const text of ["0", "007", "9223372036854775808", "-1", "1.0", "A1", "1 ", ""]) {
      expect(readPositiveDecimal(text)).toBeNull();
    }
  });
});
