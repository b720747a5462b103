import { expect } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { HeadcountError } from "../../src/domain/errors.ts";
import { formatId } from "../../src/domain/ids.ts";
import { parseInterval } from "../../src/domain/interval.ts";
import { spaceBreaches, spaceCountAt, spaceCounts } from "../../src/engine/counts/count-queries.ts";
import { countRows } from "../../src/engine/counts/count-rows.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink } from "../../src/engine/resources/links.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { type AnswerRow, ask } from "../support/analysis.ts";
import { words } from "../support/words.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Two days before Lord Howe puts its clocks back by half an hour. */
export const START = Date.parse("2024-04-04T15:00:00Z");
export const ZONES = ["Australia/Lord_Howe", "Europe/Berlin"] as const;
/** What both ways of opening must answer alike, however it has come about. */
export const WHOLE = words`
  hourly daily typical_week events space_events readings spaces links attachments resets daily_resets
  doorways sensors`.map((name) => `FROM ${name} ORDER BY ALL`);

export async function setUp(context: Engine): Promise<bigint[]> {
  const spaces: bigint[] = [];
  for (const [i, timeZone] of ZONES.entries()) {
    const limits = {
      capacity: 5,
      targetCapacity: 4,
      safeThresholdMode: "SAFE_CAPACITY",
      safeCapacity: 1,
    } as const;
    const made = await createSpace(context, {
      ...limits,
      name: `Space ${i}`,
      timeZone,
      dailyReset: i === 0 ? "02:00" : null,
    });
    spaces.push(made.id);
  }
  for (const name of ["a", "b", "c"]) {
    const { id } = await createDoorway(context, { name, sensorSerialNumber: name });
    const spaceId = name === "b" ? spaces[1] : spaces[0];
    await createLink(context, { spaceId: spaceId as bigint, doorwayId: id, sensorPlacement: 1 });
  }
  return spaces;
}

/** Some random operations are rejected. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof HeadcountError)) throw error;
  });
}

/** Expects SQL to answer for a space what the engine answers. */
export async function expectSame(analysis: AnalysisDatabase, context: Engine, id: bigint): Promise<void> {
  const now = context.clock.now();
  const range = { start: START, end: now };
  const written = `'${formatId("space", id)}', make_timestamp_ms(${START}), make_timestamp_ms(${now})`;
  for (const step of ["1h", "1d"]) {
    const query = { ...range, interval: parseInterval(step, "step"), segments: {} };
    const rows = await ask(analysis, `FROM counts(${written}, '${step}')`);
    expect(rows.map(engineRow)).toEqual(countRows(await spaceCounts(context, id, query)));
  }
  const [at] = await ask(
    analysis,
    `SELECT count_at('${formatId("space", id)}', make_timestamp_ms(${now})) AS count`,
  );
  expect(at?.count).toBe(await spaceCountAt(context, id, now));
  const breaches = await spaceBreaches(context, id, START, null);
  expect((await ask(analysis, `FROM breaches(${written})`)).map(({ start, end }) => [start, end])).toEqual(
    breaches.map(({ start, end }) => [start, end]),
  );
  await expectSameHours(analysis, context, id);
}

const HOUR_FIELDS = ["start", "end", "count", "min", "max", "entrances", "exits", "utilization"] as const;

async function expectSameHours(analysis: AnalysisDatabase, context: Engine, id: bigint): Promise<void> {
  const where = `WHERE space_id = '${formatId("space", id)}' ORDER BY "timestamp"`;
  const hours = await ask(analysis, `FROM hourly ${where}`);
  const endOf = ({ timestamp, minutes }: AnswerRow) =>
    (timestamp as number) + Math.round((minutes as number) * 60_000);
  const last = hours.at(-1);
  if (last === undefined) return;
  expect(endOf(last)).toBe(context.clock.now());
  const interval = parseInterval("1h", "step");
  const seriesTo = (start: number, end: number) =>
    spaceCounts(context, id, { start, end, interval, segments: {} });
  let series = await seriesTo(hours[0]?.timestamp as number, endOf(last));
  for (const hour of hours) {
    const { timestamp: start, minutes: _, average_count, ...row } = hour;
    let at = series.samples.starts.indexOf(start as number);
    // A change of the offset shortens an hour, or moves those after it.
    if (at < 0 || series.samples.ends[at] !== endOf(hour)) {
      const isShort = hour !== last && endOf(hour) - (start as number) < HOUR;
      series = await seriesTo(start as number, isShort ? endOf(hour) : endOf(last));
      at = 0;
    }
    const [sample] = countRows(series, at, at + 1);
    const answered: AnswerRow = { ...row, start, end: endOf(hour) - 1 };
    for (const field of HOUR_FIELDS) expect(answered[field], field).toBe(sample?.[field]);
    expect(average_count).toBeCloseTo(series.samples.averages[at] as number, 9);
  }
}

function engineRow({ average_count: _, local_timestamp: __, ...row }: AnswerRow): object {
  return row;
}
