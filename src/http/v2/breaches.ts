import { z } from "zod";
import { formatInstant } from "../../domain/instant.ts";
import type { Column } from "../../domain/table-columns.ts";
import { type Breach, type Counting, spaceBreaches } from "../../engine/counts/count-queries.ts";
import { id, instant, order, v2Schemas } from "../../schemas/fields.ts";
import { TABLE_FORMATS, tableFormat } from "../formats.ts";
import { linksOf, listOf, type PublicAddress, pageItems, pageParameters } from "../pagination.ts";
import { sendTable } from "../tables/send-table.ts";
import type { App } from "../types.ts";

const breachAnswer = z
  .object({
    start: z.string(),
    end: z.string().nullable(),
    peak: z.object({ value: z.int(), timestamp: z.string() }),
  })
  .register(v2Schemas, { id: "Breach" });

const listQuery = z.object({ ...pageParameters, start_time: instant, end_time: instant.optional(), order });

/** Breaches as a table (D29). */
const BREACH_COLUMNS: readonly Column<Breach>[] = [
  { name: "start", kind: "instant", read: (breach) => breach.start },
  { name: "end", kind: "instant", read: (breach) => breach.end },
  { name: "peak_value", kind: "integer", read: (breach) => breach.peak.value },
  { name: "peak_timestamp", kind: "instant", read: (breach) => breach.peak.instant },
];

const OPERATION = {
  id: "listBreaches",
  tag: "Counts and events",
  summary: "List the times when a space was unsafe",
} as const;

/** GET /spaces/:space_id/breaches/: the times when a space was unsafe (D15), as a table, too (D29). */
export function breachRoutes(app: App, http: Counting & PublicAddress): void {
  app.get(
    "/spaces/:space_id/breaches/",
    {
      config: { access: "read", formats: TABLE_FORMATS, operation: OPERATION },
      schema: {
        params: z.object({ space_id: id("space") }),
        querystring: listQuery,
        response: { 200: listOf(breachAnswer) },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const format = tableFormat(request);
      const breaches = await spaceBreaches(
        http,
        request.params.space_id,
        query.start_time,
        query.end_time ?? null,
      );
      const ordered = query.order === "ASC" ? breaches : breaches.toReversed();
      if (format !== null) return sendTable(reply, format, BREACH_COLUMNS, [ordered]);
      return {
        total: breaches.length,
        ...linksOf(http, request, query, breaches.length),
        results: pageItems(ordered, query).map(({ start, end, peak }) => ({
          start: formatInstant(start),
          end: end === null ? null : formatInstant(end),
          peak: { value: peak.value, timestamp: formatInstant(peak.instant) },
        })),
      };
    },
  );
}
