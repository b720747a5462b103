import { expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { changeCounting } from "../../src/engine/readings/change-counting.ts";
import { removeOldEvents } from "../../src/engine/retention/retention.ts";
import { ask, openFed } from "../support/analysis.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { askMirror, mirrorOf } from "../support/mirrors.ts";
import { hourOf, totalOf } from "../support/timed-readings.ts";

const NOW = Date.parse("2024-05-10T12:00:00Z");
const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;
/** One that both dialects know. */
const EVERYTHING = "SELECT * FROM readings ORDER BY sensor_serial_number, id";
/** So that a sensor has more readings than a file. */
const EVENTS_MAX = 2;
/** The methods of a mirror that ship readings, with the calls of which one at a time fails. */
const FAILING = [
  ["putFile", [2, 3]],
  ["removeStaleReadings", [0]],
  ["putPositions", [0, 1]],
  ["complete", [0]],
] as const;

const total = (serialNumber: string, minutesAgo: number, inTotal: number) =>
  totalOf(NOW - minutesAgo * MINUTE, inTotal, { serialNumber });

function interval(minutesAgo: number, entered: number) {
  const from = NOW - minutesAgo * MINUTE;
  return hourOf(from, entered, { to: from + 15 * MINUTE, coverage: 0.5 });
}

/** Readings of two months. */
function firstReadings(context: Engine) {
  return ingestReadings(context, [
    ...[40 * DAY_MINUTES, 60, 45, 30].map((ago, index) => total("a", ago, index)),
    { serialNumber: "a", reason: "the reading has no time" },
    total("b", 60, 0),
    total("b", 50, 2),
    interval(60, 3),
  ]);
}

/** Some readings are new, those of one sensor are judged again, and one of another is replaced. */
async function change(context: Engine) {
  await ingestReadings(context, [total("b", 40, 3), total("c", 20, 5)]);
  await changeCounting(context, "b", { isReversed: true }, { effectiveFrom: "beginning" });
  await ingestReadings(context, [interval(60, 4)], { replaces: true });
}

const ignoreUnavailable = (error: unknown) => {
  if (!(error instanceof HeadcountError && error.kind === "unavailable")) throw error;
};

describeWithClickHouse("the readings of a mirror", (node) => {
  let databases = 0;

  async function openMirrored() {
    const fed = await openFed({ now: () => NOW });
    const database = `readings_${databases++}`;
    const { context, folder, served, update } = fed;
    const mirrorThat = (options: Partial<Parameters<typeof mirrorOf>[2]> = {}) =>
      mirrorOf(context, node().url(database), { folder, eventsMax: EVENTS_MAX, ...options });
    const expectSame = async () => {
      await update();
      const found = await askMirror(node(), database, EVERYTHING);
      expect(found).toEqual(await ask(served, EVERYTHING));
      return found;
    };
    return { context, database, mirrorThat, expectSame };
  }

  it.each(FAILING)("are the local ones, whichever call of %s fails", async (failing, calls) => {
    for (const failsAt of calls) {
      const { context, mirrorThat, expectSame } = await openMirrored();
      await firstReadings(context);
      await mirrorThat({ failing, failsAt }).catchUp().catch(ignoreUnavailable);
      await mirrorThat().catchUp();
      expect(await expectSame()).toHaveLength(8);
      await change(context);
      const mirror = mirrorThat({ failing, failsAt });
      await mirror.catchUp().catch(ignoreUnavailable);
      await mirror.catchUp();
      const found = await expectSame();
      expect(found).toHaveLength(11);
      const ofB = found.filter(({ sensor_serial_number: serial }) => serial === "b");
      expect(ofB.map(({ counted_out }) => counted_out)).toEqual([0, 2, 1]);
      expect((await mirror.verify()).differences).toEqual([]);
    }
  });

  it("are shipped as far as they have changed", async () => {
    const { context, database, mirrorThat } = await openMirrored();
    const inserted: number[] = [];
    const mirror = mirrorThat({ eventsMax: 1_000, shipped: ({ rows }) => inserted.push(rows) });
    const shipped = async () => {
      const rows = await askMirror(
        node(),
        database,
        "SELECT version, count() AS rows FROM reading_base GROUP BY version ORDER BY version",
      );
      return rows.map(({ rows }) => rows);
    };
    await mirror.catchUp();
    expect(await askMirror(node(), database, "SELECT * FROM reading_position")).toEqual([]);
    await firstReadings(context);
    await mirror.catchUp();
    await mirror.catchUp();
    expect(inserted.at(-1)).toBe(0);
    expect(await shipped()).toEqual([8]);
    await ingestReadings(context, [total("a", 15, 30)]);
    await mirror.catchUp();
    expect(await shipped()).toEqual([8, 1]);
    expect(
      await askMirror(
        node(),
        database,
        "SELECT sensor, readings, revision FROM reading_position FINAL ORDER BY 1",
      ),
    ).toEqual([
      { sensor: 1, readings: 6, revision: 0 },
      { sensor: 2, readings: 2, revision: 0 },
      { sensor: 3, readings: 1, revision: 0 },
    ]);
  });

  it("are compared, and mended by shipping a span again", async () => {
    const { context, database, mirrorThat, expectSame } = await openMirrored();
    await firstReadings(context);
    const mirror = mirrorThat();
    await mirror.catchUp();
    const falsify = (changes: string, where: string) =>
      node().query(
        `INSERT INTO reading_base
        SELECT * REPLACE (${changes}) FROM (SELECT * FROM reading_base FINAL WHERE ${where})`,
        database,
      );
    const differing = async () =>
      (await mirror.verify()).differences.map(({ table, month, expected, found }) => [
        table,
        month,
        expected,
        found,
      ]);
    expect(await differing()).toEqual([]);
    await falsify("1 AS is_deleted", "sensor = 1 AND number = 1");
    await falsify("'jump' AS result", "sensor = 1 AND number = 2");
    await falsify("0 AS version, number + 50 AS number", "sensor = 2 AND number = 1");
    const march = ["reading_base", 202403, 1, 0];
    expect(await differing()).toEqual([march, ["reading_base", 202405, 7, 8]]);
    await mirror.rebuild({ from: Date.UTC(2024, 4), to: Date.UTC(2024, 5) });
    expect(await differing()).toEqual([march]);
    await mirror.rebuild({ from: 0, to: Date.UTC(2030, 0) });
    expect(await differing()).toEqual([]);
    await expectSame();
  });

  it("D25: stay when retention removes them from the server, as old events do", async () => {
    const { context, database, mirrorThat } = await openMirrored();
    const agoAndTotals = [
      [40 * DAY_MINUTES, 0],
      [39 * DAY_MINUTES, 5],
      [60, 5],
      [30, 6],
    ] as const;
    await ingestReadings(
      context,
      agoAndTotals.map(([ago, value]) => total("a", ago, value)),
    );
    const mirror = mirrorThat();
    await mirror.catchUp();
    const numbers = async () =>
      (await askMirror(node(), database, "SELECT number FROM reading_base FINAL ORDER BY number")).map(
        ({ number }) => number,
      );
    expect(await numbers()).toEqual([1, 2, 3, 4]);
    await removeOldEvents(context, { unit: "d", amount: 30 });
    expect((await context.readings.readings(1, PAGE)).total).toBe(2);
    // All of its readings are shipped again; none of those that the server has no more is removed.
    await changeCounting(context, "a", { isReversed: true }, { effectiveFrom: NOW - 60 * MINUTE });
    await mirror.catchUp();
    await mirror.rebuild({ from: 0, to: Date.UTC(2030, 0) });
    expect(await numbers()).toEqual([1, 2, 3, 4]);
    expect((await mirror.verify()).differences).toEqual([]);
  });
});

const PAGE = { start: 0, end: NOW + MINUTE, order: "ASC", offset: 0, limit: 100 } as const;
