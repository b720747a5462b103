import { z } from "zod";
import { type IntervalPolicy, parseInterval } from "../../domain/interval.ts";
import { EXPORT_TABLES, type TableName } from "../../domain/table-columns.ts";
import type { Engine } from "../../engine/engine.ts";
import { idList, localTime } from "../../schemas/fields.ts";
import { intervalParameter } from "../counts/routes.ts";
import { MEDIA_TYPES, sendTable, tableFormat } from "../representation.ts";
import type { App, Operation } from "../types.ts";
import { EXPECTED_ROWS_HEADER, type ExportParts, exportTable } from "./tables.ts";

const range =
  "Without `start_time`, the range begins with the first event; without `end_time`, it ends at the present.";
const OPERATIONS: Readonly<Record<TableName, Operation>> = {
  events: {
    id: "exportEvents",
    tag: "Administration",
    summary: "Export the events of the log",
    detail: `Returns all events of a range that have not been voided, as an Arrow stream or as CSV. \`headcount backfill\`
loads them. ${range}`,
  },
  counts: {
    id: "exportCounts",
    tag: "Administration",
    summary: "Export the counts of spaces by interval",
    detail: `Returns all samples of a range, of one space after another, as an Arrow stream or as CSV. ${range}`,
  },
  rollups: {
    id: "exportRollups",
    tag: "Administration",
    summary: "Export roll-ups of quarter-hours",
    detail: `Returns the quarter-hours with events of a range, of one space after another, as an Arrow stream or as CSV.
${range}`,
  },
};

const rangeQuery = { start_time: localTime.optional(), end_time: localTime.optional() };
const exportQuery = z.object({ ...rangeQuery, space_id: idList("space").optional() });

function countsQuery(intervals: IntervalPolicy) {
  return exportQuery.extend({ interval: intervalParameter(intervals) });
}

/** GET /admin/exports/events/, counts/ and rollups/: whole tables, as fast as the client reads them. */
export function exportRoutes(app: App, http: ExportParts & Pick<Engine, "settings">): void {
  const { intervals } = http.settings;
  for (const table of EXPORT_TABLES) {
    const querystring: z.ZodType<z.output<ReturnType<typeof countsQuery>>> =
      table === "counts"
        ? countsQuery(intervals)
        : exportQuery.transform((query) => ({ ...query, interval: "1h" }));
    app.get(
      `/admin/exports/${table}/`,
      {
        config: {
          access: "admin",
          formats: ["arrow", "csv"],
          streamed: MEDIA_TYPES.arrow,
          operation: OPERATIONS[table],
        },
        schema: { querystring },
      },
      (request, reply) => {
        const { start_time: start, end_time: end, space_id: spaceIds, interval } = request.query;
        const selection = {
          start,
          end,
          spaces: spaceIds?.map((id) => http.catalog.named("space", id, "space_id")) ?? null,
          interval: parseInterval(interval, "interval", intervals),
        };
        const format = tableFormat(request) ?? "arrow";
        return exportTable(http, table, selection, ({ columns, expected, rows }) => {
          if (expected !== null) reply.header(EXPECTED_ROWS_HEADER, expected);
          return sendTable(reply, format, columns, rows());
        });
      },
    );
  }
}
