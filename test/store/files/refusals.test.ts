import { describe, expect, it } from "vitest";
import { formatInstant } from "../../../src/domain/instant.ts";
import { REPORT_PROBLEMS as WHY } from "../../../src/domain/sensor-report.ts";
import { FileLoads } from "../../support/store-files.ts";
import { at } from "../../support/store-reports.ts";

const NOW = at("2024-06-01 00:00");
const FIVE_MINUTES = 5 * 60_000;
const HEADER = "sensor_serial_number,timestamp,trajectory,event_id,note";

/** One line for each way a row can be wrong, and some that are right. */
const LINES: readonly (readonly [line: string, reason: string | null])[] = [
  ["a,2024-05-06T08:00:00Z,1,,", null],
  [",2024-05-06T08:00:00Z,1,,", WHY["no-sensor"]],
  [`${"s".repeat(128)},2024-05-06T08:00:00Z,1,,`, null],
  [`${"s".repeat(129)},2024-05-06T08:00:00Z,1,,`, WHY["no-sensor"]],
  ['b,2024-05-06T08:00:01Z,1,,"two\n\nlines"', null],
  ["a,,1,,", WHY["bad-timestamp"]],
  ["a,2024-02-30,1,,", WHY["bad-timestamp"]],
  ["a,yesterday,1,,", WHY["bad-timestamp"]],
  ["a,1969-12-31T23:59:59Z,1,,", WHY["bad-timestamp"]],
  ["a,1970-01-01T00:00:00+00:01,1,,", WHY["bad-timestamp"]],
  ["a,9999-12-31T23:59:59-00:01,1,,", WHY["bad-timestamp"]],
  ["a,1714982400000,1,,", WHY["bad-timestamp"]],
  [`a,${formatInstant(NOW + FIVE_MINUTES)},1,,`, null],
  [`a,${formatInstant(NOW + FIVE_MINUTES + 1)},1,,`, WHY["future-timestamp"]],
  ["a,9999-12-31T23:59:59Z,1,,", WHY["future-timestamp"]],
  ["a,2024-05-06T08:00:02Z,3,,", WHY["bad-trajectory"]],
  ["a,2024-05-06T08:00:03Z,,,", WHY["bad-trajectory"]],
  [`a,2024-05-06T08:00:04Z,1,${"e".repeat(64)},`, null],
  [`a,2024-05-06T08:00:05Z,1,${"e".repeat(65)},`, WHY["bad-event-id"]],
  // The first error is reported: sensor, timestamp, trajectory, event id.
  [",,,,", WHY["no-sensor"]],
  [`a,,2,${"e".repeat(65)},`, WHY["bad-timestamp"]],
  [`a,2024-05-06,2,${"e".repeat(65)},`, WHY["bad-trajectory"]],
  ["a,2024-05-06T08:00:06Z,-1,,", null],
];

/** Lines that cannot be split into the header's columns. */
const MALFORMED = [
  "a",
  "a,2024-05-06T08:00:00Z,1,",
  "a,2024-05-06T08:00:00Z,1,,note,more",
  "a;2024-05-06T08:00:00Z;1;;",
  ",,,,,,,",
];

function counted(reasons: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reason of reasons) if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

function refusalsOf(reasons: readonly (string | null)[]): string[] {
  return reasons.flatMap((reason, index) => (reason === null ? [] : [`${index + 1}: ${reason}`]));
}

