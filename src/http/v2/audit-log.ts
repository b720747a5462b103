import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import type { AuditEntry } from "../../engine/ports.ts";
import { id, instant, orderOr, v2Schemas } from "../../schemas/fields.ts";
import { type PublicAddress, stretchOf } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const entryAnswer = z
  .object({
    id: z.string(),
    timestamp: z.string(),
    /** Null for changes by the command line. */
    token_id: z.string().nullable(),
    token_name: z.string(),
    action: z.enum(["create", "update", "delete", "void"]),
    resource_type: z.string(),
    resource_id: z.string(),
    changes: z.record(z.string(), z.object({ from: z.unknown().optional(), to: z.unknown().optional() })),
  })
  .register(v2Schemas, { id: "AuditEntry" });

const query = {
  start_time: instant.optional(),
  end_time: instant.optional(),
  token_id: id("token").optional(),
  resource_id: z.string().optional(),
  order: orderOr("DESC"),
};

/** GET /audit_log/: who changed what, newest first. */
export function auditLogRoutes(
  app: App,
  http: PublicAddress & { readonly catalog: Pick<Catalog, "auditLog"> },
): void {
  const entries = new Resource(app, http, {
    path: "/audit_log/",
    one: { entry_id: id("auditEntry") },
    tag: "Administration",
    name: "audit entry",
  });
  const described = { id: "listAuditLog", summary: "List who changed what", scope: "admin" } as const;
  entries.list(
    { ...described, item: entryAnswer, query },
    ({ query: { start_time: start = INSTANT_MIN, end_time: end = INSTANT_MAX + 1, ...given } }) => {
      if (start > end) throw invalid("start_time", "start_time is after end_time");
      const filter = { tokenId: given.token_id ?? null, resourceId: given.resource_id ?? null };
      return http.catalog.auditLog(filter, { start, end, order: given.order, ...stretchOf(given) });
    },
    (page) => page.map(present),
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
