import { describe, expect, it } from "vitest";
import {
  type AuditEntry,
  auditFilterOf,
  auditResourceOf,
  fieldLabel,
  formatValue,
  namesIn,
  pathOfResource,
  typeLabel,
  withoutDerived,
} from "../../console/src/pages/set-up/audit-labels.ts";
import { daysText, hoursText, thresholdLabel } from "../../console/src/pages/set-up/labels.ts";
import {
  changedSpaceBody,
  instantOf,
  isRescheduled,
  newSpaceBody,
  newSpaceValues,
  numbersOf,
} from "../../console/src/pages/set-up/space-values.ts";
import { BLANK_WEBHOOK, webhookBodyOf } from "../../console/src/pages/set-up/webhook-dialogs.tsx";
import { findSpaces, possibleParents, treeOf } from "../../console/src/queries/spaces.ts";
import { parentProblem } from "../../src/domain/hierarchy.ts";
import { SPACE_TYPES, type SpaceType } from "../../src/domain/resources.ts";

describe("labels of the set-up", () => {
  it("formats days in short form", () => {
    expect(daysText(["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])).toBe("Mon–Fri");
    expect(daysText(["Sunday", "Saturday", "Monday"])).toBe("Mon, Sat, Sun");
    expect(daysText(["Friday", "Saturday", "Sunday"])).toBe("Fri–Sun");
  });

  it("D14: states if hours end on the next day", () => {
    expect(hoursText("09:00:00", "17:30:00")).toBe("09:00 – 17:30");
    expect(hoursText("22:00:00", "06:00:30")).toBe("22:00 – 06:00:30 the next day");
    expect(hoursText("09:00", "09:00:00")).toBe("09:00 – 09:00 the next day");
  });

  it("D15: formats the safe limit", () => {
    const none = { capacity: 80, target_capacity: 60, safe_capacity: null, safe_threshold_value: 0.8 };
    expect(thresholdLabel({ ...none, safe_threshold_mode: null })).toBe("None");
    expect(thresholdLabel({ ...none, safe_threshold_mode: "SAFE_CAPACITY" })).toContain("No effect");
    expect(thresholdLabel({ ...none, safe_threshold_mode: "UTILIZATION_PERC_TARGET" })).toMatch(
      /^Unsafe above 48 \(80.?% of the target of 60\)$/,
    );
  });

  it("are links for resources that have a page", () => {
    expect(pathOfResource("drw_3")).toBe("/set-up/doorways/drw_3");
    expect(pathOfResource("tkn_3")).toBeNull();
  });
});

describe("the filter of the audit log", () => {
  it("consists of whole local days, the last one inclusive", () => {
    const parameters = new URLSearchParams(
      "from=2024-03-30&to=2024-03-31&token=tkn_1&kind=space&resource= gym ",
    );
    expect(auditFilterOf(parameters, "Europe/Berlin", "spc_2")).toEqual({
      start_time: "2024-03-29T23:00:00.000Z",
      // A day of 23 hours.
      end_time: "2024-03-31T22:00:00.000Z",
      token_id: "tkn_1",
      resource_type: "space",
      resource_id: "spc_2",
    });
    expect(auditFilterOf(new URLSearchParams("from=nonsense&resource="), "UTC", null)).toEqual({});
  });

  it.each([
    ["", "", { id: null }],
    [" gym ", "", { id: "spc_2" }],
    ["drw_9", "", { id: "drw_9" }],
    ["Main door", "", { problem: "2 resources are named Main door. Enter the id of one: drw_3, drw_4." }],
    ["Lobby", "", { problem: "2 resources are named Lobby. Enter the id of one: spc_5, tsg_6." }],
    ["Lobby", "time_segment_group", { id: "tsg_6" }],
    ["Lobby", "webhook", { problem: "No webhook is named Lobby. Enter a full name or an id." }],
    ["gy", "", { problem: "No resource is named gy. Enter a full name or an id." }],
  ])("takes the name or id %j of kind %j as %j", (text, kind, expected) => {
    const names = new Map([
      ["spc_2", "Gym"],
      ["drw_3", "Main door"],
      ["drw_4", "main door"],
      ["spc_5", "Lobby"],
      ["tsg_6", "Lobby"],
    ]);
    expect(auditResourceOf(text, kind, names)).toEqual({ id: null, ...expected });
  });
});

describe("the form of a webhook", () => {
  it("sends headers as an object, without empty lines, and rejects duplicate and missing names", () => {
    const sent = (headers: string) => webhookBodyOf({ ...BLANK_WEBHOOK, headers }).headers;
    expect(sent(" X-Key : 1:2 \n\n")).toEqual({ "X-Key": "1:2" });
    expect(() => sent("X-Key: 1\nX-Key: 2")).toThrow("not unique");
    expect(() => sent("X-Key")).toThrow("no name");
  });
});

/** @param above the ids of its ancestors, its parent first */
function space(id: string, space_type: SpaceType, ...above: readonly string[]) {
  const ancestry = above.map((each) => ({ id: each, name: each }));
  const parent_id = above[0] ?? null;
  return { id, name: `Name of ${id}`, parent_id, space_type, tags: [`tag-${id}`], ancestry };
}

const CAMPUS = space("c", "campus");
const BUILDING = space("b", "building", "c");
const FLOOR = space("f", "floor", "b", "c");
const ROOM = space("r", "space", "f", "b", "c");
const ALL = [CAMPUS, BUILDING, FLOOR, ROOM];

describe("the tree of spaces", () => {
  it("has each space inside its parent, and spaces with unknown parents at the top", () => {
    const lost = space("l", "space", "gone");
    expect(treeOf([ROOM, FLOOR, lost]).map((node) => [node.space.id, node.children.length])).toEqual([
      ["f", 1],
      ["l", 0],
    ]);
  });

  it("can be searched by name, id, type and tag", () => {
    const found = (search: string) => findSpaces(ALL, search).map(({ id }) => id);
    expect(found(" ")).toHaveLength(ALL.length);
    expect(found("NAME OF f")).toEqual(["f"]);
    expect(found("r")).toEqual(["r"]);
    expect(found("Floor")).toEqual(["f"]);
    expect(found("tag-b")).toEqual(["b"]);
  });

  it("D21: offers the parents that the types permit, except descendants, and the selected one", () => {
    for (const type of SPACE_TYPES) {
      const allowed = ALL.filter((parent) => parentProblem(type, parent.space_type, 0) === null);
      expect(possibleParents(ALL, { id: null, type, chosenId: "" })).toEqual(allowed);
    }
    expect(possibleParents(ALL, { id: "f", type: "space", chosenId: "b" })).toEqual([CAMPUS, BUILDING]);
    expect(possibleParents(ALL, { id: "b", type: "campus", chosenId: "c" })).toEqual([CAMPUS]);
  });
});

const BLANK = newSpaceValues(null, "Europe/Berlin");

describe("the form of a space", () => {
  it("sends values that differ from the defaults of the API", () => {
    expect(newSpaceBody({ ...BLANK, name: "Hall" })).toEqual({ name: "Hall", time_zone: "Europe/Berlin" });
    expect(newSpaceBody({ ...BLANK, time_zone: "UTC" })).toEqual({ name: "" });
    const unset = { ...BLANK, time_zone: "UTC", daily_reset: " " };
    expect(newSpaceBody(unset)).toEqual({ name: "", daily_reset: null });
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
    const share = { safe_threshold_mode: "UTILIZATION_PERC_TARGET", safe_threshold_value: "7" } as const;
    const values = { ...BLANK, ...share, target_capacity: "50" };
    const sent = { safe_threshold_value: 0.07, target_capacity: 50 };
    expect(newSpaceBody(values)).toMatchObject(sent);
    expect(numbersOf(values)).toMatchObject(sent);
    expect(numbersOf({ ...values, target_capacity: "fifty" })).toBeNull();
  });

  it("refuses a safe limit without the numbers from which it follows", () => {
    const modes = {
      SAFE_CAPACITY: "safe_capacity",
      UTILIZATION_PERC_TARGET: "safe_threshold_value",
      UTILIZATION_PERC_LEGAL: "safe_threshold_value",
    } as const;
    const refusal = (path: string) =>
      expect.objectContaining({ issues: [expect.objectContaining({ path })] });
    for (const [mode, field] of Object.entries(modes)) {
      const values = { ...BLANK, safe_threshold_mode: mode as keyof typeof modes };
      expect(() => newSpaceBody(values)).toThrow(refusal(field));
      expect(() => changedSpaceBody(BLANK, values)).toThrow(refusal(field));
      const share = { ...values, safe_threshold_value: "80", safe_capacity: " " };
      const missing = {
        ...modes,
        UTILIZATION_PERC_TARGET: "target_capacity",
        UTILIZATION_PERC_LEGAL: "capacity",
      };
      expect(() => newSpaceBody(share)).toThrow(refusal(missing[values.safe_threshold_mode]));
    }
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
    const noon = { effective_from: "at", effective_at: "2024-07-01T12:00" } as const;
    const at = { ...BLANK, ...noon, time_zone: "Asia/Tokyo" };
    expect(changedSpaceBody(BLANK, at)).toMatchObject({ effective_from: "2024-07-01T03:00:00.000Z" });
    expect(() => changedSpaceBody(BLANK, { ...at, effective_at: "" })).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path: "effective_at" })] }),
    );
  });
});

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
    const of = { space_id: { to: "spc_1" } };
    const always = { effective_from: { to: null }, effective_until: { to: null } };
    const zone = { time_zone: { from: "UTC", to: "Asia/Tokyo" } };
    const space = entry(["create", "space", "spc_1"], { name: { to: "Gym" } });
    const first = entry(["create", SCHEDULE, "2"], { ...of, ...always });
    const changed = entry(["update", "space", "spc_1"], zone, LATER);
    const ended = entry(["update", SCHEDULE, "2"], { effective_until: { from: null, to: LATER } }, LATER);
    const next = entry(["create", SCHEDULE, "3"], { ...of, effective_from: { to: LATER } }, LATER);
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
    expect([SCHEDULE, "time_segment", "sensor_counting"].map(typeLabel)).toEqual([
      "daily reset",
      "time segment",
      "counting of a sensor",
    ]);
    const labels = ["time_zone", "doorway_id", "effective_from"].map(fieldLabel);
    expect(labels).toEqual(["Time zone", "Doorway", "From"]);
  });

  it("have the formats of the console", () => {
    expect(format("capacity", 1_200)).toBe("1,200");
    expect(format("sensor_placement", -1)).toBe("Outside");
    expect(format("enabled", true)).toBe("Yes");
    expect(format("start", "09:00:00")).toBe("09:00");
    expect(format("resets_at", "09:00:00")).toBe("09:00");
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
