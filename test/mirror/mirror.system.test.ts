import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { formatDate, INSTANT_MAX } from "../../src/domain/instant.ts";
import { safeLimit } from "../../src/domain/resources.ts";
import { findBreaches } from "../../src/engine/counts/count-series.ts";
import { localDays, localHours } from "../../src/engine/counts/hourly-counts.ts";
import { change, MINUTE, type Step, schedules } from "../property/replica-schedules.ts";
import { type ClickHouseNode, describeWithClickHouse } from "../support/clickhouse.ts";
import { openApi, type TestApi } from "../support/http.ts";
import { mirrorOf } from "../support/mirrors.ts";
import { FakeTime } from "../support/outbox.ts";
import { checkProperty, SEEDS } from "../support/random.ts";
import { directoryData, setUp } from "../support/replica.ts";
import { until } from "../support/waiting.ts";

const SCHEDULES = Math.ceil(4 / SEEDS.length);
/** So that a first fill, and what comes after a while, are several cuts. */
const EVENTS_MAX = 3;

/** The calls of ClickHouse before one that fails. */
const CALLS_STEP = 7;
const CALLS_MAX = 31;

const START = Date.UTC(2024, 4, 10, 12);
const ALL = { start: -Infinity, end: Infinity };
const WHOLE_PAGE = { order: "ASC", offset: 0, limit: 10_000 } as const;

/** What the kernel says of all spaces, by the tables of a mirror. */
async function expectedOf({ context }: TestApi) {
  const { catalog, clock, events } = context;
  const now = clock.now();
  const [hours, days, breaches]: [unknown[], unknown[], unknown[]] = [[], [], []];
  for (const space of catalog.spaces.all()) {
    const history = catalog.history(space);
    const id = Number(space.id);
    for await (const batch of localHours(events, history, ALL, now))
      for (const hour of batch) hours.push([id, hour.start, hour.end, hour.offset, ...valuesOf(hour)]);
    for await (const batch of localDays(events, history, ALL, now))
      for (const day of batch)
        days.push([id, formatDate(day.localDay), day.start, day.length, ...valuesOf(day)]);
    for (const { start, end, peak } of await findBreaches(events, history, { start: 0, end: now + 1 }, now))
      breaches.push([id, start, end, peak.value, peak.instant, safeLimit(space)]);
  }
  return { hours, days, breaches };
}

type Values = Record<"count" | "min" | "max" | "entrances" | "exits" | "integral", number>;
const valuesOf = ({ count, min, max, entrances, exits, integral }: Values) => [
  count,
  min,
  max,
  entrances,
  exits,
  integral,
];

const ms = (column: string) => `toUnixTimestamp64Milli(${column})`;

async function storedIn(node: ClickHouseNode, database: string) {
  const read = async (columns: string, table: string, order: string) => {
    const rows = await node.query(
      `SELECT [] AS x, ${columns} FROM ${database}.${table} FINAL ORDER BY ${order}`,
    );
    return rows.map(({ x: _, ...row }) => Object.values(row));
  };
  const values = "count, min, max, entrances, exits, integral";
  return {
    hours: await read(
      `space_id, ${ms("start_ts")}, ${ms("end_ts")}, offset_ms, ${values}`,
      "hour_base",
      "space_id, start_ts",
    ),
    days: await read(
      `space_id, toString(local_date), ${ms("start_ts")}, length, ${values}`,
      "day_base",
      "space_id, local_date",
    ),
    breaches: await read(
      `space_id, ${ms("start_ts")}, if(end_ts IS NULL, NULL, ${ms("assumeNotNull(end_ts)")}), peak_count, ${ms("peak_ts")}, safe_limit`,
      "breach_base",
      "space_id, start_ts",
    ),
  };
}

/** Readings by sensor and number; those that ended before an instant, in ms, are left out. */
async function readingsIn(node: ClickHouseNode, database: string, from: number) {
  const rows = await node.query(
    `SELECT sensor, number, kind, if(ts IS NULL, NULL, ${ms("assumeNotNull(ts)")}) AS start,
      if(end_ts IS NULL, NULL, ${ms("assumeNotNull(end_ts)")}) AS end, in_value, out_value, coverage,
      ${ms("received_at")} AS received, result, counted_in, counted_out, note
    FROM ${database}.reading_base FINAL WHERE coalesce(end, start, received) >= ${from} ORDER BY sensor, number`,
  );
  return rows.map((row) => Object.values(row));
}

