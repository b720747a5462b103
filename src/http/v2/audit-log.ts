import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { AuditEntry } from "../../engine/ports.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { linksOf, pageParameters, stretchOf } from "../pagination.ts";
import { id, instant, orderOr } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const entryAnswer = z
  .object({
    id: z.string(),
    timestamp: z.string(),
    /** Null for changes made at the command line. */
    token_id: z.string().nullable(),
    token_name: z.string(),
    action: z.enum(["create", "update", "delete", "void"]),
    resource_type: z.string(),
    resource_id: z.string(),
    changes: z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() })),
  })
  .register(v2Schemas, { id: "AuditEntry" });

const listQuery = z.object({
  ...pageParameters,
  start_time: instant.optional(),
  end_time: instant.optional(),
  token_id: id("token").optional(),
  resource_id: z.string().optional(),
  order: orderOr("DESC"),
});

/** GET /audit_log/: who changed what, newest first. */
export function auditLogRoutes(app: App, http: HttpContext): void {
  app.get(
    "/audit_log/",
    {
      config: { access: "admin" },
      schema: { querystring: listQuery, response: { 200: listOf(entryAnswer) } },
    },
    async (request) => {
      const {
        start_time: start = INSTANT_MIN,
        end_time: end = INSTANT_MAX + 1,
        order,
        ...query
      } = request.query;
      if (start > end) throw invalid("start_time", "start_time is after end_time");
      const filter = { tokenId: query.token_id ?? null, resourceId: query.resource_id ?? null };
      const { total, items } = await http.catalog.auditLog(filter, {
        start,
        end,
        order,
        ...stretchOf(query),
      });
      return { total, ...linksOf(http, request, query, total), results: items.map(present) };
    },
  );
}

function present(entry: AuditEntry): z.output<typeof entryAnswer> {
  const { tokenId, name } = entry.actor;
  return {
    id: formatId("auditEntry", entry.id),
    timestamp: formatInstant(entry.instant),
    token_id: tokenId === null ? null : formatId("token", tokenId),
    token_name: name,
    action: entry.action,
    resource_type: entry.resourceType,
    resource_id: entry.resourceId,
    changes: { ...entry.changes },
  };
}
