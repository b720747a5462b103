import { expect, it } from "vitest";
import { INSTANT_MAX, INSTANT_MIN } from "../../src/domain/instant.ts";
import type { IntervalReading, TotalReading } from "../../src/domain/reading.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { listEvents } from "../../src/engine/events/event-queries.ts";
import { voidSpan } from "../../src/engine/events/void-events.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { removeOldEvents } from "../../src/engine/retention/retention.ts";
import { type AnswerRow, ask, openDirect, openFed } from "../support/analysis.ts";
import { words } from "../support/words.ts";

const NOW = Date.parse("2024-05-10T12:00:00Z");
const MINUTE = 60_000;
const EVERYTHING = "FROM readings ORDER BY sensor_serial_number, id";

function total(serialNumber: string, minutesAgo: number, inTotal: number, outTotal: number): TotalReading {
  const at = NOW - minutesAgo * MINUTE;
  return {
    kind: "total",
    serialNumber,
    at,
    inTotal,
    outTotal,
    width: null,
    isBoot: false,
    isUndirected: false,
  };
}

function interval(serialNumber: string, minutesAgo: number, entered: number): IntervalReading {
  const from = NOW - minutesAgo * MINUTE;
  const values = { in: entered, out: 0, coverage: 0.5, isUndirected: false };
  return { kind: "interval", serialNumber, from, to: from + 15 * MINUTE, ...values };
}

/** The readings that the engine lists, as rows of the view. */
async function listed({ catalog, readings }: Engine): Promise<AnswerRow[]> {
  const page = { start: INSTANT_MIN, end: INSTANT_MAX, order: "ASC", offset: 0, limit: 1_000 } as const;
  const rows: AnswerRow[] = [];
  for (const { key, serialNumber } of catalog.sensors.all()) {
    const { items } = await readings.readings(key, page);
    for (const reading of items.toSorted((a, b) => a.number - b.number)) {
      const [isTotal, isInterval] = [reading.kind === "total", reading.kind === "interval"];
      rows.push({
        id: `rdg_${(BigInt(key) << 32n) + BigInt(reading.number)}`,
        sensor_serial_number: serialNumber,
        kind: reading.kind,
        timestamp: reading.from,
        interval_end: reading.to,
        in_total: isTotal ? reading.in : null,
        out_total: isTotal ? reading.out : null,
        interval_in: isInterval ? reading.in : null,
        interval_out: isInterval ? reading.out : null,
        coverage: reading.coverage,
        received_at: reading.receivedAt,
        result: reading.result,
        counted_in: reading.counted.in,
        counted_out: reading.counted.out,
        note: reading.note,
      });
    }
  }
  return rows;
}

it("D31: SQL has the readings that the engine lists, as new ones come and old ones are judged again", async () => {
  const clock = { now: () => NOW };
  const { context, served, update, directory, store } = await openFed(clock);
  const expectSame = async (results: readonly string[]) => {
    await update();
    const rows = await ask(served, EVERYTHING);
    expect(rows).toEqual(await listed(context));
    expect(rows.map(({ result }) => result)).toEqual(results);
  };
  await expectSame([]);
  await ingestReadings(context, [total("a", 60, 10, 10), total("a", 45, 14, 11), interval("b", 60, 3)]);
  await expectSame(["baseline", "counted", "counted"]);
  // Some are appended for one sensor, none for the other.
  await ingestReadings(context, [total("a", 30, 1_500, 12), total("a", 45, 14, 11)]);
  await ingestReadings(context, [{ serialNumber: "a", reason: "the reading has no time" }]);
  await expectSame(["baseline", "counted", "jump", "duplicate", "refused", "counted"]);
  await changeCounting(context, "a", { cap: 100 }, { effectiveFrom: "beginning" });
  await expectSame(["baseline", "counted", "counted", "duplicate", "refused", "counted"]);
  await ingestReadings(context, [{ ...interval("b", 60, 4) }, interval("c", 15, 1)], { replaces: true });
  await expectSame(words`baseline counted counted duplicate refused withdrawn counted counted`);
  const span = { serialNumber: "a", from: NOW - 60 * MINUTE, to: NOW - 40 * MINUTE };
  expect(await voidSpan(context, span, false)).toMatchObject({ readings: 1 });
  await expectSame(words`baseline voided counted duplicate refused withdrawn counted counted`);
  const rows = await ask(served, EVERYTHING);
  await store.close();
  expect(await ask(await openDirect(directory, clock), EVERYTHING)).toEqual(rows);
});

it("D31: an update without new readings copies none", async () => {
  const { context, served, folder, update } = await openFed({ now: () => NOW });
  await ingestReadings(context, [total("a", 60, 10, 10), total("b", 60, 0, 0)]);
  await update();
  const { readings } = served.state();
  expect(readings).toEqual([
    { sensorKey: 1, readings: 1, revision: 0 },
    { sensorKey: 2, readings: 1, revision: 0 },
  ]);
  expect(await context.readings.copyReadings(readings, folder)).toBeNull();
  await update();
  expect(served.state().readings).toEqual(readings);
  await ingestReadings(context, [total("b", 45, 1, 0)]);
  expect(await context.readings.copyReadings(readings, folder)).toMatchObject({ replaced: [] });
});

it("D25, D31: readings that retention has removed are not in SQL any more", async () => {
  const { context, served, update } = await openFed({ now: () => NOW });
  const days = (count: number) => count * 24 * 60;
  await ingestReadings(context, [
    total("a", days(40), 0, 0),
    total("a", days(39), 5, 0),
    total("a", 60, 5, 0),
    total("a", 30, 6, 0),
  ]);
  await update();
  expect(await ask(served, "SELECT count(*) AS readings FROM readings")).toEqual([{ readings: 4 }]);
  await removeOldEvents(context, { unit: "d", amount: 30 });
  await update();
  const rows = await ask(served, EVERYTHING);
  expect(rows).toEqual(await listed(context));
  expect(rows).toHaveLength(2);
});

it("D31: an event has the resolution that the API answers, one of a reading and a crossing", async () => {
  const { context, served, update } = await openFed({ now: () => NOW });
  await ingestReadings(context, [interval("a", 60, 2), total("b", 60, 0, 0), total("b", 50, 1, 0)]);
  const timestamp = new Date(NOW - MINUTE).toISOString();
  const crossing = { sensor_serial_number: "a", timestamp, trajectory: 1 };
  const alike = ["rdg_x", "rdg_1-2", "rdg_1-x-", null].map((event_id) => ({ ...crossing, event_id }));
  await ingestReports(context, alike, { duplicates: "auto" });
  await update();
  const page = { start: 0, end: NOW, order: "ASC", offset: 0, limit: 100 } as const;
  const { items } = await listEvents(context, {}, page).page(page);
  const rows = await ask(served, "SELECT resolution FROM events ORDER BY id");
  const byId = items.toSorted((a, b) => Number(a.id - b.id));
  expect(rows.map(({ resolution }) => resolution)).toEqual(byId.map(({ resolution }) => resolution));
  expect(rows.map(({ resolution }) => resolution)).toContain(15 * MINUTE);
});
