import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { HeadcountError } from "../../src/domain/errors.ts";
import { ingestReadings } from "../../src/engine/ingest/ingest-readings.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";
import { ask, openDirect, openFed, openServed } from "../support/analysis.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { temporaryFolder, treeOf } from "../support/store-harness.ts";

const CLOCK = { now: () => Date.parse("2024-05-10T12:00:00Z") };
const GUIDE = readFileSync(new URL("../../docs/sql.md", import.meta.url), "utf8");

/** The guide's tables: what is named in the first column, and the last column. */
const GUIDE_TABLES = new Map(
  [...GUIDE.matchAll(/^\| `(\w+)[^|]*\|[^|]*\|([^|]*)\|$/gm)].map(([, name = "", columns = ""]) => [
    name,
    columns.trim(),
  ]),
);

it("the guide has every view and macro, with its columns", async () => {
  const analysis = await openServed(temporaryFolder());
  const all = await ask(analysis, "SELECT name, kind, len(parameters) AS parameters, description FROM help");
  expect(all.map(({ name }) => name)).toEqual([...GUIDE_TABLES.keys()].sort());
  for (const { name, kind, parameters, description } of all) {
    expect(description).toMatch(/^One (row|value)\b.*\.$/);
    expect(description).not.toMatch(/\bD\d+\b/);
    if (kind === "macro") continue;
    const nulls = Array.from({ length: Number(parameters ?? 0) }, () => "NULL").join();
    const columns = await ask(analysis, `DESCRIBE FROM ${name}${kind === "view" ? "" : `(${nulls})`}`);
    expect(columns.map(({ column_name }) => column_name).join(", "), String(name)).toBe(
      GUIDE_TABLES.get(String(name)),
    );
  }
});

it("nothing outside can be reached, and no setting be changed", async () => {
  const analysis = await openServed(temporaryFolder());
  for (const refused of [
    "FROM '/etc/passwd'",
    "FROM read_text('/etc/passwd')",
    "FROM glob('/*')",
    "ATTACH '/tmp/x.duckdb' AS x",
    "COPY (SELECT 1) TO '/tmp/x.csv'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET memory_limit = '1TB'",
    "SET TimeZone = 'Europe/Berlin'",
    "RESET lock_configuration",
  ])
    await expect(ask(analysis, refused), refused).rejects.toThrow();
});

it("a wrong query is answered with its error", async () => {
  const { context, served, update } = await openFed(CLOCK);
  for (const name of ["Once", "Twice", "Twice"]) await createSpace(context, { name });
  await update();
  for (const [query, message] of [
    ["FROM counts('Nowhere', '2024-05-06', '2024-05-07', '1h')", /no space has the id or the name "Nowhere"/],
    ["FROM counts('Twice', '2024-05-06', '2024-05-07', '1h')", /2 spaces are called "Twice"; use an id/],
    ["FROM counts('Once', '2024-05-06', '2024-05-07', '1y')", /"1y" is not a step/],
    ["FROM counts('Once', '2024-05-06', '2024-05-07', '0h')", /"0h" is not a step/],
    ["FROM counts('Once', '2024-05-07', '2024-05-06', '1h')", /start_time is after end_time/],
    ["FROM counts('Once', '2000-01-01', '2024-05-06', '1s')", /more than 1,000,000 intervals/],
    ["SELECT to_local('2024-05-06', 'Mars/Base')", /no space is in the time zone "Mars\/Base"/],
    ["SELECT count_at('Nowhere', '2024-05-06')", /no space has the id or the name "Nowhere"/],
  ] as const)
    await expect(ask(served, query), query).rejects.toThrow(message);
});

it("a data directory is left as it is, and can be read by several at once", async () => {
  const folder = temporaryFolder();
  const directory = `${folder}/data`;
  await (await openDirectory(directory)).close();
  const before = treeOf(directory);
  const both = [await openDirect(directory, CLOCK), await openDirect(directory, CLOCK)];
  for (const analysis of both) expect(await ask(analysis, "FROM hourly")).toEqual([]);
  for (const analysis of both) await analysis.close();
  expect(treeOf(directory)).toEqual(before);
});

it("a directory that is held, older or none is rejected", async () => {
  const folder = temporaryFolder();
  const directory = `${folder}/data`;
  const refusal = (path: string) =>
    openDirect(path, CLOCK).catch((error: unknown) => (error instanceof HeadcountError ? error : null));
  const unavailable = (why: string) => ({ kind: "unavailable", message: expect.stringContaining(why) });
  expect(await refusal(`${folder}/none`)).toMatchObject(unavailable("there is no data directory"));
  const store = await openDirectory(directory);
  expect(await refusal(directory)).toMatchObject({ kind: "store-held" });
  await store.close();
  await runSql(directory, "UPDATE schema_version SET version = version - 1");
  expect(await refusal(directory)).toMatchObject(unavailable("older release"));
});

it.each([
  ["another release's", "schema_digest"],
  ["derived by other time zone data", "time_zone_data"],
])("the served database is kept between runs, and removed if it is %s", async (_, column) => {
  const { context, folder, served: first, update } = await openFed(CLOCK);
  await ingestReadings(context, [{ serialNumber: "a", reason: "the reading has no time" }]);
  await update();
  const { organizationId, catalogDigest, asOf } = first.state();
  await first.close();
  const second = await openServed(folder);
  const readings = [{ sensorKey: 1, readings: 1, revision: 0 }];
  const log = { lastEventId: 0, logStart: 0, readings };
  expect(second.state()).toEqual({ organizationId, catalogDigest, asOf, ...log });
  const connection = await second.connect();
  await connection.run(`UPDATE base.source SET ${column} = 'another'`);
  connection.closeSync();
  await second.close();
  const third = await openServed(folder);
  expect(third.state().organizationId).toBeNull();
});
