import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../src/domain/instant.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { spaceBreaches, spaceCountAt, spaceCounts } from "../../src/engine/counts/count-queries.ts";
import { type CountRow, countRows } from "../../src/engine/counts/count-rows.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { decodeRecord } from "../../src/engine/journal/record-format.ts";
import { type AnswerRow, analyse, ask } from "../support/analysis.ts";
import { readPages } from "../support/doc-pages.ts";
import { CAMPUS_NOW, fillCampus } from "../support/example-campus.ts";
import { suiteFolder } from "../support/headcount.ts";
import { recordsOf } from "../support/replica.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { openDirectory } from "../support/store-directory.ts";

/**
 * Sets the demo's campus up in a directory, with people, and in another one by nothing but the records of the first;
 * gives what has been asked of the engine.
 */
async function makeCampus<T>(
  directory: string,
  followed: string,
  work: (context: Engine) => Promise<T>,
): Promise<T> {
  const store = await openDirectory(directory);
  try {
    const records = recordsOf(store);
    const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => CAMPUS_NOW } });
    await fillCampus(context);
    await followIn(followed, records);
    return await work(context);
  } finally {
    await store.close();
  }
}

async function followIn(directory: string, records: readonly Buffer[]): Promise<void> {
  const store = await openDirectory(directory);
  const context = await buildEngine(store, { ...TEST_SETTINGS, clock: { now: () => CAMPUS_NOW } });
  await context.journal.follow(records.map((bytes) => decodeRecord(bytes)));
  await store.close();
}

const EXAMPLES = new URL("../../sql/examples/", import.meta.url);
const NAMES = readdirSync(EXAMPLES).map((file) => file.replace(/\.sql$/, ""));
/** Midnight in Berlin on the day of the present, in summer time. */
const TODAY = Date.parse("2024-05-14T22:00:00Z");
const MONTH_START = TODAY - 28 * DAY_MS;

/** The queries of docs/sql.md that are whole questions. */
const GUIDE_QUERIES = (readPages().find(({ path }) => path === "docs/sql.md")?.blocks ?? []).filter(
  ({ language, text }) => language === "sql" && text.startsWith("SELECT"),
);

const folder = suiteFolder();
let analysis: AnalysisDatabase;
/** Of the directory that has followed the records. */
let followed: AnalysisDatabase;
/** What the engine says of the campus, by the names of its spaces. */
let truth: Truth;

interface Truth {
  readonly hours: Readonly<Record<string, readonly CountRow[]>>;
  readonly month: Readonly<Record<string, { readonly entrances: number; readonly average: number }>>;
  readonly now: Readonly<Record<string, number>>;
  readonly weekAgo: Readonly<Record<string, number>>;
  readonly gymBreaches: number;
}

beforeAll(async () => {
  const directories = ["data", "followed"].map((name) => join(folder, name));
  const [made = "", copied = ""] = directories;
  truth = await makeCampus(made, copied, askEngine);
  const clock = { now: () => CAMPUS_NOW };
  analysis = await analyse(made, clock, folder);
  followed = await analyse(copied, clock, folder);
  return () => Promise.all([analysis.close(), followed.close()]);
});

async function askEngine(context: Engine): Promise<Truth> {
  const spaces = context.catalog.spaces.all();
  const ofEach = async <T>(work: (id: bigint) => Promise<T>): Promise<Record<string, T>> => {
    const answers: Record<string, T> = {};
    for (const { id, name } of spaces) answers[name] = await work(id);
    return answers;
  };
  const counts = (id: bigint, start: number, end: number) =>
    spaceCounts(context, id, {
      start,
      end,
      interval: { unit: "millisecond", amount: HOUR_MS },
      segments: {},
    });
  const gym = spaces.find(({ name }) => name === "Gym");
  return {
    hours: await ofEach(async (id) =>
      countRows(await counts(id, Date.parse("2024-05-08T13:00:00Z"), CAMPUS_NOW)),
    ),
    month: await ofEach(async (id) => {
      const { metrics } = await counts(id, MONTH_START, TODAY);
      return { entrances: metrics.entrances.total, average: metrics.count.average as number };
    }),
    now: await ofEach((id) => spaceCountAt(context, id, CAMPUS_NOW)),
    weekAgo: await ofEach((id) => spaceCountAt(context, id, CAMPUS_NOW - 7 * DAY_MS)),
    gymBreaches: (await spaceBreaches(context, gym?.id as bigint, CAMPUS_NOW - 28 * DAY_MS, null)).length,
  };
}

const named = (rows: readonly AnswerRow[], name: string) => rows.find((row) => row.space_name === name);

/** Checks that an answer has a number of rows, and that all of them are right. */
function checkRows(count: number, isRight: (row: Readonly<Record<string, number>>) => boolean) {
  return (rows: readonly AnswerRow[]) => {
    expect(rows).toHaveLength(count);
    expect(rows.filter((row) => !isRight(row as Record<string, number>))).toEqual([]);
  };
}