async function expectedReadings({ context }: TestApi) {
  const { catalog, readings } = context;
  const rows: unknown[][] = [];
  for (const key of catalog.sensors.all().map((sensor) => sensor.key)) {
    const { items } = await readings.readings(key, { start: 0, end: INSTANT_MAX, ...WHOLE_PAGE });
    for (const { kind, from, to, coverage, receivedAt, result, counted, note, ...reading } of items)
      rows.push([
        ...[key, reading.number, kind, from, to, reading.in, reading.out, coverage, receivedAt, result],
        ...[counted.in, counted.out, note],
      ]);
  }
  return rows.sort(([a, n], [b, m]) => Number(a) - Number(b) || Number(n) - Number(m));
}

/** Events by id, and by space and id; those of before an instant, in ms, are left out. */
async function eventsIn(node: ClickHouseNode, database: string, from: number) {
  const rows = await node.query(
    `SELECT id, ${ms("ts")} AS at, sensor, trajectory FROM ${database}.event_base FINAL WHERE at >= ${from} ORDER BY id`,
  );
  const ofSpaces = await node.query(
    `SELECT space_id, id, ${ms("ts")} AS at, direction FROM ${database}.space_event_base FINAL WHERE at >= ${from} ORDER BY space_id, id`,
  );
  return {
    events: rows.map((row) => Object.values(row)),
    ofSpaces: ofSpaces.map((row) => Object.values(row)),
  };
}

async function expectedEvents({ context }: TestApi) {
  const { catalog, events } = context;
  const all = await events.eventsAfter(0n, await events.position());
  const ofSpaces: [number, number, number, number][] = [];
  const rows = all.map(({ id, timestamp, sensorKey, trajectory }) => {
    const sensor = catalog.sensorsByKey.first(sensorKey);
    for (const { spaceId, direction } of context.notifier.bindings.effectsOf(
      sensor as { id: bigint; key: number },
      timestamp,
      trajectory,
    ))
      ofSpaces.push([Number(spaceId), Number(id), timestamp, direction]);
    return [Number(id), timestamp, sensorKey, trajectory];
  });
  return {
    events: rows,
    ofSpaces: ofSpaces.sort(([space, id], [space2, id2]) => space - space2 || id - id2),
  };
}

function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof HeadcountError && error.kind === "unavailable")) throw error;
}

let databases = 0;

async function mirrorSchedule(node: ClickHouseNode, schedule: readonly Step[]): Promise<void> {
  const data = await directoryData();
  const folder = mkdtempSync(join(tmpdir(), "headcount-mirror-"));
  const database = `mirror_${databases++}`;
  const api = await openApi({ store: data.store });
  const time = new FakeTime(START);
  const pass = async (minutes: number) => {
    await time.pass(minutes * MINUTE);
    api.at(new Date(time.now()).toISOString());
  };
  try {
    await pass(0);
    await setUp(api);
    let calls = 0;
    const mirrorThat = (options: { readonly failsAt?: number } = {}) =>
      mirrorOf(api.context, node.url(database), { folder, eventsMax: EVENTS_MAX, ...options });
    let mirror = mirrorThat();
    // After its one failure, the same mirror goes on.
    const again = <T>(work: () => Promise<T>) =>
      work().catch((error: unknown) => {
        ignoreUnavailable(error);
        return work();
      });
    const follow = () => again(() => mirror.catchUp());
    for (const step of schedule) {
      if (step.does === "follow") await follow();
      else if (step.does === "kill") {
        // It does as much of a cut or of the first fill as comes before the failure.
        calls = (calls + CALLS_STEP) % CALLS_MAX;
        mirror = mirrorThat({ failsAt: calls });
        await mirror.catchUp().catch(ignoreUnavailable);
        if (calls % 2 === 0) mirror = mirrorThat();
      } else if (step.does === "wait") await pass(step.minutes);
      else {
        // What the log loses before it is shipped, a mirror never has.
        if (step.does === "retain") await follow();
        await change(api, step, { now: time.now(), folder });
      }
    }
    await follow();
    const { differences, months } = await again(() => mirror.verify());
    expect(differences).toEqual([]);
    const stored = await storedIn(node, database);
    expect(months).toBeGreaterThanOrEqual(stored.hours.length > 0 ? 1 : 0);
    expect(stored).toEqual(await expectedOf(api));
    const logStart = api.context.events.logStart();
    expect(await eventsIn(node, database, logStart)).toEqual(await expectedEvents(api));
    expect(await readingsIn(node, database, logStart)).toEqual(await expectedReadings(api));
  } finally {
    await api.app.close();
    await data.dispose();
    rmSync(folder, { recursive: true, force: true });
    await node.query(`DROP DATABASE IF EXISTS ${database}`);
  }
}

