import { describe, expect, it } from "vitest";
import { formErrorsOf } from "../../console/src/components/form/form-values.ts";
import { Problem } from "../../src/client/index.ts";

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
