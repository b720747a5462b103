import { describe, expect, it } from "vitest";
import {
  changesOf,
  formErrorsOf,
  jsonOrNull,
  numberOrNull,
  textOrNull,
} from "../../console/src/components/form/form-values.ts";
import { Problem } from "../../src/client/index.ts";

describe("the values of a form", () => {
  it("D26: are sent if they have changed, with null for cleared ones", () => {
    const before = { name: "Hall", capacity: 5, spaces: ["spc_1"], notes: "" };
    expect(changesOf(before, { ...before })).toEqual({});
    const spaces = ["spc_1", "spc_2"];
    expect(changesOf(before, { ...before, spaces })).toEqual({ spaces });
    expect(changesOf<object>(before, { ...before, capacity: null })).toEqual({ capacity: null });
  });

  it("are parsed from numbers, JSON and texts, with null for empty input", () => {
    const numbers = (...texts: readonly string[]) => texts.map((text) => numberOrNull(text, "capacity"));
    expect(numbers(" 12 ", "0.5", "-3", "")).toEqual([12, 0.5, -3, null]);
    // As they are shown, too.
    expect(numbers("1,234", "1,234,567.5")).toEqual([1_234, 1_234_567.5]);
    expect(jsonOrNull('{"a": [1]}', "meta")).toEqual({ a: [1] });
    expect(jsonOrNull(" ", "meta")).toBeNull();
    expect(textOrNull("  ")).toBeNull();
    expect(textOrNull(" Hall ")).toBe("Hall");
  });

  it("have an error at their field if they are not valid", () => {
    const errorAt = (field: string) =>
      expect.objectContaining({ issues: [expect.objectContaining({ path: field })] });
    for (const text of ["many", "1,5", "Infinity"])
      expect(() => numberOrNull(text, "capacity")).toThrow(errorAt("capacity"));
    expect(() => jsonOrNull("{", "meta")).toThrow(errorAt("meta"));
  });
});

const VALUES = { name: "Door", days: [], headers: [], sensor_serial_number: "S1" };

describe("the errors of a form", () => {
  it("assigns issues to the fields that their paths start with", () => {
    const problem = new Problem(400, "all of it", [
      { path: "name", message: "is required" },
      { path: "days.0", message: "is no day" },
      { path: "days.1", message: "nor is this" },
      { path: "other_field.0", message: "is wrong" },
      { path: "headers.bad name", message: "is not a valid name" },
      { path: "body", message: "the body is not valid JSON" },
    ]);
    expect(formErrorsOf(problem, VALUES, [])).toEqual({
      fields: {
        name: "is required",
        days: "is no day; nor is this",
        headers: '"bad name" is not a valid name',
      },
      rest: ["Other field.0: is wrong", "the body is not valid JSON"],
    });
  });

  it("assigns issues of the object that has the fields", () => {
    const problem = new Problem(400, "all of it", [
      { path: "counting.name", message: "is required" },
      { path: "days", message: "is no day" },
      { path: "counting", message: "is wrong" },
    ]);
    expect(formErrorsOf(problem, VALUES, [], "counting")).toEqual({
      fields: { name: "is required", days: "is no day" },
      rest: ["Counting: is wrong"],
    });
  });

  it("shows issues without a field above the buttons", () => {
    const problem = new Problem(403, "this needs a token with the scope write", []);
    expect(formErrorsOf(problem, VALUES, ["name"])).toEqual({ fields: {}, rest: [problem.message] });
  });

  it("assigns a conflict to the field whose value it quotes first", () => {
    const place = (message: string) =>
      formErrorsOf(new Problem(409, message, []), VALUES, ["name", "sensor_serial_number"]);
    const taken = 'a doorway named "Door" exists already';
    expect(place(taken)).toEqual({ fields: { name: taken }, rest: [] });
    const elsewhere = 'sensor "S1" is attached to doorway "Door" in that time';
    expect(place(elsewhere)).toEqual({ fields: { sensor_serial_number: elsewhere }, rest: [] });
    const unknown = "the space has children";
    expect(place(unknown)).toEqual({ fields: {}, rest: [unknown] });
  });
});