/** What is checked of each example's answer. */
const CHECKS: Readonly<Record<string, (rows: readonly AnswerRow[]) => void>> = {
  "buildings-by-day": (rows) => {
    const lighthouse = rows.filter(({ building_name }) => building_name === "Lighthouse");
    checkRows(15, ({ spaces }) => spaces === 2)(lighthouse);
  },
  "devices-that-need-attention": (rows) => {
    expect(rows).toEqual(
      [
        ["falling", "backwards", 2, "the total fell by 1"],
        ["falling", "refused", 1, "the reading has no time"],
        ["jumping", "conflict", 1, expect.any(String)],
        ["jumping", "jump", 1, expect.any(String)],
      ].map(([sensor_serial_number, result, readings, note]) => ({
        sensor_serial_number,
        result,
        readings,
        latest: CAMPUS_NOW,
        note,
      })),
    );
  },
  "doorway-imbalance": checkRows(11, ({ imbalance_percent = 100 }) => Math.abs(imbalance_percent) < 5),
  "fullest-moment": checkRows(8, ({ local_timestamp = null }) => local_timestamp !== null),
  "left-at-the-daily-reset": checkRows(8, ({ resets }) => resets === 28),
  "silent-sensors": checkRows(8, ({ last_event = Infinity }) => last_event <= CAMPUS_NOW),
  // Twenty working days of eight hours; a part of the first and the last one each.
  "used-office-hours": checkRows(8, ({ office_hours }) => office_hours === 160),
  "busiest-hour-per-building": (rows) => {
    expect(rows.map(({ building }) => building)).toEqual(["Lighthouse", "Boathouse"]);
    for (const { building, max } of rows)
      expect(max).toBe(Math.max(...(truth.hours[String(building)] ?? []).map((row) => row.max)));
  },
  "busiest-time-of-the-week": (rows) => {
    const cafe = rows.filter(({ space_name }) => space_name === "Cafe");
    expect(cafe.map(({ weekday }) => weekday).slice(0, 5)).toEqual([
      ...["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
    ]);
    // The cafe is for lunch.
    for (const { local_hour } of cafe.slice(0, 5)) expect([11, 12, 13]).toContain(local_hour);
    for (const { lower_quartile, median, upper_quartile } of rows) {
      expect(lower_quartile as number).toBeLessThanOrEqual(median as number);
      expect(median as number).toBeLessThanOrEqual(upper_quartile as number);
    }
  },
  "doorway-shares": (rows) => {
    expect(named(rows, "Cafe")).toMatchObject({ doorway_name: "Cafe door", share_percent: 100 });
    const lighthouse = rows.filter(({ space_name }) => space_name === "Lighthouse");
    const shares = lighthouse.map(({ share_percent }) => share_percent as number);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  },
  "dwell-time": (rows) => {
    expect(rows).toHaveLength(8);
    for (const { space_name, entrances, minutes_inside } of rows) {
      const month = truth.month[String(space_name)];
      expect(entrances).toBe(month?.entrances);
      const minutes = ((month?.average ?? 0) * (TODAY - MONTH_START)) / MINUTE_MS / (month?.entrances ?? 0);
      expect(minutes_inside).toBeCloseTo(minutes, 0);
    }
  },
  "entrances-against-last-year": (rows) => {
    expect(rows).toHaveLength(8);
    for (const { space_name, entrances, change_percent } of rows) {
      expect(entrances).toBe(truth.month[String(space_name)]?.entrances);
      expect(Math.abs(change_percent as number)).toBeLessThan(25);
    }
  },
  "never-above-40-percent": (rows) => {
    expect(rows.map(({ space_name }) => space_name)).toContain("Boathouse");
    expect(rows.every(({ highest_percent }) => (highest_percent as number) <= 40)).toBe(true);
  },
  "now-and-a-week-ago": (rows) => {
    const now = Object.fromEntries(rows.map((row) => [row.space_name, row.people_now]));
    const weekAgo = Object.fromEntries(rows.map((row) => [row.space_name, row.people_a_week_ago]));
    expect(now).toEqual(truth.now);
    expect(weekAgo).toEqual(truth.weekAgo);
  },
  "unsafe-times": (rows) => {
    expect(truth.gymBreaches).toBeGreaterThan(10);
    expect(named(rows, "Gym")).toMatchObject({ safe_limit: 7.5, breaches: truth.gymBreaches });
  },
  "yesterday-by-quarter-hour": (rows) => {
    expect(rows).toHaveLength(96);
    expect(rows[0]?.local_timestamp).toBe(Date.parse("2024-05-14T00:00:00Z"));
    const start = TODAY - DAY_MS;
    const hours = truth.hours["Harbour Campus"]?.filter((row) => row.start >= start && row.start < TODAY);
    const total = (list: readonly { readonly entrances?: unknown }[]) =>
      list.reduce((sum, { entrances }) => sum + (entrances as number), 0);
    expect(total(rows)).toBe(total(hours ?? []));
  },
};

describe("the examples", () => {
  it("of the guide have an answer", async () => {
    for (const { text } of GUIDE_QUERIES) expect((await ask(analysis, text)).length, text).toBeGreaterThan(0);
    expect(GUIDE_QUERIES.length).toBeGreaterThan(2);
  });

  it("are all checked", () => {
    expect(Object.keys(CHECKS).sort()).toEqual([...NAMES].sort());
    expect(NAMES.length).toBeGreaterThanOrEqual(12);
  });

  it.each(NAMES)(
    "%s has its question, its grain and no internal names, and answers as the engine, also over a followed directory",
    async (name) => {
      const text = readFileSync(new URL(`${name}.sql`, EXAMPLES), "utf8");
      const [question, grain] = text.split("\n");
      expect(question).toMatch(/^-- .*\?$/);
      expect(grain).toMatch(/^-- One row per /);
      expect(text).not.toMatch(/\bbase\./);
      const rows = await ask(analysis, text);
      CHECKS[name]?.(rows);
      expect(await ask(followed, text)).toEqual(rows);
    },
  );
});