describe("the rejected rows of a CSV file", () => {
  it("are reported by their number among its rows, each with its reason, and counted by it (D3, D9)", async () => {
    const loads = await FileLoads.open(NOW);
    const reasons = LINES.map(([, reason]) => reason);
    const loaded = await loads.loadText("a.csv", [HEADER, ...LINES.map(([line]) => line), ""].join("\n"));
    expect(loaded.rejects).toEqual(refusalsOf(reasons));
    expect(loaded.rejected).toEqual(counted(reasons));
    expect(loaded).toMatchObject({ rows: LINES.length, accepted: 6, duplicates: 0 });
  });

  it.each([
    ["\n", ""],
    ["\r\n", ""],
    ["\n", "\n\n"],
    ["\r\n", "\r\n   \r\n"],
  ])(
    "are reported by the same numbers between malformed rows (line end %j, after each row %j)",
    async (lineEnd, blank) => {
      const loads = await FileLoads.open(NOW);
      const lines = LINES.flatMap((line, index) => {
        const malformed = MALFORMED[index % (MALFORMED.length + 1)];
        return malformed === undefined
          ? [line]
          : [[malformed, WHY["malformed-row"]] as const, line, [malformed, WHY["malformed-row"]] as const];
      });
      const reasons = lines.map(([, reason]) => reason);
      const text = [HEADER, ...lines.map(([line]) => line + blank), ""].join(lineEnd);
      const loaded = await loads.loadText("a.csv", text);
      expect(loaded.rejects).toEqual(refusalsOf(reasons));
      expect(loaded.rejected).toEqual(counted(reasons));
      expect(loaded).toMatchObject({ rows: lines.length, accepted: 6, duplicates: 0 });
    },
  );

  it("have the right numbers in a file of many blocks", async () => {
    const loads = await FileLoads.open(NOW);
    const bad = new Map([
      [1, "malformed"],
      [16_384, "a,yesterday,1,,"],
      [16_385, "x,y"],
      [19_999, "a,2024-05-06,9,,"],
      [20_000, "malformed"],
    ]);
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => bad.get(index + 1) ?? `a,${formatInstant(index)},1,,"b\n${index}"`,
    );
    const loaded = await loads.loadText("a.csv", `${HEADER}\n${rows.join("\n")}`);
    expect(loaded.rejects).toEqual([
      `1: ${WHY["malformed-row"]}`,
      `16384: ${WHY["bad-timestamp"]}`,
      `16385: ${WHY["malformed-row"]}`,
      `19999: ${WHY["bad-trajectory"]}`,
      `20000: ${WHY["malformed-row"]}`,
    ]);
    expect(loaded.events).toEqual(
      rows.flatMap((_, index) => (bad.has(index + 1) ? [] : [`a ${formatInstant(index)} 1`])),
    );
  });

  it("are those whose bytes are not UTF-8, if it matters", async () => {
    const loads = await FileLoads.open(NOW);
    const latin1 = Buffer.from(
      `${HEADER}\na,2024-05-06,1,,caf\u00e9\n\u00e9,2024-05-06,1,,\nb,2024-05-06,-1,,\n`,
      "latin1",
    );
    const loaded = await loads.loadText("a.csv", latin1);
    expect(loaded.rejects).toEqual([`2: ${WHY["malformed-row"]}`]);
    expect(loaded.events).toEqual(["a 2024-05-06T00:00:00.000Z 1", "b 2024-05-06T00:00:00.000Z -1"]);
  });

  it("may be all of them", async () => {
    const loads = await FileLoads.open(NOW);
    expect(await loads.loadText("a.csv", `${HEADER}\n,,,,\nx\n`)).toMatchObject({
      rows: 2,
      accepted: 0,
      rejects: { length: 2 },
    });
    expect(loads.world.context.catalog.sensors.all()).toEqual([]);
  });

  it("register no sensor, and change with the present (D3, D20)", async () => {
    const loads = await FileLoads.open(NOW);
    const file = `${HEADER}\nnew,${formatInstant(NOW + FIVE_MINUTES + 1)},1,,\n`;
    expect(await loads.loadText("a.csv", file)).toMatchObject({
      accepted: 0,
      rejects: [`1: ${WHY["future-timestamp"]}`],
    });
    expect(loads.world.context.catalog.sensors.all()).toEqual([]);
    loads.world.now = NOW + 1;
    expect(await loads.load(loads.path("a.csv"))).toMatchObject({ accepted: 1 });
    loads.world.now = NOW;
    expect(await loads.load(loads.path("a.csv"))).toMatchObject({
      accepted: 0,
      duplicates: 0,
      rejects: { length: 1 },
    });
  });
});
