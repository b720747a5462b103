import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { HeadcountError, must } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import { SQL_LENGTH_MAX, SQL_ROWS_MAX } from "../../domain/limits.ts";
import { isStorable } from "../../domain/sensor-report.ts";
import {
  SQL_FORMATS,
  type SqlRelation,
  type SqlRequest,
  type SqlResult,
} from "../../engine/ports/ad-hoc-sql.ts";
import type { SqlOutcome } from "../../engine/telemetry.ts";
import { answerOf, text, textOrNull } from "../../schemas/answers.ts";
import { body, namedObject } from "../../schemas/fields.ts";
import { addRoute } from "../add-route.ts";
import type { Requesting } from "../admission/auth.ts";
import { busy } from "../errors.ts";
import { MEDIA_TYPES } from "../representation.ts";
import type { App, HttpContext } from "../types.ts";

const sqlBody = body({
  query: z
    .string()
    .min(1)
    .max(SQL_LENGTH_MAX)
    .refine(isStorable, "contains characters that a query cannot contain"),
  row_limit: z.int().min(1).max(SQL_ROWS_MAX).optional(),
});

const sqlAnswer = namedObject("SqlResult", {
  columns: z.array(z.object({ name: text, type: text })),
  rows: z.array(z.array(z.unknown())),
  row_count: z.int(),
  truncated: z.boolean(),
  elapsed_ms: z.int(),
  as_of: text,
});

const examplesAnswer = namedObject("SqlExamples", {
  results: z.array(z.object({ name: text, question: text, query: text })),
});

const relationAnswer = answerOf<SqlRelation>({ v2: "SqlRelation" })({
  name: [text, ({ name }) => name],
  kind: [z.enum(["view", "table_macro", "macro"]), ({ kind }) => kind],
  comment: [textOrNull, ({ comment }) => comment],
  parameters: [z.array(text), ({ parameters }) => parameters],
  columns: [z.array(z.object({ name: text, type: text, comment: textOrNull })), ({ columns }) => columns],
});

const schemaAnswer = namedObject("SqlSchema", { results: z.array(relationAnswer.schema) });

/** Headers of answers that are tables: whether the table is truncated, and the instant of its data. */
const TRUNCATED_HEADER = "headcount-truncated";
const AS_OF_HEADER = "headcount-as-of";

const sqlRoute = { tag: "SQL", access: "sql" } as const;

const RUN = {
  ...sqlRoute,
  id: "runSql",
  summary: "Run an SQL query",
  detail: `The query is one SELECT statement in DuckDB's SQL. It can read the views and macros that
\`GET /v2/sql/schema/\` lists. The server truncates a result after \`row_limit\` rows, 1,000,000 rows or 256 MB; then
\`truncated\` is true. CSV, Arrow and Parquet responses have the headers \`Headcount-Truncated\` and \`Headcount-As-Of\`
instead of \`truncated\` and \`as_of\`. A query that is invalid, is not permitted, or exceeds the limits of time or memory
is a 400; \`detail\` has the reason. Integers beyond 2^53 are strings. Times are in UTC; columns named \`local_…\` have
local times without an offset. If the client closes the connection, the server stops the query.`,
  formats: SQL_FORMATS,
  body: sqlBody,
  answer: sqlAnswer,
} as const;

const SCHEMA = {
  ...sqlRoute,
  id: "getSqlSchema",
  summary: "List views and macros for queries",
  answer: schemaAnswer,
} as const;

const EXAMPLES = {
  ...sqlRoute,
  id: "listSqlExamples",
  summary: "List example queries",
  answer: examplesAnswer,
} as const;

type SqlParts = Pick<HttpContext, "sql" | "telemetry">;

/**
 * POST /sql: runs a query by a user; GET /sql/schema/ and /sql/examples/: the views and macros, and built-in examples
 * (D30).
 */
export function sqlRoutes(app: App, http: SqlParts): void {
  addRoute(app, "POST /sql", RUN, async (request, reply) => {
    const { query, row_limit: rowsMax } = request.body;
    const caller = callerOf(request);
    const asked = { query, format: request.format, caller, ...(rowsMax === undefined ? {} : { rowsMax }) };
    const result = await runQuery(http, asked, reply);
    const { bytes, truncated, asOf, pieces } = result;
    if (request.format !== "json")
      reply.header(TRUNCATED_HEADER, String(truncated)).header(AS_OF_HEADER, formatInstant(asOf));
    // A client that disconnects does not read the result to its end.
    reply.raw.once("close", () => result.close());
    return reply
      .type(request.format === "json" ? `${MEDIA_TYPES.json}; charset=utf-8` : MEDIA_TYPES[request.format])
      .header("content-length", bytes)
      .send(Readable.from(pieces, { objectMode: false }));
  });
  addRoute(app, "GET /sql/schema/", SCHEMA, async (request) => {
    const relations = await http.sql.relations(callerOf(request));
    return { results: relations.map((each) => relationAnswer.present(each)) };
  });
  addRoute(app, "GET /sql/examples/", EXAMPLES, async () => ({
    results: http.sql.examples().map((example) => ({ ...example })),
  }));
}

/** Each token has its turns (D30). */
function callerOf({ token }: Requesting): string {
  return String(must(token, "token").id);
}

async function runQuery(
  { sql, telemetry }: SqlParts,
  request: SqlRequest,
  reply: FastifyReply,
): Promise<SqlResult> {
  const start = performance.now();
  const gone = new AbortController();
  const leave = () => gone.abort();
  reply.raw.once("close", leave);
  let outcome: SqlOutcome = "failed";
  try {
    const result = await sql.query(request, gone.signal);
    outcome = "done";
    return result;
  } catch (error) {
    if (gone.signal.aborted) {
      outcome = "cancelled";
      // The answer reaches no client, and must not be logged as a failure.
      throw busy("the client has disconnected");
    }
    if (error instanceof HeadcountError) outcome = error.kind === "invalid" ? "refused" : "failed";
    throw error;
  } finally {
    reply.raw.off("close", leave);
    telemetry.observe("sql_duration_seconds", (performance.now() - start) / 1_000, { outcome });
  }
}
