import { z } from "zod";
import { ingestReports } from "../../engine/ingest/ingest-reports.ts";
import { KnownTexts } from "../../engine/ingest/known-texts.ts";
import {
  ColumnarRows,
  MALFORMED_ROW,
  ReadRows,
  type ReportRows,
  requireRowsTaken,
} from "../../engine/ingest/read-reports.ts";
import { Turns } from "../../engine/pacing.ts";
import { actingFor } from "../auth.ts";
import { addJsonParser, textOf } from "../bodies.ts";
import { MEDIA_TYPES } from "../formats.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { documented, flag } from "../schemas.ts";
import { readJsonReports } from "../tables/json-reports.ts";
import type { App, HttpContext } from "../types.ts";

const ingestAnswer = z
  .object({
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    errors: z.array(z.object({ index: z.int(), message: z.string() })).readonly(),
  })
  .register(v2Schemas, { id: "Ingest" });

/** A batch, whose rows are looked at one by one later on: a wrong one does not hold up the others. */
const reportRows = documented(
  z.custom<ReportRows>((body) => Array.isArray(body) || body instanceof ColumnarRows, {
    error: ({ input }) =>
      input === undefined
        ? undefined
        : `Invalid input: expected array, received ${z.core.util.parsedType(input)}`,
  }),
  { type: "array", items: {} },
);

/** Bodies from this length on take long enough to read that each waits for a turn of its own. */
const PACED_BODY_BYTES_MIN = 16 * 1024;

/** POST /sensor_events/: many reports at once, as a JSON array, NDJSON or an Arrow stream (D9, D22). */
export function sensorEventRoutes(app: App, http: HttpContext): void {
  const known = new KnownTexts();
  const turns = new Turns();
  const turn = (bytes: Buffer) => (bytes.length < PACED_BODY_BYTES_MIN ? null : turns.take());
  app.removeContentTypeParser("application/json");
  const readArray = (bytes: Buffer) => {
    const reports = readJsonReports(bytes, "array", known);
    return reports && new ReadRows(reports);
  };
  addJsonParser(app, readArray, turn);

  app.addContentTypeParser(
    "application/x-ndjson",
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => {
      await turn(bytes);
      const reports = readJsonReports(bytes, "lines", known);
      return reports === null ? readLines(textOf(bytes)) : new ReadRows(reports);
    },
  );

  app.addContentTypeParser(
    MEDIA_TYPES.arrow,
    { parseAs: "buffer" },
    async (_request: unknown, bytes: Buffer) => {
      const { ArrowRows } = await import("../tables/arrow-rows.ts");
      await turn(bytes);
      return new ArrowRows(bytes, known);
    },
  );

  app.post(
    "/sensor_events/",
    {
      config: { access: "ingest" },
      schema: {
        querystring: z.object({ duplicates: z.literal("keep").optional(), live: flag.default(true) }),
        body: reportRows,
        response: { 200: ingestAnswer },
      },
    },
    (request) => {
      const { duplicates, live } = request.query;
      return ingestReports(actingFor(http, request), request.body, {
        keepDuplicates: duplicates === "keep",
        live,
      });
    },
  );
}

/** The rows of an NDJSON text; blank lines are none. */
function readLines(text: string): unknown[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  requireRowsTaken(lines.length);
  return lines.map(readLine);
}

function readLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return MALFORMED_ROW;
  }
}
