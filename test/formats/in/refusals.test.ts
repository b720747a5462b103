import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatInstant } from "../../../src/domain/instant.ts";
import { REPORT_PROBLEMS as WHY } from "../../../src/domain/sensor-report.ts";
import { FileLoads, readText } from "../../support/store-files.ts";
import { at } from "../../support/store-reports.ts";

const NOW = at("2024-06-01 00:00");
const FIVE_MINUTES = 5 * 60_000;
const HEADER = "sensor_serial_number,timestamp,trajectory,event_id,note";

/** Lines with the reason for their rejection, if any. `report-inputs.test.ts` has all ways in which a row is wrong. */
const LINES: readonly (readonly [line: string, reason: string | null])[] = [
  ["a,2024-05-06T08:00:00Z,1,,", null],
  [",2024-05-06T08:00:00Z,1,,", WHY["no-sensor"]],
  ['b,2024-05-06T08:00:01Z,1,,"two\n\nlines"', null],
  ["a,yesterday,1,,", WHY["bad-timestamp"]],
  [`a,${formatInstant(NOW + FIVE_MINUTES + 1)},1,,`, WHY["future-timestamp"]],
  ["a,2024-05-06T08:00:02Z,3,,", WHY["bad-trajectory"]],
  [`a,2024-05-06T08:00:05Z,1,${"e".repeat(65)},`, WHY["bad-event-id"]],
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

describe("the rejected rows of a CSV file", () => {
  it.each([
    ["\n", "", false],
    ["\n", "", true],
    ["\r\n", "", true],
    ["\n", "\n\n", true],
    ["\r\n", "\r\n   \r\n", true],
  ])(
    "are reported by number and reason (line end %j, after each row %j, malformed rows: %s) (D3, D9)",
    async (lineEnd, blank, hasMalformed) => {
      const lines = LINES.flatMap((line, index) => {
        const malformed = hasMalformed ? MALFORMED[index % (MALFORMED.length + 1)] : undefined;
        return malformed === undefined ? [line] : [line, [malformed, WHY["malformed-row"]] as const];
      });
      const text = [HEADER, ...lines.map(([line]) => line + blank), ""].join(lineEnd);
      const read = await readText("a.csv", text);
      const reasons = lines.map(([, reason]) => reason);
      expect(read.rejects).toEqual(
        reasons.flatMap((reason, index) => (reason === null ? [] : [`${index + 1}: ${reason}`])),
      );
      for (const [reason, count] of Object.entries(read.rejected))
        expect(count, reason).toBe(reasons.filter((each) => each === reason).length);
      expect(read).toMatchObject({ rows: lines.length, events: { length: 3 } });
    },
  );

  it("are those whose bytes are not UTF-8, if it matters", async () => {
    const latin1 = Buffer.from(
      `${HEADER}\na,2024-05-06,1,,caf\u00e9\n\u00e9,2024-05-06,1,,\nb,2024-05-06,-1,,\n`,
      "latin1",
    );
    const { rejects, events } = await readText("a.csv", latin1);
    expect(rejects).toEqual([`2: ${WHY["not-utf8"]}`]);
    expect(events).toEqual(["a 2024-05-06T00:00:00.000Z 1", "b 2024-05-06T00:00:00.000Z -1"]);
  });

  it("may be all of them, register no sensor, and change with the present (D3, D20)", async () => {
    const loads = await FileLoads.open(NOW);
    const path = loads.path("a.csv");
    writeFileSync(path, `${HEADER}\nnew,${formatInstant(NOW + FIVE_MINUTES + 1)},1,,\nx\n`);
    const rejects = [`1: ${WHY["future-timestamp"]}`, `2: ${WHY["malformed-row"]}`];
    expect(await loads.load(path)).toMatchObject({ rows: 2, accepted: 0, rejects });
    expect(loads.world.context.catalog.sensors.all()).toEqual([]);
    loads.world.now = NOW + 1;
    expect(await loads.load(path)).toMatchObject({ accepted: 1 });
    loads.world.now = NOW;
    expect(await loads.load(path)).toMatchObject({ accepted: 0, duplicates: 0, rejects });
  });
});
