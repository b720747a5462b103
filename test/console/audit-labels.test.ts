import { describe, expect, it } from "vitest";
import {
  type AuditEntry,
  fieldLabel,
  formatValue,
  namesIn,
  typeLabel,
  withoutDerived,
} from "../../console/src/pages/set-up/audit-labels.ts";

let lastId = 0;

function entry(
  [action, type, id]: readonly [AuditEntry["action"], string, string],
  changes: AuditEntry["changes"],
  timestamp = "2026-11-20T12:00:00.000Z",
): AuditEntry {
  lastId += 1;
  return {
    id: `aud_${lastId}`,
    timestamp,
    token_id: "tkn_1",
    token_name: "Ann",
    action,
    resource_type: type,
    resource_id: id,
    changes,
  };
}

const SCHEDULE = "daily_reset_schedule";
const LATER = "2026-11-21T12:00:00.000Z";

describe("derived entries of the audit log", () => {
  it("are the schedules that follow from creating, changing and deleting a space", () => {
    const space = entry(["create", "space", "spc_1"], { name: { to: "Gym" } });
    const first = entry(["create", SCHEDULE, "2"], {
      space_id: { to: "spc_1" },
      effective_from: { to: null },
      effective_until: { to: null },
    });
    const changed = entry(
      ["update", "space", "spc_1"],
      { time_zone: { from: "UTC", to: "Asia/Tokyo" } },
      LATER,
    );
    const ended = entry(["update", SCHEDULE, "2"], { effective_until: { from: null, to: LATER } }, LATER);
    const next = entry(
      ["create", SCHEDULE, "3"],
      { space_id: { to: "spc_1" }, effective_from: { to: LATER } },
      LATER,
    );
    expect(withoutDerived([next, ended, changed, first, space])).toEqual([changed, space]);
    // The first schedule is left out even if the entry of its space is on another page; later ones are kept.
    expect(withoutDerived([next, first])).toEqual([next]);
  });
});

describe("values in the audit log", () => {
  const names = new Map([["spc_1", "Gym"]]);
  const format = (field: string, value: unknown) => formatValue(field, value, names, "UTC");

  it("have names instead of ids", () => {
    expect(format("parent_id", "spc_1")).toBe("Gym");
    expect(format("spaces", ["spc_1", "spc_9"])).toBe("Gym, spc_9");
    expect([typeLabel(SCHEDULE), typeLabel("time_segment")]).toEqual(["daily reset", "time segment"]);
    expect(["time_zone", "doorway_id", "effective_from"].map(fieldLabel)).toEqual([
      "Time zone",
      "Doorway",
      "From",
    ]);
  });

  it("have the formats of the console", () => {
    expect(format("capacity", 1_200)).toBe("1,200");
    expect(format("sensor_placement", -1)).toBe("Outside");
    expect(format("enabled", true)).toBe("Yes");
    expect(format("start", "09:00:00")).toBe("09:00");
    expect(format("timestamp", LATER)).toBe("21 Nov 2026, 12:00:00 UTC");
    expect(format("function", "focus_quiet")).toBe("Focus quiet");
    expect(format("meta", { a: 1 })).toBe('{"a":1}');
    for (const nothing of [null, undefined, "", []]) expect(format("notes", nothing)).toBe("–");
  });

  it("have the names of deleted resources and of the ends of links", () => {
    const entries = [
      entry(["delete", "doorway", "drw_2"], { name: { from: "Gym door" } }),
      entry(["create", "link", "lnk_3"], { doorway_id: { to: "drw_2" }, space_id: { to: "spc_1" } }),
    ];
    const found = namesIn(entries, names);
    expect(found.get("drw_2")).toBe("Gym door");
    expect(found.get("lnk_3")).toBe("Gym door – Gym");
  });
});
