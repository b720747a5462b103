import { describe, expect, it } from "vitest";
import { readable } from "../../console/src/format.ts";
import { auditFilterOf, pathOfResource } from "../../console/src/pages/set-up/audit-labels.ts";
import { daysText, hoursText, thresholdLabel } from "../../console/src/pages/set-up/labels.ts";
import { BLANK_WEBHOOK, webhookBodyOf } from "../../console/src/pages/set-up/webhook-dialogs.tsx";

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

  it("converts names of the API to labels", () => {
    expect(readable("focus_quiet")).toBe("Focus quiet");
    expect(pathOfResource("drw_3")).toBe("/set-up/doorways/drw_3");
    expect(pathOfResource("tkn_3")).toBeNull();
  });
});

describe("the filter of the audit log", () => {
  it("consists of whole local days, the last one inclusive", () => {
    const parameters = new URLSearchParams("from=2024-03-30&to=2024-03-31&token=tkn_1&resource= spc_2 ");
    expect(auditFilterOf(parameters, "Europe/Berlin")).toEqual({
      start_time: "2024-03-29T23:00:00.000Z",
      // A day of 23 hours.
      end_time: "2024-03-31T22:00:00.000Z",
      token_id: "tkn_1",
      resource_id: "spc_2",
    });
    expect(auditFilterOf(new URLSearchParams("from=nonsense&resource="), "UTC")).toEqual({});
  });
});

describe("the form of a webhook", () => {
  it("sends headers as an object, without empty rows, and rejects duplicate names", () => {
    const row = (key: number, name: string, value: string) => ({ key, name, value });
    const body = (...headers: ReturnType<typeof row>[]) => webhookBodyOf({ ...BLANK_WEBHOOK, headers });
    expect(body(row(0, " X-Key ", "1"), row(1, "", "")).headers).toEqual({ "X-Key": "1" });
    expect(() => body(row(0, "X-Key", "1"), row(1, "X-Key", "2"))).toThrow("not unique");
  });
});