describeWithClickHouse("a mirror in ClickHouse", (node) => {
  it("takes events of many years at once", async () => {
    const data = await directoryData();
    const folder = mkdtempSync(join(tmpdir(), "headcount-mirror-"));
    const api = await openApi({ store: data.store });
    try {
      api.at("2024-05-10T12:00:00Z");
      await setUp(api);
      const rows = Array.from({ length: 120 }, (_, month) => ({
        sensor_serial_number: "a",
        timestamp: new Date(Date.UTC(2007, month, 2)).toISOString(),
        trajectory: 1,
      }));
      await api.post("/v2/sensor_events/", rows);
      const mirror = mirrorOf(api.context, node().url("years"), { folder });
      await mirror.catchUp();
      expect(await node().query("SELECT count() AS events FROM years.event_base")).toEqual([{ events: 120 }]);
      expect((await mirror.verify()).differences).toEqual([]);
      // Rows that the server never shipped.
      for (const table of ["event_base", "space_event_base"])
        await node().query(
          `INSERT INTO years.${table} SELECT * REPLACE (id + 500 AS id, 0 AS version) FROM years.${table}
           WHERE ts < '2007-04-01'`,
        );
      const differing = (await mirror.verify()).differences.map(({ table, month, found }) => [
        table,
        month,
        found,
      ]);
      const months = [200701, 200702, 200703];
      expect(differing).toEqual([
        ...months.map((month) => ["event_base", month, 2]),
        ...months.map((month) => ["space_event_base", month, expect.any(Number)]),
      ]);
      await mirror.rebuild({ from: Date.UTC(2007, 0, 2), to: Date.UTC(2007, 2, 1) });
      expect((await mirror.verify()).differences.map(({ month }) => month)).toEqual([200703, 200703]);
      await mirror.rebuild({ from: 0, to: Date.UTC(2030, 0) });
      expect((await mirror.verify()).differences).toEqual([]);
    } finally {
      await api.app.close();
      await data.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("says how far it is, and how fast, also while ClickHouse is away", async () => {
    const data = await directoryData();
    const folder = mkdtempSync(join(tmpdir(), "headcount-mirror-"));
    const api = await openApi({ store: data.store });
    const report = (second: number) => api.report(`a 2024-05-10T11:00:${String(second).padStart(2, "0")}Z 1`);
    const cuts: { events: number; rows: number }[] = [];
    const mirror = mirrorOf(api.context, node().url("progress"), {
      folder,
      shipped: (cut) => cuts.push(cut),
    });
    let stop = async () => {};
    try {
      api.at("2024-05-10T12:00:00Z");
      await setUp(api);
      await report(0);
      expect(mirror.progress).toEqual({ lag: null, asOf: null, rowsPerSecond: null, failure: null });
      await mirror.catchUp();
      const asOf = Date.UTC(2024, 4, 10, 12);
      const [parts] = await node().query(
        `SELECT toUInt32(sum(rows)) AS rows FROM system.parts
        WHERE active AND database = 'progress' AND table NOT IN ('cut', 'schema_version')`,
      );
      const rows = Number(parts?.rows);
      expect(rows).toBeGreaterThan(0);
      expect(cuts[0]).toEqual({ events: 1, rows });
      // Those after it had nothing to insert. A cut takes no time on the clock of the test, which counts as 1 ms.
      expect(mirror.progress).toEqual({ lag: 0, asOf, rowsPerSecond: rows * 1_000, failure: null });
      await node().kill();
      await report(1);
      stop = mirror.start();
      await until(() => mirror.progress.failure !== null);
      expect(mirror.progress).toMatchObject({
        lag: 1,
        asOf,
        failure: expect.stringContaining("cannot be reached"),
      });
      await report(2);
      await until(() => mirror.progress.lag === 2);
      await node().start();
      await until(() => mirror.progress.failure === null);
      expect(mirror.progress).toMatchObject({ lag: 0, asOf });
    } finally {
      await stop();
      await api.app.close();
      await data.dispose();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("has what the kernel says, after all that can be written", async () => {
    const property = fc.asyncProperty(await schedules(true), (schedule) => mirrorSchedule(node(), schedule));
    await checkProperty(property, { numRuns: SCHEDULES, endOnFailure: true });
  });
});
