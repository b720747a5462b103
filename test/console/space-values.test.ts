import { describe, expect, it } from "vitest";
import {
  changedSpaceBody,
  instantOf,
  isRescheduled,
  newSpaceBody,
  newSpaceValues,
  numbersOf,
} from "../../console/src/pages/set-up/space-values.ts";

const BLANK = newSpaceValues(null, "Europe/Berlin");

describe("the form of a space", () => {
  it("sends values that differ from the defaults of the API", () => {
    expect(newSpaceBody({ ...BLANK, name: "Hall" })).toEqual({ name: "Hall", time_zone: "Europe/Berlin" });
    expect(newSpaceBody({ ...BLANK, time_zone: "UTC" })).toEqual({ name: "" });
    expect(newSpaceBody({ ...BLANK, time_zone: "UTC", daily_reset: " " })).toEqual({
      name: "",
      daily_reset: null,
    });
  });

  it("suggests the type and the time zone for a parent", () => {
    const parent = { id: "spc_1", time_zone: "Asia/Tokyo", space_type: "building" } as const;
    expect(newSpaceValues(parent, "UTC")).toMatchObject({
      parent_id: "spc_1",
      time_zone: "Asia/Tokyo",
      space_type: "floor",
    });
  });

  it("converts percent without binary rounding errors", () => {
    const values = {
      ...BLANK,
      safe_threshold_mode: "UTILIZATION_PERC_TARGET",
      safe_threshold_value: "7",
    } as const;
    expect(newSpaceBody(values)).toMatchObject({ safe_threshold_value: 0.07 });
    expect(numbersOf({ ...values, target_capacity: "50" })).toMatchObject({
      safe_threshold_value: 0.07,
      target_capacity: 50,
    });
    expect(numbersOf({ ...values, target_capacity: "fifty" })).toBeNull();
  });

  it("D26: sends changed fields only; D5: dates only fields with a history", () => {
    const dated = { effective_from: "beginning", effective_at: "" } as const;
    expect(changedSpaceBody(BLANK, BLANK)).toEqual({});
    expect(changedSpaceBody(BLANK, { ...BLANK, ...dated, notes: "new" })).toEqual({ notes: "new" });
    expect(changedSpaceBody(BLANK, { ...BLANK, ...dated, daily_reset: "05:00" })).toEqual({
      daily_reset: "05:00",
      effective_from: "beginning",
    });
    expect(isRescheduled(BLANK, { ...BLANK, daily_reset: " 04:00" })).toBe(false);
  });

  it("parses local times in the time zone of the space", () => {
    expect(instantOf("2024-07-01T12:00", "Europe/Berlin", "timestamp")).toBe("2024-07-01T10:00:00.000Z");
    const at = {
      ...BLANK,
      time_zone: "Asia/Tokyo",
      effective_from: "at",
      effective_at: "2024-07-01T12:00",
    } as const;
    expect(changedSpaceBody(BLANK, at)).toMatchObject({ effective_from: "2024-07-01T03:00:00.000Z" });
    expect(() => changedSpaceBody(BLANK, { ...at, effective_at: "" })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: "effective_at" })] }),
    );
  });
});
