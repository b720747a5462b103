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
  it("creates with what differs from the API's own defaults", () => {
    expect(newSpaceBody({ ...BLANK, name: "Hall" })).toEqual({ name: "Hall", time_zone: "Europe/Berlin" });
    expect(newSpaceBody({ ...BLANK, time_zone: "UTC" })).toEqual({ name: "" });
    expect(newSpaceBody({ ...BLANK, time_zone: "UTC", daily_reset: " " })).toEqual({
      name: "",
      daily_reset: null,
    });
  });

  it("suggests what is usually inside the parent, in its zone", () => {
    const parent = { id: "spc_1", time_zone: "Asia/Tokyo", space_type: "building" } as const;
    expect(newSpaceValues(parent, "UTC")).toMatchObject({
      parent_id: "spc_1",
      time_zone: "Asia/Tokyo",
      space_type: "floor",
    });
  });

  it("takes shares in percent, without a trace of binary fractions", () => {
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

  it("D26: changes what has been changed; D5: dates only what has a history", () => {
    const dated = { effective_from: "beginning", effective_at: "" } as const;
    expect(changedSpaceBody(BLANK, BLANK)).toEqual({});
    expect(changedSpaceBody(BLANK, { ...BLANK, ...dated, notes: "new" })).toEqual({ notes: "new" });
    expect(changedSpaceBody(BLANK, { ...BLANK, ...dated, daily_reset: "05:00" })).toEqual({
      daily_reset: "05:00",
      effective_from: "beginning",
    });
    expect(isRescheduled(BLANK, { ...BLANK, daily_reset: " 04:00" })).toBe(false);
  });

  it("reads local times in the space's zone", () => {
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
