import { describe, expect, it } from "vitest";
import {
  inOrder,
  isRanked,
  type RankingRow,
  rankingCsv,
  rankingRow,
} from "../../../console/src/pages/ranking/ranking-table.tsx";
import type { SpaceCounts } from "../../../console/src/queries/counts.ts";
import type { Space } from "../../../console/src/queries/spaces.ts";

function row(name: string, values: Partial<RankingRow> = {}): RankingRow {
  const space = { id: `spc_${name}`, name, space_type: "space", tags: ["open"], ancestry: [] } as unknown;
  return {
    space: space as Space,
    path: "Campus",
    peak: 0,
    peakShare: null,
    peakAt: null,
    average: 0,
    full: null,
    entrances: 0,
    utilization: null,
    unmeasured: null,
    part: null,
    ...values,
  };
}

const DAY = "2026-05-05T00:00:00.000Z";
const RANGE = { start: Date.parse(DAY), end: Date.parse("2026-05-06T00:00:00.000Z") };

/** A space whose first event was at an instant. */
function measuredFrom(start: string): Space {
  const measured_periods = [{ start, end: null }];
  return { ...row("a").space, doorways: [], measured_periods, time_zone: "UTC" };
}

describe("the ranking", () => {
  const rows = [row("b", { peak: 3 }), row("a", { peak: 3, full: 10 }), row("c", { peak: 9, full: 20 })];
  const names = (ordered: readonly RankingRow[]) => ordered.map(({ space }) => space.name).join("");

  it("is sorted by a column, then by name", () => {
    expect(names(inOrder(rows, { column: "peak", isAscending: false }))).toBe("cab");
    expect(names(inOrder(rows, { column: "peak", isAscending: true }))).toBe("abc");
    expect(names(inOrder(rows, { column: "name", isAscending: false }))).toBe("cba");
  });

  it("has the peak as a share of the capacity, or else of the target", () => {
    const metrics = { count: { max: { value: 60, timestamp: "" } }, entrances: {} };
    const shareOf = (capacity: number | null, target_capacity: number | null) => {
      const space = { ...measuredFrom(DAY), capacity, target_capacity };
      return rankingRow(space, { metrics } as unknown as SpaceCounts, RANGE).peakShare;
    };
    expect([shareOf(80, 40), shareOf(null, 40), shareOf(null, null)]).toEqual([0.75, 1.5, null]);
  });

  it("has no values of a space that was not measured, and states since when others were", () => {
    const metrics = { count: { average: 0, max: { value: 0, timestamp: DAY } }, entrances: { total: 0 } };
    const of = (first: string) =>
      rankingRow(measuredFrom(first), { metrics } as unknown as SpaceCounts, RANGE);
    expect(of("2026-05-06T00:00:00.000Z")).toMatchObject({
      unmeasured: "No data before the first event",
      part: null,
      ...{ peak: null, average: null, entrances: null },
    });
    expect(of("2026-05-05T08:00:00.000Z")).toMatchObject({
      unmeasured: null,
      part: expect.stringMatching(/^Measured since/),
      ...{ peak: 0, average: 0, entrances: 0 },
    });
  });

  it("has unknown values last in both orders", () => {
    expect(names(inOrder(rows, { column: "full", isAscending: false }))).toBe("cab");
    expect(names(inOrder(rows, { column: "full", isAscending: true }))).toBe("acb");
  });

  it("can be filtered", () => {
    const { space } = row("a");
    const all = { type: "", tag: "", inside: "" };
    expect(isRanked(space, all)).toBe(true);
    expect(isRanked(space, { ...all, type: "floor" })).toBe(false);
    expect(isRanked(space, { ...all, tag: "open" })).toBe(true);
    expect(isRanked(space, { ...all, inside: "spc_1" })).toBe(false);
  });

  it("can be downloaded as CSV", async () => {
    const peak = { peak: 3, peakAt: "2024-05-06T10:00:00.000Z", full: 5_400_000, utilization: 0.25 };
    expect(await rankingCsv([row('Café "Süd", 1', peak)])).toBe(
      "space_id,name,path,space_type,peak,peak_share_of_capacity,peak_timestamp,average,hours_from_80_percent_of_target,entrances," +
        "average_target_utilization\n" +
        '"spc_Café ""Süd"", 1","Café ""Süd"", 1",Campus,space,3,,2024-05-06T10:00:00.000Z,0.0,1.5,0,0.25\n',
    );
  });
});
