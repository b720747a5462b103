import { beforeAll, expect, it } from "vitest";
import type { Engine } from "../../src/engine/engine.ts";
import { voidEvent } from "../../src/engine/events/event-changes.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { createDoorway, deleteDoorway, updateDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink, deleteLink } from "../../src/engine/resources/links.ts";
import { createReset, voidReset } from "../../src/engine/resources/resets.ts";
import { assignTeam, createSpace, updateSpace } from "../../src/engine/resources/spaces.ts";
import {
  createTimeSegment,
  createTimeSegmentGroup,
  deleteTimeSegment,
} from "../../src/engine/resources/time-segments.ts";
import type { Mirror } from "../../src/mirror/mirror.ts";
import { type AnswerRow, ask, openFed } from "../support/analysis.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { suiteFolder } from "../support/headcount.ts";
import { askMirror, mirrorOf } from "../support/mirrors.ts";
import { numbersOfSeeds } from "../support/random.ts";
import { totalOf } from "../support/timed-readings.ts";
import { words } from "../support/words.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Before the clocks change in New York (10 March), Berlin (31 March) and on Lord Howe Island (7 April). */
const START = Date.parse("2024-03-08T09:17:00Z");
const NOW = Date.parse("2024-04-09T14:21:30.500Z");
const EVENTS = 1_500;
const SERIALS = ["a", "b", "c", "d", "unknown"];

/** Settings of readers' profiles and connectors, with some of their values. */
const READER_SETTINGS = words`
  aggregate_functions_null_for_empty=1 any_join_distinct_right_table_keys=1
  asterisk_include_materialized_columns=1 cast_keep_nullable=1 compatibility=22.8 compatibility=23.8
  compatibility=24.8 convert_query_to_cnf=1 cross_to_inner_join_rewrite=0 data_type_default_nullable=1
  date_time_overflow_behavior=throw do_not_merge_across_partitions_select_final=1
  empty_result_for_aggregation_by_empty_set=1 enable_analyzer=0 join_use_nulls=1&enable_analyzer=0
  join_default_strictness=ANY&enable_analyzer=0 enable_extended_results_for_datetime_functions=1
  enable_optimize_predicate_expression=0 enable_positional_arguments=0 extremes=1 final=1
  group_by_use_nulls=1 join_algorithm=hash join_algorithm=parallel_hash join_algorithm=partial_merge
  join_algorithm=full_sorting_merge join_algorithm=grace_hash join_algorithm=auto join_any_take_last_row=1
  join_default_strictness=ANY join_default_strictness=ALL join_default_strictness= join_use_nulls=1
  legacy_column_name_of_tuple_literal=1 max_block_size=1 max_threads=1 optimize_aggregation_in_order=1
  optimize_arithmetic_operations_in_aggregate_functions=0 optimize_move_to_prewhere_if_final=1
  optimize_read_in_order=0 prefer_column_name_to_alias=1 query_plan_enable_optimizations=0
  query_plan_join_swap_table=true query_plan_join_swap_table=false session_timezone=America/New_York
  short_circuit_function_evaluation=disable short_circuit_function_evaluation=force_enable
  single_join_prefer_left_table=0 totals_mode=before_having transform_null_in=1 union_default_mode=DISTINCT
  use_variant_as_common_type=1
`;

/** Limits of readers that would cut rows off without an error. */
const READER_LIMITS = words`
  max_rows_in_join=2&join_overflow_mode=break max_rows_in_set=1&set_overflow_mode=break
  max_rows_to_group_by=2&group_by_overflow_mode=any max_rows_to_group_by=2&group_by_overflow_mode=break
  max_rows_to_read=2&max_block_size=1&read_overflow_mode=break
`;

/** The local macro of breaches, of all spaces. */
const BREACHES = `SELECT breach.* FROM spaces, breaches(spaces.id, '2024-01-01', '2025-01-01') AS breach`;

