import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBConnection } from "@duckdb/node-api";
import { Table, tableToIPC, vectorFromArray } from "apache-arrow";
import { describe, expect, it, vi } from "vitest";
import { DATABASE_FILE, RUNS_FOLDER } from "../../src/domain/data-directory.ts";
import type { LoadOptions, Store } from "../../src/engine/ports.ts";
import { readReports } from "../../src/formats/reports/stage-file.ts";
import { ParquetWriter } from "../../src/formats/tables/parquet.ts";
import { COUNT_COLUMNS } from "../../src/http/tables/count-columns.ts";
import { compactDatabase } from "../../src/store/duckdb/compact-database.ts";
import { parseStatements } from "../../src/store/duckdb/statements.ts";
import {
  answerRequest,
  eventsAt,
  logReport,
  logReports,
  queueCalls,
  saveCatalog,
} from "../support/commits.ts";
import { readSources, withoutComments } from "../support/source-tree.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { writeParquet } from "../support/store-files.ts";
import { duckDbStore, opened, temporaryFolder } from "../support/store-harness.ts";
import { reportOf } from "../support/store-reports.ts";
import { SAMPLE_ROWS } from "../support/store-rows.ts";
import { EVERYTHING } from "../support/store-world.ts";

/** A statement or script of the `sql` folder, and a pattern of its text with any words filled in. */
interface Statement {
  readonly name: string;
  readonly pattern: RegExp;
}

/** Folders of scripts: all are run in order, or are examples for users. */
const SCRIPTS = /^(?:schema|views|analysis\/base|analysis\/schema|examples)\//;

const STATEMENTS: readonly Statement[] = readSources(["sql"]).flatMap(({ path, text }) => {
  const subject = path.slice("sql/".length, -".sql".length);
  if (SCRIPTS.test(subject)) return [{ name: subject, pattern: patternOf(text) }];
  return [...parseStatements(text, subject)].map(([name, statement]) => ({
    name: `${subject}/${name}`,
    pattern: patternOf(statement),
  }));
});

function patternOf(text: string): RegExp {
  return new RegExp(
    `^${text
      .split(/\{\w+\}/)
      .map(literal)
      .join("[^]*?")}$`,
  );
}

