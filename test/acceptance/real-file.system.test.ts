import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { Scenario, ScenarioEvent } from "../model/scenario.ts";
import { type ModelSample, seriesOf } from "../model/series.ts";
import { headcount, startHeadcount, succeed, temporaryFolder } from "../support/headcount.ts";

/** Real events of two doorway sensors; they are not part of the project. */
const REAL_FILE = fileURLToPath(new URL("../../../shared/data/dpu_events.csv", import.meta.url));
const START = Date.UTC(2018, 1, 24);
const END = Date.UTC(2018, 2, 3);
const TOKEN = "acceptance";

/** The floor plan: doorway X leads into A; doorway Z lies between A and B, its sensor on A's side. */
const PLACEMENTS = { A: { "283": 1, "423": 1 }, B: { "423": -1 } } as const;

interface Row {
  readonly timestamp: string;
  readonly direction: string;
  readonly dpu_id: string;
}

/** What the file says of one space, repeated rows dropped (D9), in its order. */
function eventsOf(space: keyof typeof PLACEMENTS): ScenarioEvent[] {
  const rows: Row[] = parse(readFileSync(REAL_FILE), { columns: true });
  const distinct = new Map(rows.map((row) => [`${row.dpu_id} ${row.timestamp} ${row.direction}`, row]));
  const placements: Readonly<Record<string, number>> = PLACEMENTS[space];
  return [...distinct.values()].flatMap((row) => {
    const placement = placements[row.dpu_id];
    if (placement === undefined) return [];
    return [
      {
        instant: Date.parse(row.timestamp),
        direction: Number(row.direction) * placement === 1 ? 1 : -1,
      } as const,
    ];
  });
}

function scenarioOf(space: keyof typeof PLACEMENTS, timeZone: string): Scenario {
  return {
    timeZone,
    capacity: 40,
    targetCapacity: 10,
    safeCapacity: null,
    safeThresholdMode: null,
    safeThresholdValue: null,
    start: START,
    end: END,
    now: Date.UTC(2026, 0, 1),
    interval: { unit: "millisecond", amount: 3_600_000 },
    segments: null,
    schedules: [{ from: null, to: null, timeZone, dailyReset: "04:00" }],
    resets: [],
    events: eventsOf(space),
  };
}

/** The floor plan in a time zone, as a site file. */
const siteIn = (timeZone: string) => `
spaces:
  - { name: A, time_zone: ${timeZone}, capacity: 40, target_capacity: 10 }
  - { name: B, time_zone: ${timeZone}, capacity: 40, target_capacity: 10 }
doorways:
  - { name: X, sensor_serial_number: "283", links: [{ space: A, sensor_placement: 1 }] }
  - name: Z
    sensor_serial_number: "423"
    links: [{ space: A, sensor_placement: 1 }, { space: B, sensor_placement: -1 }]
`;

describe.skipIf(!existsSync(REAL_FILE))("the real file", () => {
  it.each(["UTC", "America/Los_Angeles"])(
    "loads with one command, and its hourly counts are the model's, in %s",
    async (timeZone) => {
      const serve = ["serve", "--data-dir", join(temporaryFolder(), "data"), "--port", "0"];
      const server = await startHeadcount([...serve, "--rate-limit", "none"], { HEADCOUNT_TOKEN: TOKEN });
      const through = ["--url", server.address, "--token", TOKEN];
      await succeed(["site", "apply", "-", ...through], { input: siteIn(timeZone) });
      const map = ["--map", "sensor_serial_number=dpu_id,trajectory=direction"];
      const loaded = await headcount(["backfill", REAL_FILE, ...map, ...through]);
      expect(loaded.stderr).toContain("33 duplicates dropped");
      const counts = { rows: 563, accepted: 530, duplicates: 33, rejected: 0 };
      expect(JSON.parse(loaded.stdout)).toMatchObject(counts);
      const range = ["--start", new Date(START).toISOString(), "--end", new Date(END).toISOString()];
      for (const space of ["A", "B"] as const) {
        const model = seriesOf(scenarioOf(space, timeZone));
        const answer = await headcount(["counts", space, ...range, "--format", "json", ...through]);
        const { total, results, metrics } = JSON.parse(answer.stdout);
        expect(total).toBe(7 * 24);
        expect(results.map(sampleOf)).toEqual(model.samples.map(modelSample));
        expect(metrics.count.average).toBeCloseTo(model.metrics.count.average ?? Number.NaN, 12);
        expect(metrics.entrances.total).toBe(model.metrics.entrances.total);
      }
    },
  );
});

interface ApiSample {
  readonly timestamp: string;
  readonly count: number;
  readonly interval: { readonly analytics: Readonly<Record<"min" | "max" | "entrances" | "exits", number>> };
}

function sampleOf({ timestamp, count, interval: { analytics } }: ApiSample): string {
  const { min, max, entrances, exits } = analytics;
  return `${timestamp} ${count} ${min}..${max} +${entrances} -${exits}`;
}

function modelSample({ start, count, min, max, entrances, exits }: ModelSample): string {
  return `${new Date(start).toISOString()} ${count} ${min}..${max} +${entrances} -${exits}`;
}
