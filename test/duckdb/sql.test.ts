import { describe, expect, it } from "vitest";
import { parseStatements } from "../../src/sql-scripts.ts";
import { readSources, withoutComments } from "../support/source-tree.ts";

/** Folders of scripts, whose statements are not called by a name: all are run in order, or are examples for users. */
const SCRIPTS =
  /^(?:schema|views|analysis\/tables|analysis\/views|examples|clickhouse\/(?:examples|views)|(?:clickhouse|postgres)\/schema)(?:\/|$)/;

const STATEMENTS: readonly string[] = readSources(["sql"]).flatMap(({ path, text }) => {
  const subject = path.slice("sql/".length, -".sql".length);
  if (SCRIPTS.test(subject)) return [];
  return [...parseStatements(text, subject).keys()].map((name) => `${subject}/${name}`);
});

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

/** A statement, which a route (`DELETE /imports/`) is not. */
const SQL =
  /["'`]\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|WITH|FROM|ATTACH|DETACH|COPY|SET) [^/"'`]/;

describe("the SQL", () => {
  it("is found at all", () => {
    expect(STATEMENTS.length).toBeGreaterThan(50);
  });

  it("is all called by its name somewhere in the code, except scripts", () => {
    // The files of PostgreSQL and of ClickHouse have clients of their own, which do not name them.
    const calledBy = (name: string) => name.replace(/^(?:clickhouse\/mirror|postgres\/log)\//, "");
    expect(STATEMENTS.filter((name) => !NAMES.some((pattern) => pattern.test(calledBy(name))))).toEqual([]);
  });

  it("is no part of the code itself, except for what begins and ends transactions", () => {
    expect(SOURCES.filter(({ code }) => SQL.test(code)).map(({ path }) => path)).toEqual([]);
    expect(SQL.test('run("SELECT 1")')).toBe(true);
  });
});
