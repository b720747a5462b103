import { describe, expect, it } from "vitest";
import {
  changesOf,
  jsonOrNull,
  numberOrNull,
  textOrNull,
} from "../../console/src/components/form/form-values.ts";

describe("the values of a form", () => {
  it("D26: are sent if they have changed, with null for cleared ones", () => {
    const before = { name: "Hall", capacity: 5, spaces: ["spc_1"], notes: "" };
    expect(changesOf(before, { ...before })).toEqual({});
    expect(changesOf(before, { ...before, spaces: ["spc_1", "spc_2"] })).toEqual({
      spaces: ["spc_1", "spc_2"],
    });
    expect(changesOf<object>(before, { ...before, capacity: null })).toEqual({ capacity: null });
  });

  it("are parsed from numbers, JSON and texts, with null for empty input", () => {
    expect([" 12 ", "0.5", "-3", ""].map((text) => numberOrNull(text, "capacity"))).toEqual([
      12,
      0.5,
      -3,
      null,
    ]);
    // As they are shown, too.
    expect(["1,234", "1,234,567.5"].map((text) => numberOrNull(text, "capacity"))).toEqual([
      1_234, 1_234_567.5,
    ]);
    expect(jsonOrNull('{"a": [1]}', "meta")).toEqual({ a: [1] });
    expect(jsonOrNull(" ", "meta")).toBeNull();
    expect(textOrNull("  ")).toBeNull();
    expect(textOrNull(" Hall ")).toBe("Hall");
  });

  it("have an error at their field if they are not valid", () => {
    const errorAt = (field: string) =>
      expect.objectContaining({ issues: [expect.objectContaining({ path: field })] });
    expect(() => numberOrNull("many", "capacity")).toThrow(errorAt("capacity"));
    expect(() => numberOrNull("1,5", "capacity")).toThrow(errorAt("capacity"));
    expect(() => numberOrNull("Infinity", "capacity")).toThrow(errorAt("capacity"));
    expect(() => jsonOrNull("{", "meta")).toThrow(errorAt("meta"));
  });
});
