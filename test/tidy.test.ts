import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderCircles } from "./support/folders.ts";
import { covers, LAYERS } from "./support/layers.ts";
import { readRepository } from "./support/repository.ts";
import {
  codeOnly,
  importsOf,
  lineAt,
  readSources,
  type SourceFile,
  withoutComments,
} from "./support/source-tree.ts";

const LINE_CHARACTERS_MAX = 140;
/** Written by a program, for programs. */
const GENERATED = ["src/client/generated/", "src/duckdb/generated/"];
/** A pause of some ms, or a look at a stopwatch. */
const FIXED_WAIT =
  /\bimport \{[^}]*\bsetTimeout\b|\bsetTimeout\(\s*(?:resolve|r|done)\b|\bperformance\.now\b|\bhrtime\b/g;
/** What tests wait with, and what compares durations with those of other work in the same run. */
const WAITING_FILE = "test/support/waiting.ts";
/** The one file that gives properties and fuzz suites their seeds. */
const SEEDS_FILE = "test/support/random.ts";
const OWN_SEED = /\bfc\.(?:assert|check|sample|statistics)\(|\bMath\.random\b/g;
/** A regular expression as a field that is expected: it has no keys, so that every value matches it. */
const BARE_PATTERN = /\btoMatchObject\((?:[^()]|\([^()]*\))*?:\s*\/[^/*]/g;
/** Reads of the wall clock, which decides what is stored and answered. No file but the clock's may read it. */
const WALL_CLOCK = /\bDate\.now\b|\bDate\(\s*\)|\bnew Date\b(?!\s*\()|\bDateTime\.(?:now|local|utc)\(\s*\)/g;
/** Randomness, elapsed time and timers. `setImmediate` only yields to other work. */
const AMBIENT = new RegExp(
  [
    /\bMath\.random\b|\brandom(?:Bytes|UUID|Int)\(|=\s*randomUUID\b|\bgetRandomValues\b/,
    /\bperformance\.now\b|\bhrtime\b/,
    /\bset(?:Timeout|Interval)\(|\bsetTimeout as\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** The file of the command line that has the clock, timers and randomness of the machine, and passes them on. */
const SYSTEM_FILE = "src/cli/process.ts";

/** The other files that read timers, elapsed time or randomness themselves, and why. */
const AMBIENT_ALLOWED: Readonly<Record<string, string>> = {
  "src/analysis/open-directory.ts": "measures elapsed time for its steady clock",
  "src/analysis/process/query-process.ts": "limits the start and the stop of a process",
  "src/analysis/process/query-server.ts": "checks the memory of its process",
  "src/analysis/bounded-queue.ts": "limits the duration of a query",
  "src/analysis/process/served-sql.ts": "stops an idle process",
  "src/analysis/query/run-query.ts": "measures a query, and interrupts one that does not stop",
  "src/cli/main.ts": "asks whether the npx that started it has ended",
  "src/domain/text-column.ts": "seeds the hashes of texts, on which no result depends",
  "src/engine/build-engine.ts": "is the default of the injected elapsed time",
  "src/engine/timers.ts": "is the default of the injected timers",
  "src/engine/ingest/ingest-queue.ts": "measures commits, and waits for a part of the time of one",
  "src/engine/live/notifications.ts": "creates the request ids of messages",
  "src/engine/live/socket-codes.ts": "is the default of the injected codes",
  "src/engine/journal/chain.ts": "identifies a log, and the process that writes to it",
  "src/postgres/cluster.ts": "identifies the process that has a duty",
  "src/postgres/connection.ts": "limits the end of a session",
  "src/postgres/postgres-log.ts": "repeats an append whose answer was lost, and keeps a lock",
  "src/postgres/schema.ts": "names sessions",
  "src/postgres/snapshots.ts": "pauses for as long as a part took",
  "src/engine/resources/tokens.ts": "is the default of the injected secrets",
  "src/engine/resources/webhooks.ts": "creates the secret of a webhook",
  "src/http/sockets/live-stream.ts": "sends a comment at intervals",
  "src/engine/yielding.ts": "measures the turns of long tasks",
  "src/http/admission/connections/connections.ts": "limits the duration of connections",
  "src/http/errors.ts": "limits the duration of a rejected connection",
  "src/http/monitoring.ts": "creates request ids, and measures queries for metrics",
  "src/http/sockets/open-sockets.ts": "pings websockets",
  "src/http/resources/sql.ts": "measures SQL queries for metrics",
  "src/outbound/exchange.ts": "limits the duration of a webhook call",
  "src/outbound/webhook-sender.ts": "limits the duration of a webhook call and its redirects",
  "src/store/duckdb/commits.ts": "delays a write to disk, identifies logs of changes",
  "src/duckdb/connection.ts": "polls the progress of DuckDB",
  "src/formats/out/parquet-writer.ts": "names temporary files",
};

/** Statements that have no grain. */
const ROWLESS = /^(?:DELETE|UPDATE|SET|USE|ATTACH|DETACH|DROP|CHECKPOINT|BEGIN)$/i;

/** An aggregate without groups, or a SELECT without FROM, gives one row: its grain is evident. */
function givesOneRow(query: string): boolean {
  return /^SELECT\s+(?:coalesce\(\s*)?(?:count|min|max|sum)\((?![^\n]*\bOVER\b)/i.test(query)
    ? !/\bGROUP BY\b/i.test(query)
    : /^SELECT\b/i.test(query) && !/^FROM\b|^SELECT[^\n(]*\bFROM\b/im.test(query);
}

/** Returns one line per breach, beginning with the file's path; nothing for a file that it does not concern. */
type Rule = (file: SourceFile) => string[];

const RULES = {
  "imports follow the layers": (file) => {
    if (!isTypeScript(file, "src/") && !isTypeScript(file, "console/src/")) return [];
    const layer = Object.keys(LAYERS).find((name) => file.path.startsWith(name));
    if (layer === undefined) return [`${file.path}: belongs to no layer of this test`];
    const allowed = [`${layer}*`, ...(LAYERS[layer] ?? [])];
    return importsOf(file)
      .filter(({ target }) => !target.endsWith(".css"))
      .filter(({ target }) => !allowed.some((pattern) => covers(pattern, target)))
      .map(({ specifier, line }) => `${file.path}:${line}: ${layer} may not import ${specifier}`);
  },

  "lines stay short": (file) => {
    if (!isIn(file, "src/", "console/", "test/", "bench/") || isIn(file, ...GENERATED)) return [];
    return file.text.split("\n").flatMap((line, index) => {
      const length = [...line].length;
      return length > LINE_CHARACTERS_MAX ? [`${file.path}:${index + 1}: ${length} characters`] : [];
    });
  },

  "nothing is left for later": (file) => found(file, file.text, /\b(?:TO[D]O|FIX[M]E)\b/g),

  "clock and randomness are injected": (file) => {
    if (!isTypeScript(file, "src/") || file.path === SYSTEM_FILE) return [];
    const code = withoutComments(file.text);
    const reads = found(file, code, WALL_CLOCK);
    return file.path in AMBIENT_ALLOWED ? reads : [...reads, ...found(file, code, AMBIENT)];
  },

  "tests wait for what is to happen, not for a time": (file) => {
    if (!isTypeScript(file, "test/") || isIn(file, WAITING_FILE)) return [];
    return found(file, codeOnly(file.text), FIXED_WAIT);
  },

  "properties take their seeds from one place": (file) => {
    if (!isTypeScript(file, "test/") || isIn(file, SEEDS_FILE)) return [];
    return found(file, codeOnly(file.text), OWN_SEED);
  },

  "expected fields are no bare regular expressions": (file) =>
    isTypeScript(file, "test/") ? found(file, withoutComments(file.text), BARE_PATTERN) : [],

  "SQL that gives rows says their grain": (file) => {
    if (!file.path.endsWith(".sql")) return [];
    return file.text.split(/^(?=-- name: )/m).flatMap((statement) => {
      const [, comment = "", keyword = ""] = /^((?:--.*\n|\s)*)(\w*)/.exec(statement) ?? [];
      const query = statement.slice(comment.length);
      const [, name = "statement"] = /^-- name: (\S+)/.exec(statement) ?? [];
      const says = /\bgrain\b|^-- One row per /im.test(comment);
      if (isIn(file, "sql/") && /^(?:SELECT|WITH|FROM)$/i.test(keyword) && !says && !givesOneRow(query))
        return [`${file.path}: ${name} does not say its grain`];
      if (ROWLESS.test(keyword) && says) return [`${file.path}: ${name} has a grain, but gives no rows`];
      return [];
    });
  },
} satisfies Record<string, Rule>;

function isIn(file: SourceFile, ...prefixes: readonly string[]): boolean {
  return prefixes.some((prefix) => file.path.startsWith(prefix));
}

function isTypeScript(file: SourceFile, prefix = ""): boolean {
  return /\.tsx?$/.test(file.path) && isIn(file, prefix);
}

function found(file: SourceFile, text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(
    (match) => `${file.path}:${lineAt(text, match.index)}: ${match[0].trim()}`,
  );
}

const RULE_NAMES = Object.keys(RULES) as (keyof typeof RULES)[];
const SOURCES = [
  ...readSources(["src", "console", "test", "bench", "scripts", "sql", "fixtures"]),
  ...readSources(["docs", "openapi"], [".md", ".json"]),
  ...["README.md", "CHANGELOG.md"].map((path) => ({ path, text: readRepository(path) })),
];

describe("the source tree", () => {
  it.each(RULE_NAMES)("%s", (name) => {
    expect(SOURCES.flatMap(RULES[name])).toEqual([]);
  });

  it("has no file that may read timers or randomness and does not", () => {
    const unused = Object.keys(AMBIENT_ALLOWED).filter((path) => {
      const text = SOURCES.find((file) => file.path === path)?.text ?? "";
      return withoutComments(text).match(AMBIENT) === null;
    });
    expect(unused).toEqual([]);
  });

  it("has no folders beside each other that depend on each other in a circle", () => {
    expect(folderCircles(SOURCES.filter(({ path }) => path.startsWith("src/")))).toEqual([]);
  });

  it("has the folders of the architecture page", () => {
    const page = readFileSync(new URL("../docs/architecture.md", import.meta.url), "utf8");
    const listed = [...page.matchAll(/^\| `(src\/[^`]+)`/gm)].map(([, folder]) => `${folder}/`);
    const files = SOURCES.filter(
      ({ path }) => /^src\/.+\.ts$/.test(path) && !GENERATED.some((folder) => path.startsWith(folder)),
    );
    const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1)));
    folders.delete("src/");
    expect([...folders].sort()).toEqual(listed.sort());
    const names = SOURCES.map(({ path }) => `/${path}`);
    const named = [...page.matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:tsx?|sql))`/g)].map(([, name]) => `/${name}`);
    expect(named.filter((name) => !names.some((path) => path.endsWith(name)))).toEqual([]);
  });

  it("has every bound named by a test", () => {
    const sources = SOURCES.filter(({ path }) => path.startsWith("src/"));
    const bounds = sources.flatMap(({ text }) =>
      [...text.matchAll(/^export const (\w+_(?:MAX|MIN)) =/gm)].map(([, name]) => name),
    );
    const tests = SOURCES.filter(({ path }) => path.startsWith("test/"));
    expect(bounds).toEqual(expect.arrayContaining(["INTERVALS_MAX", "WEBHOOK_BACKLOG_MAX"]));
    expect(bounds.filter((name) => !tests.some(({ text }) => text.includes(String(name))))).toEqual([]);
  });

  it("is found at all", () => {
    expect(SOURCES.map(({ path }) => path)).toContain("test/tidy.test.ts");
  });
});

it("tests run in a zone that no correct answer depends on", () => {
  expect(new Date(2026, 0, 1).getTimezoneOffset()).toBe(-(13 * 60 + 45));
});
