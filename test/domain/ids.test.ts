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
    ..."spc_0 spc_-1 spc_+1 spc_01 spc_1.5 spc_1e3 spc_0x1 spc_ 1 drw_1 SPC_1 spc1 spc_\u0661".split(" "),
    ...["", " spc_1", "spc_ 1", "spc_1 ", "spc_1\n"],
  ])("D20: %j is no id of a space", (text) => {
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
