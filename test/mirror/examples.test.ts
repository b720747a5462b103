import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { type AnswerRow, analyse, ask } from "../support/analysis.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { readPages } from "../support/doc-pages.ts";
import { CAMPUS_NOW, fillCampus } from "../support/example-campus.ts";
import { suiteFolder } from "../support/headcount.ts";
import { askMirror, mirrorOf } from "../support/mirrors.ts";
import { TEST_SETTINGS } from "../support/settings.ts";
import { openDirectory } from "../support/store-directory.ts";

const LOCAL = new URL("../../sql/examples/", import.meta.url);
const OF_MIRROR = new URL("../../sql/clickhouse/examples/", import.meta.url);
const NAMES = readdirSync(LOCAL);

/** The queries of docs/analytics.md; its other statements are for administrators. */
const PRINTED = readPages()
  .filter(({ path }) => path === "docs/analytics.md")
  .flatMap(({ blocks }) => blocks.filter(({ text }) => text.startsWith("SELECT")));

const DATABASE = "examples";
const folder = suiteFolder();
const clock = { now: () => CAMPUS_NOW };

/** The first line of a comment is the question, the second one the meaning of a row. */
const commentOf = (text: string) => text.split("\n").slice(0, 2);

/** Local durations are in days and microseconds, those of ClickHouse in seconds. */
function comparable(rows: readonly AnswerRow[]): AnswerRow[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        isDuration(value) ? value.days * 86_400 + Number(value.micros) / 1e6 : value,
      ]),
    ),
  );
}

function isDuration(value: unknown): value is { readonly days: number; readonly micros: bigint } {
  return typeof value === "object" && value !== null && "micros" in value;
}

describeWithClickHouse("the examples for a mirror", (node) => {
  let analysis: AnalysisDatabase;

  beforeAll(async () => {
    const directory = join(folder, "data");
    const store = await openDirectory(directory);
    try {
      const context = await buildEngine(store, { ...TEST_SETTINGS, clock });
      await fillCampus(context);
      await mirrorOf(context, node().url(DATABASE), { folder }).catchUp();
    } finally {
      await store.close();
    }
    analysis = await analyse(directory, clock, folder);
    return () => analysis.close();
  });

  it("are those of the local examples", () => {
    expect(readdirSync(OF_MIRROR)).toEqual(NAMES);
  });

  it.each(readdirSync(OF_MIRROR))("%s has the local question, and the local answer", async (name) => {
    const [local, ofMirror] = [LOCAL, OF_MIRROR].map((examples) =>
      readFileSync(new URL(name, examples), "utf8"),
    ) as [string, string];
    expect(commentOf(ofMirror)).toEqual(commentOf(local));
    expect(ofMirror).not.toMatch(/_base\b/);
    const expected = comparable(await ask(analysis, local));
    expect(expected.length).toBeGreaterThan(0);
    expect(await askMirror(node(), DATABASE, ofMirror)).toEqual(expected);
  });

  it.each(PRINTED.map(({ place, text }) => [place, text]))(
    "the query at %s has an answer",
    async (_, text) => {
      expect((await askMirror(node(), DATABASE, text)).length).toBeGreaterThan(0);
    },
  );

  it("may be read by users who have privileges for each view", async () => {
    const [page] = readPages().filter(({ path }) => path === "docs/analytics.md");
    const granted = [...(page?.text ?? "").matchAll(/GRANT SELECT ON headcount\.(\w+) TO analyst/g)];
    const views = await askMirror(node(), DATABASE, "SELECT name FROM help ORDER BY name");
    expect(granted.map(([, name]) => name)).toEqual(views.map(({ name }) => name));
    expect(PRINTED.length).toBeGreaterThan(2);
  });
});
