import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, it } from "vitest";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { type AnswerRow, ask } from "../support/analysis.ts";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { ANALYTICS_BLOCKS, documentedUser } from "../support/clickhouse-configuration.ts";
import { mirrorCampus } from "../support/filled-mirrors.ts";
import { suiteFolder } from "../support/headcount.ts";
import { askMirror } from "../support/mirrors.ts";
import { readRepository } from "../support/repository.ts";

const LOCAL = new URL("../../sql/examples/", import.meta.url);
const OF_MIRROR = new URL("../../sql/clickhouse/examples/", import.meta.url);
const NAMES = readdirSync(LOCAL);

const LINES = readRepository("docs/analytics.md").split("\n");
const SECTION = LINES.indexOf("## Queries");
const SECTION_END = LINES.findIndex((line, index) => index > SECTION && line.startsWith("## "));

/** The queries of docs/analytics.md for one mirror. */
const PRINTED = ANALYTICS_BLOCKS.filter(
  ({ line, text }) => line > SECTION && line < SECTION_END && text.startsWith("SELECT"),
);

const DATABASE = "examples";
const folder = suiteFolder();

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
    analysis = await mirrorCampus(node(), DATABASE, folder);
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
    const views = await askMirror(node(), DATABASE, "SELECT name FROM help ORDER BY name");
    const granted = views.map(({ name }) => `GRANT SELECT ON headcount.${name}`);
    expect(documentedUser("analyst").grants).toEqual(granted);
    expect(PRINTED.length).toBeGreaterThan(2);
  });
});