/** Two buildings with spaces, one within another, and what else the catalog can have, while people come and go. */
async function makeSite(context: Engine, clock: { at: number }): Promise<void> {
  const limits = {
    capacity: 20,
    targetCapacity: 8,
    safeThresholdMode: "SAFE_CAPACITY",
    safeCapacity: 3,
  } as const;
  const york = { timeZone: "America/New_York", dailyReset: "02:30" };
  const berlin = { timeZone: "Europe/Berlin", dailyReset: "03:00" };
  const campus = await createSpace(context, { name: "Campus", spaceType: "campus", ...berlin });
  const inCampus = { parentId: campus.id, spaceType: "building" } as const;
  const house = await createSpace(context, { name: "House", ...inCampus, ...berlin, ...limits });
  const tower = await createSpace(context, { name: "Tower", ...inCampus, ...york });
  const floor = await createSpace(context, {
    name: "Floor",
    parentId: tower.id,
    spaceType: "floor",
    ...york,
  });
  const hall = await createSpace(context, {
    ...{ name: "Hall ' \\ ü", parentId: house.id, notes: "dusty\n", address: "1 Way", tags: ["x", "y"] },
    ...{
      meta: { a: [1, null] },
      latitude: -31.5,
      longitude: 159.0625,
      sizeArea: 12.5,
      function: "meeting_room",
    },
    ...berlin,
    ...limits,
  });
  const nook = await createSpace(context, { name: "Nook", parentId: hall.id, ...berlin, capacity: 0 });
  const desk = await createSpace(context, { name: "Desk", parentId: floor.id, ...york, dailyReset: null });
  const island = await createSpace(context, { name: "Island", timeZone: "Australia/Lord_Howe", ...limits });
  await createSpace(context, { name: "Empty", timeZone: "UTC", dailyReset: "00:00" });
  await assignTeam(context, hall.id, "cleaners");
  const segment = { start: "09:00", end: "17:00", days: ["Monday", "Friday"] } as const;
  const { id } = await createTimeSegment(context, {
    label: "Work",
    ...segment,
    spaceIds: [hall.id, desk.id],
  });
  await createTimeSegment(context, { label: "None", ...segment, spaceIds: [] });
  await createTimeSegmentGroup(context, { name: "All", timeSegmentIds: [id] });

  const doors = [];
  for (const name of ["a", "b", "c", "d"])
    doors.push(
      await createDoorway(context, { name: `Door ${name}`, sensorSerialNumber: name, tags: [name] }),
    );
  const [a = 0n, b = 0n, c = 0n, d = 0n] = doors.map((door) => door.id);
  const links = [
    [hall, a, 1],
    [nook, a, -1],
    [house, b, 1],
    [desk, c, 1],
    [tower, c, 1],
    [island, d, -1],
  ] as const;
  for (const [space, doorwayId, sensorPlacement] of links)
    await createLink(context, { spaceId: space.id, doorwayId, sensorPlacement });

  await ingestReports(context, reports(START, EVENTS), { duplicates: "auto" });
  const from = START + DAY;
  const interval = { kind: "interval", serialNumber: "a", from, to: from + 15 * MINUTE } as const;
  const values = { in: 3, out: 2, coverage: 0.7, isUndirected: false };
  const line = { serialNumber: "t", outTotal: null };
  await ingestReadings(context, [
    { ...interval, ...values },
    { ...interval, from: from + DAY, to: from + DAY + 15 * MINUTE, ...values, coverage: null },
    { ...interval, ...values, in: 4 },
    totalOf(from, 7, line),
    totalOf(from + 15 * MINUTE, 9, line),
    { serialNumber: "t", reason: "the reading has no time" },
  ]);
  // Dated links, moved sensors, other settings, a doorway that is deleted, and resets.
  await createLink(context, { spaceId: island.id, doorwayId: a, sensorPlacement: -1 }, START + 9.3 * DAY);
  await deleteLink(context, context.catalog.linksOfSpace.of(tower.id)[0]?.id ?? 0n, { erase: false });
  await updateDoorway(context, b, { sensorSerialNumber: null }, START + 20 * DAY);
  await updateDoorway(context, c, { sensorSerialNumber: "b" }, START + 21.1 * DAY);
  await updateSpace(context, desk.id, { dailyReset: "02:30" }, START + 15 * DAY);
  await updateSpace(context, nook.id, { timeZone: "Australia/Lord_Howe" }, START + 25 * DAY);
  await deleteDoorway(context, d);
  await createReset(context, { spaceId: hall.id, instant: START + 3.2 * DAY, count: 5 });
  await createReset(context, { spaceId: island.id, instant: START - 2 * DAY, count: 7 });
  const voided = await createReset(context, { spaceId: desk.id, instant: START - 9 * DAY, count: 2 });
  await voidReset(context, voided.id);
  // The first event, and others.
  for (const number of [1n, 17n, 400n]) await voidEvent(context, number);
  clock.at += DAY / 2;
}

const below = numbersOfSeeds();

/** Reports over 32 days from an instant in ms, the first of them at it; a few are ahead of the clock. */
function reports(start: number, count: number) {
  return Array.from({ length: count }, (_, i) => ({
    sensor_serial_number: SERIALS[i === 0 ? 0 : below(SERIALS.length)] ?? "",
    timestamp: new Date(i === 0 ? start : start + 1 + below(NOW - start + MINUTE)).toISOString(),
    trajectory: below(2) === 0 ? 1 : -1,
    // Some ids look like those of the events of readings.
    ...(i % 7 === 0 ? { event_id: i % 2 === 0 ? `rdg_${i}` : `e${i}` } : {}),
  }));
}