/** What the code of `src` calls statements by, with any name for what it fills in. */
const NAMES: readonly RegExp[] = readSources(["src"]).flatMap(({ text }) =>
  [...withoutComments(text).matchAll(/"([\w/-]+)"|`([^`]*)`/g)].map(
    ([, plain, template = ""]) =>
      new RegExp(
        `^${
          plain ??
          template
            .split(/\$\{[^}]*\}/)
            .map(literal)
            .join("[\\w-]+")
        }$`,
      ),
  ),
);

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

const HEADER = "sensor_serial_number,timestamp,trajectory";
const OPTIONS: LoadOptions = {
  columns: {},
  keepDuplicates: false,
  now: Date.UTC(2024, 5, 1),
  onReject: () => undefined,
  onProgress: () => undefined,
};

/** Has the views and macros made again when a directory is opened. */
const OTHER_VIEWS = "UPDATE schema_version SET views_digest = 'of another release'";

/** Does with a store all that there is to do, so that every statement runs. */
async function useEverything(): Promise<void> {
  const directory = await opened(duckDbStore);
  const { catalog, events, journal } = directory.store;
  await saveCatalog(directory.store, {
    put: SAMPLE_ROWS,
    changedBindings: [{ spaceId: 1n, sensorKey: 1, from: null, to: 5 }],
    nextId: 9n,
  });
  await catalog.load();
  await logReports(directory.store, ["1 08:00 1", "1 09:00 -1"].map(reportOf), true);
  await logReports(directory.store, ["1 07:00 1"].map(reportOf));
  for (const ids of [[1n], [1n, 2n]]) {
    for (const toDay of [99, Infinity]) for await (const run of events.runs(ids, 0, toDay)) void run;
  }
  for (const order of ["ASC", "DESC"] as const) {
    expect(await events.events({ sensorId: 1n }, { ...EVERYTHING, order })).toMatchObject({ total: 3 });
    await events.spaceEvents({ spaceId: 1n }, { ...EVERYTHING, order });
  }
  const range = { start: 0, end: Date.UTC(9999, 0), order: "DESC" } as const;
  for await (const batch of events.scanEvents({}, range)) void batch;
  for await (const batch of events.scanSpaceEvents({ spaceId: 1n }, range)) void batch;
  await events.effectsAt([0]);
  for (const spaceIds of [null, [1n]])
    for await (const batch of events.exportEvents(range, spaceIds)) void batch;
  await events.logSpan(range);
  await (await directory.store.backups.stage({ release: "", now: 0, onProgress: () => {} })).discard();
  const request = { tokenHash: "", key: "", fingerprint: "", instant: 0, since: 0 };
  const id = await logReport(directory.store, reportOf("1 2024-05-31T10:00 1"), request);
  const notifications = { pending: [0], notified: [id], unsafe: [{ spaceId: 1n, unsafe: true }] };
  await journal.commit({ now: 0, events: eventsAt(1, 0), notifications });
  await events.loadLive();
  await events.summary();
  await events.requests([request]);
  await answerRequest(directory.store, request, "");
  await events.event(id);
  const entry = { instant: 0, actor: { tokenId: null, name: "" }, action: "void", changes: {} } as const;
  const audit = [{ ...entry, resourceType: "event", resourceId: "evt_1" }];
  await journal.commit({ now: 0, voided: id, catalog: { audit } });
  for (const afterId of [0n, await events.position()]) await events.copyEvents(afterId, temporaryFolder());
  // The run that had it was in memory.
  for await (const run of events.runs([1n], 0, Infinity)) void run;
  await logReport(directory.store, reportOf("1 2024-05-31T11:00 1"));
  await events.lastEvents(0);
  await catalog.audit({ tokenId: null, resourceId: null }, EVERYTHING);
  await useOutbox(directory.store);
  for (const verify of [true, false]) await events.rebuild({ spaceId: null, from: 0, to: Infinity, verify });
  await loadEverything(directory.store);
  await directory.store.close();
  rmSync(join(directory.directory, RUNS_FOLDER), { recursive: true });
  await runSql(directory.directory, OTHER_VIEWS);
  const reopened = await directory.reopen();
  expect(await logReports(reopened, [reportOf("1 07:00 1")])).toMatchObject({ duplicates: 1 });
  expect((await reopened.events.removeBefore(Date.UTC(2024, 4, 8), OPTIONS.now)).events).toBeGreaterThan(0);
  for await (const run of reopened.events.runs([1n], 0, Infinity)) void run;
  await reopened.events.copyEvents(0n, temporaryFolder());
  await saveCatalog(reopened, {
    remove: Object.fromEntries(
      Object.entries(SAMPLE_ROWS).map(([table, rows]) => [table, rows.map(({ id }) => id)]),
    ),
  });
  await reopened.close();
  await compactDatabase(directory.directory, true);
  await acceptLoss(directory.directory);
}

/** Opens a directory without a change that it had acknowledged, whose loss is accepted. */
async function acceptLoss(directory: string): Promise<void> {
  const before = join(temporaryFolder(), "before");
  cpSync(join(directory, DATABASE_FILE), before);
  const store = await openDirectory(directory);
  await saveCatalog(store, { nextId: 1_000_000n });
  await store.close();
  cpSync(before, join(directory, DATABASE_FILE));
  await (await openDirectory(directory, { acceptLoss: { now: OPTIONS.now } })).close();
}

async function useOutbox(store: Store): Promise<void> {
  const { deliveries } = store;
  const message = { id: 1n, spaceId: 1n, eventId: null, body: "" };
  // Webhook 5 is none of the samples: its calls are removed.
  const call = { id: 1n, webhookId: 5n, sequence: 1, createdAt: 0, message };
  await queueCalls(store, [call, { ...call, id: 2n, sequence: 2 }]);
  await deliveries.lastCallId();
  await deliveries.queues();
  await deliveries.calls({ ...call, spaceId: 1n, afterId: 0n, throughId: 9n, limit: 9 });
  await deliveries.deliveries(5n, 9, { offset: 0, limit: 9 });
  await deliveries.delivery(5n, 1n);
  await deliveries.compact({ delivered: 0, dead: 0 }, 9);
}

/** Loads files of every format, well-formed and not. */
async function loadEverything({ events }: Store): Promise<void> {
  const folder = temporaryFolder();
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "a.csv": `${HEADER}\n1,2024-05-06T08:00:00.5Z,1\n1,2024-05-06,-1\n`,
    "b.csv": `${HEADER}\nmalformed\n`,
    "a.ndjson": '{"sensor_serial_number":"1","timestamp":"2024-05-07","trajectory":1}\n',
    "b.ndjson": Buffer.from([0xff]),
    "a.arrow": tableToIPC(
      new Table({
        sensor_serial_number: vectorFromArray(["1"]),
        timestamp: vectorFromArray([0]),
        trajectory: vectorFromArray([1]),
      }),
    ),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await writeParquet(
    join(folder, "a.parquet"),
    "SELECT '1' AS sensor_serial_number, 0 AS timestamp, 1 AS trajectory",
  );
  for (const name of [...Object.keys(files), "a.parquet"])
    await (await events.stage(join(folder, name), OPTIONS)).append({});
  const reports = await readReports(join(folder, "a.csv"), OPTIONS);
  for await (const batch of reports.batches(1)) expect(batch).not.toEqual([]);
  reports.close();
  const writer = await ParquetWriter.open(join(folder, "counts.parquet"));
  const part = await writer.begin(COUNT_COLUMNS);
  await part.finish(join(folder, "counts.parquet"));
  await writer.close();
}

/** The texts of all statements that some work has DuckDB plan. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const methods = ["run", "runAndReadAll", "stream"] as const;
  const spies = methods.map((method) => vi.spyOn(DuckDBConnection.prototype, method));
  try {
    await work();
    return spies.flatMap((spy) => spy.mock.calls.map(([sql]) => sql));
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe("the SQL", () => {
  it("is found at all", () => {
    expect(STATEMENTS.length).toBeGreaterThan(50);
  });

  it("all runs, with a value for each of its placeholders, when a store is used in every way", async () => {
    const texts = new Set(await statementsOf(useEverything));
    // What is beside the store's, for users' queries, has tests of its own.
    const ofStore = STATEMENTS.filter(({ name }) => !/^(?:analysis|examples|query)\//.test(name));
    const unused = ofStore.filter(({ pattern }) => ![...texts].some((text) => pattern.test(text)));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });

  it("is all called by its name somewhere in the code, except scripts", () => {
    const named = STATEMENTS.filter(({ name }) => !SCRIPTS.test(name));
    expect(
      named.map(({ name }) => name).filter((name) => !NAMES.some((pattern) => pattern.test(name))),
    ).toEqual([]);
  });

  it("is no part of the code itself, but for what begins and ends transactions", async () => {
    const texts = new Set(await statementsOf(useEverything));
    const strange = [...texts].filter((text) => !STATEMENTS.some(({ pattern }) => pattern.test(text)));
    expect(strange.filter((text) => !text.startsWith("COPY (") && text !== OTHER_VIEWS).sort()).toEqual([
      "BEGIN",
      "CHECKPOINT",
      "COMMIT",
    ]);
  });
});
