import { describe, expect, it } from "vitest";
import { Connection } from "../../src/store/duckdb/connection.ts";
import { createTables } from "../../src/store/duckdb/schema.ts";
import { parseStatements, script, scriptsIn } from "../../src/store/duckdb/statements.ts";
import { readSources, withoutComments } from "../support/source-tree.ts";
import { withDuckDb } from "../support/store-directory.ts";

/** Folders of scripts, which have no named statements: all are run in order, or are examples for users. */
const SCRIPTS = /^(?:schema|views|analysis\/tables|analysis\/views|examples)\//;

const TEXTS: readonly (readonly [name: string, text: string])[] = readSources(["sql"]).flatMap(
  ({ path, text }) => {
    const subject = path.slice("sql/".length, -".sql".length);
    if (SCRIPTS.test(subject)) return [];
    return [...parseStatements(text, subject)].map(([name, body]) => [`${subject}/${name}`, body] as const);
  },
);
const STATEMENTS = TEXTS.map(([name]) => name);

/** What stands for the words in braces; NULL stands for all others. */
const WORDS: Readonly<Record<string, string>> = {
  columns: "id",
  definitions: "id BIGINT",
  event_id_length_max: "1",
  events: "load_part",
  file: "'other.duckdb'",
  lines: "text_line",
  logs: "change_log",
  order: "id",
  part: "part",
  size: "1GB",
  source: "base.source_row",
  table: "event",
};

function filled(name: string, text: string): string {
  const isCreated = name.startsWith("export/") || name.startsWith("query/");
  const words: Readonly<Record<string, string>> = isCreated ? { ...WORDS, columns: "id BIGINT" } : WORDS;
  return text.replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "NULL");
}

/** Tables that the program creates elsewhere than in a data directory, or that hold what a statement copies. */
const OTHER_TABLES = `
  CREATE TABLE part (id BIGINT);
  CREATE TABLE result (id BIGINT);
  CREATE TABLE base.source_row AS SELECT *, 1 AS space_id, 1 AS direction FROM event;
  ATTACH ':memory:' AS backup;
  CREATE TABLE backup.event AS FROM event`;

const SOURCES = readSources(["src"]).map(({ path, text }) => ({ path, code: withoutComments(text) }));

/** The strings of the code, as patterns: a template takes any name for each value. */
const NAMES: readonly RegExp[] = SOURCES.flatMap(({ code }) =>
  [...code.matchAll(/"([\w/-]+)"|`([^`]*)`/g)].map(([, plain, template = ""]) => {
    const parts = plain === undefined ? template.split(/\$\{[^}]*\}/) : [plain];
    return new RegExp(`^${parts.map(literal).join("[\\w-]+")}$`);
  }),
);

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

const SQL =
  /["'`]\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|FROM|ATTACH|DETACH|COPY|SET) [^"'`]/;

describe("the SQL", () => {
  it("is found at all", () => {
    expect(STATEMENTS.length).toBeGreaterThan(50);
  });

  it("is all valid in the schema, examples included", async () => {
    await withDuckDb(async (connection) => {
      await createTables(new Connection(connection));
      for (const path of scriptsIn("analysis/tables")) await connection.run(script(path));
      for (const path of scriptsIn("analysis/views"))
        for (const text of parseStatements(script(path), path).values()) await connection.run(text);
      await connection.run(OTHER_TABLES);
      const texts = TEXTS.map(([name, text]) => [name, filled(name, text)] as const);
      const temporary = texts.filter(([, text]) => /^CREATE OR REPLACE TEMP /m.test(text));
      const last = ["load/create-judged", "load/create-rejected", "events/create-incoming"];
      // Those that read other ones come after all of them.
      for (const [, text] of temporary.toSorted(([a], [b]) => last.indexOf(a) - last.indexOf(b)))
        await connection.run(text);
      const examples = scriptsIn("examples").map((path) => [path, script(path)] as const);
      const wrong: string[] = [];
      for (const [name, text] of [...texts, ...examples]) {
        try {
          const parts = await connection.extractStatements(text);
          for (let index = 0; index < parts.count; index++) (await parts.prepare(index)).destroySync();
        } catch (error) {
          wrong.push(`${name}: ${error}`);
        }
      }
      expect(wrong).toEqual([]);
    });
  });

  it("is all called by its name somewhere in the code, except scripts", () => {
    expect(STATEMENTS.filter((name) => !NAMES.some((pattern) => pattern.test(name)))).toEqual([]);
  });

  it("is no part of the code itself, except for what begins and ends transactions", () => {
    expect(SOURCES.filter(({ code }) => SQL.test(code)).map(({ path }) => path)).toEqual([]);
    expect(SQL.test('run("SELECT 1")')).toBe(true);
  });
});
