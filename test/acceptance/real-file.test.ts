import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import type { Scenario, ScenarioEvent } from "../model/scenario.ts";
import { type ModelSample, seriesOf } from "../model/series.ts";
import { headcount, type Server, startHeadcount, temporaryFolder } from "../support/headcount.ts";

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

async function call<T>(server: Server, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${server.address}${path}`, {
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Sets the floor plan up through the API; gives back the spaces' ids. */
async function setUp(server: Server, timeZone: string): Promise<Readonly<Record<"A" | "B", string>>> {
  const create = async (path: string, body: unknown) => (await call<{ id: string }>(server, path, body)).id;
  const space = { time_zone: timeZone, capacity: 40, target_capacity: 10 };
  const ids = {
    A: await create("/v2/spaces/", { ...space, name: "A" }),
    B: await create("/v2/spaces/", { ...space, name: "B" }),
  };
  const doorways: Record<string, string> = {
    "283": await create("/v2/doorways/", { name: "X", sensor_serial_number: "283" }),
    "423": await create("/v2/doorways/", { name: "Z", sensor_serial_number: "423" }),
  };
  for (const [name, placements] of Object.entries(PLACEMENTS)) {
    for (const [serial, placement] of Object.entries(placements)) {
      await create("/v2/links/", {
        space_id: ids[name as keyof typeof ids],
        doorway_id: doorways[serial],
        sensor_placement: placement,
      });
    }
  }
  return ids;
}

describe.skipIf(!existsSync(REAL_FILE))("the real file", () => {
  it.each(["UTC", "America/Los_Angeles"])(
    "loads with one command, and its hourly counts are the model's, in %s",
    async (timeZone) => {
      const server = await startHeadcount(
        ["serve", "--data-dir", temporaryFolder(), "--port", "0", "--rate-limit", "none"],
        { HEADCOUNT_TOKEN: TOKEN },
      );
      const ids = await setUp(server, timeZone);
      const map = "sensor_serial_number=dpu_id,trajectory=direction";
      const loaded = await headcount([
        "backfill",
        REAL_FILE,
        "--map",
        map,
        "--url",
        server.address,
        "--token",
        TOKEN,
      ]);
      expect(loaded.stderr).toContain("33 duplicates dropped");
      expect(JSON.parse(loaded.stdout)).toMatchObject({
        rows: 563,
        accepted: 530,
        duplicates: 33,
        rejected: 0,
      });
      const range = `start_time=${new Date(START).toISOString()}&end_time=${new Date(END).toISOString()}&interval=1h`;
      for (const space of ["A", "B"] as const) {
        const model = seriesOf(scenarioOf(space, timeZone));
        const answer = await call<{ total: number; results: ApiSample[]; metrics: ApiMetrics }>(
          server,
          `/v2/spaces/${ids[space]}/counts/?${range}`,
        );
        expect(answer.total).toBe(7 * 24);
        expect(answer.results.map(sampleOf)).toEqual(model.samples.map(modelSample));
        expect(answer.metrics.count.average).toBeCloseTo(model.metrics.count.average ?? Number.NaN, 12);
        expect(answer.metrics.entrances.total).toBe(model.metrics.entrances.total);
      }
    },
  );
});

interface ApiSample {
  readonly timestamp: string;
  readonly count: number;
  readonly interval: {
    readonly analytics: Readonly<Record<"min" | "max" | "entrances" | "exits", number>>;
  };
}

interface ApiMetrics {
  readonly entrances: { readonly total: number };
  readonly count: { readonly average: number };
}

function sampleOf({ timestamp, count, interval: { analytics } }: ApiSample): string {
  const { min, max, entrances, exits } = analytics;
  return `${timestamp} ${count} ${min}..${max} +${entrances} -${exits}`;
}

function modelSample({ start, count, min, max, entrances, exits }: ModelSample): string {
  return `${new Date(start).toISOString()} ${count} ${min}..${max} +${entrances} -${exits}`;
}