/** Rows in one order, with their columns in theirs; averages may have been added up in another order. */
function sorted(rows: readonly AnswerRow[]): string[] {
  const rounded = (_: string, value: unknown) =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(14)) : value;
  return rows.map((row) => JSON.stringify(row, rounded)).sort();
}

describeWithClickHouse("the views of a mirror", (node) => {
  const DATABASE = "views";
  /** With further rows in its tables. */
  const OTHER = "rows";
  const folder = suiteFolder();
  const clock = { at: NOW - DAY / 2, now: () => clock.at };
  let site: Awaited<ReturnType<typeof openFed>> & { readonly mirror: Mirror };
  beforeAll(async () => {
    const closing: (() => Promise<void>)[] = [];
    const fed = await openFed(clock, { folder, atEnd: (close) => closing.unshift(close) });
    const mirror = mirrorOf(fed.context, node().url(DATABASE), { folder });
    // What is derived from the first event is derived again when there is one.
    await createSpace(fed.context, { name: "First", timeZone: "Europe/Berlin" });
    await mirror.catchUp();
    await makeSite(fed.context, clock);
    site = { ...fed, mirror };
    await update();
    return async () => {
      for (const close of closing) await close();
    };
  });

  /** Brings the mirror and the local copy up to date. */
  async function update(): Promise<void> {
    await site.mirror.catchUp();
    await site.update();
  }

  const read = (query: string, settings?: Readonly<Record<string, string>>) =>
    askMirror(node(), DATABASE, query, settings);

  /** Expects each view to have the columns and rows of the local one; gives the rows. */
  async function expectSameViews(): Promise<Readonly<Record<string, readonly AnswerRow[]>>> {
    const listed = await ask(site.served, "FROM help WHERE kind = 'view' AND name != 'help'");
    const queries = new Map(listed.map(({ name }) => [String(name), `FROM ${name}`]));
    queries.set("breaches", BREACHES);
    const all: Record<string, readonly AnswerRow[]> = {};
    for (const [view, query] of queries) {
      const expected = await ask(site.served, query);
      const found = await read(`SELECT * FROM ${view}`);
      expect(expected.length, view).toBeGreaterThan(0);
      expect(Object.keys(found[0] ?? {}), view).toEqual(Object.keys(expected[0] ?? {}));
      expect(sorted(found), view).toEqual(sorted(expected));
      all[view] = found;
    }
    return all;
  }

  it("have the names, columns and rows of the local ones, over clock changes", async () => {
    const local = await ask(site.served, "FROM help WHERE kind = 'view'");
    const help = await read("SELECT * FROM help ORDER BY name");
    expect(help.map(({ name }) => name)).toEqual([...local.map(({ name }) => name), "breaches"].sort());
    expect(Object.keys(help[0] ?? {})).toEqual(Object.keys(local[0] ?? {}));
    for (const { description } of help) expect(description).toMatch(/^One row/);
    const views = await expectSameViews();
    const { hourly, events, space_events: spaceEvents, doorways, time_segments: segments, breaches } = views;
    const results = views.readings?.map(({ result }) => result).sort();
    expect(results).toEqual(["baseline", "conflict", "counted", "counted", "counted", "refused"]);
    // The site has each case: hours cut by clock changes, and columns that are null.
    expect(hourly?.some(({ minutes }) => minutes === 30)).toBe(true);
    const nullable = [
      [events, "doorway_id"],
      [events, "event_id"],
      [doorways, "sensor_serial_number"],
      [segments, "space_id"],
    ] as const;
    for (const rows of [events, spaceEvents])
      expect(new Set(rows?.map(({ resolution }) => resolution))).toEqual(new Set([0, 15 * MINUTE]));
    for (const [rows, column] of nullable)
      expect(new Set(rows?.map((row) => row[column] === null)), column).toEqual(new Set([true, false]));
    expect(breaches?.length).toBeGreaterThan(20);
  });

  it("have the same rows for every reader, whatever settings he has", async () => {
    const views = await read("SELECT name FROM help");
    const failed: string[] = [];
    for (const { name } of views) {
      const rowsFor = (text: string) =>
        read(`SELECT * FROM ${name}`, Object.fromEntries(new URLSearchParams(text)));
      const expected = sorted(await rowsFor(""));
      const check = async (text: string) => {
        const found = await rowsFor(text).then(sorted, ({ message }: Error) => [message]);
        const isRefused =
          READER_LIMITS.includes(text) &&
          / \((?:TOO_MANY_ROWS|SET_SIZE_LIMIT_EXCEEDED)\) /.test(found[0] ?? "");
        if (!isRefused && found.join("\n") !== expected.join("\n"))
          failed.push(`${name} with ${text}: ${found.length} rows, ${found[0]}`);
      };
      await Promise.all([...READER_SETTINGS, ...READER_LIMITS].map(check));
    }
    expect(failed).toEqual([]);
  });

  it("read no more than the parts of a space and of a time", async () => {
    await mirrorOf(site.context, node().url(OTHER), { folder }).catchUp();
    // A space with many hours and events beside the others.
    await node().query(
      `INSERT INTO hour_base SELECT number % 400, toDateTime64('2024-03-20 00:00:00', 3, 'UTC') + number DIV 400,
      toDateTime64('2024-03-20 01:00:00', 3, 'UTC') + number DIV 400, 0, 1, 1, 1, 1, 1, 1, 1, 0 FROM numbers(400000)`,
      OTHER,
    );
    await node().query(
      `INSERT INTO space_event_base SELECT number % 400, toDateTime64('2024-03-20 00:00:00', 3, 'UTC') + number DIV 400,
      number, 1, 1, 1, 0, 1, 0 FROM numbers(400000)`,
      OTHER,
    );
    await node().query(
      `INSERT INTO reading_base SELECT number % 4, number, toDateTime64('2024-03-20 00:00:00', 3, 'UTC') + number,
      'total', toDateTime64('2024-03-20 00:00:00', 3, 'UTC') + number, NULL, 1, 1, NULL,
      toDateTime64('2024-03-20 00:00:00', 3, 'UTC') + number, 'counted', 1, 1, NULL, 1, 0 FROM numbers(1000000)`,
      OTHER,
    );
    const late = "SELECT * FROM readings WHERE timestamp >= '2024-03-31'";
    const readings = await granulesOf("reading_base", late);
    expect(readings.read).toBeLessThan(readings.all / 5);
    for (const [view, table] of [
      ["hourly", "hour_base"],
      ["space_events", "space_event_base"],
    ] as const) {
      const ofSpace = await granulesOf(table, `SELECT * FROM ${view} WHERE space_id = 'spc_321'`);
      expect(ofSpace.read).toBeLessThan(ofSpace.all / 5);
      const ofMonth = await granulesOf(table, `SELECT * FROM ${view} WHERE timestamp >= '2024-04-01'`);
      expect(ofMonth.read).toBeLessThan(ofMonth.all / 5);
    }
  });

  it("follow late events, voids and the clock", async () => {
    const { context } = site;
    // Before the first event, and over a hundred days on, in another offset.
    const late = { sensor_serial_number: "a", trajectory: 1, timestamp: "2023-10-28T22:30:00.000Z" };
    await ingestReports(context, [late], { duplicates: "auto" });
    clock.at += 220 * DAY;
    await ingestReports(context, [{ ...late, timestamp: new Date(clock.at - DAY).toISOString() }], {
      duplicates: "auto",
    });
    await update();
    const { daily_resets: resets } = await expectSameViews();
    expect(resets?.length).toBeGreaterThan(2_000);
    // The first event of all is another one again, and rows of the catalog go.
    const { links, resets: explicit, timeSegments } = context.catalog;
    await deleteLink(context, links.all()[0]?.id ?? 0n, { erase: true });
    await voidReset(context, explicit.all()[0]?.id ?? 0n);
    await deleteTimeSegment(context, timeSegments.all()[0]?.id ?? 0n);
    const [first] = await read("SELECT id FROM events ORDER BY timestamp LIMIT 1");
    await voidEvent(context, BigInt(String(first?.id).replace("evt_", "")));
    clock.at += MINUTE;
    await update();
    const { daily_resets: fewer } = await expectSameViews();
    expect(fewer?.length).toBeLessThan(resets?.length ?? 0);
  });

  /** How many granules a query reads of a table, and how many that has. */
  async function granulesOf(table: string, query: string) {
    const rows = await node().query(`EXPLAIN indexes = 1, json = 1 ${query}`, OTHER);
    const [plan] = JSON.parse(String(rows[0]?.explain)) as [{ readonly Plan: PlanNode }];
    const find = (of: PlanNode): PlanNode | undefined =>
      of.Description === `${OTHER}.${table}` ? of : (of.Plans ?? []).map(find).find(Boolean);
    const indexes = find(plan.Plan)?.Indexes ?? [];
    const [first] = indexes;
    return {
      all: first?.["Initial Granules"] ?? 0,
      read: Math.min(...indexes.map((index) => index["Selected Granules"])),
    };
  }
});

/** A step of a plan of ClickHouse. */
interface PlanNode {
  readonly Description?: string;
  readonly Plans?: readonly PlanNode[];
  readonly Indexes?: readonly Readonly<Record<"Initial Granules" | "Selected Granules", number>>[];
}
