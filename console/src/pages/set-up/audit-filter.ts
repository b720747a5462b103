import { DateTime } from "luxon";
import type { operations } from "../../../../src/client/generated/v2.ts";

type AuditFilter = NonNullable<operations["listAuditLog"]["parameters"]["query"]>;

/** The filters of the audit log, which are parameters of the URL. */
export const AUDIT_PARAMETERS = ["from", "to", "token", "resource"] as const;
export type AuditParameter = (typeof AUDIT_PARAMETERS)[number];

/** The filter of the API for the parameters of the URL. The days are local, and the last one is included. */
export function auditFilterOf(parameters: URLSearchParams, zone: string): AuditFilter {
  const day = (name: AuditParameter) => {
    const text = parameters.get(name);
    const midnight = DateTime.fromISO(text ?? "", { zone });
    return text !== null && midnight.isValid ? midnight : null;
  };
  const from = day("from");
  const to = day("to")?.plus({ days: 1 }) ?? null;
  const token = parameters.get("token");
  const resource = parameters.get("resource")?.trim();
  return {
    ...(from === null ? {} : { start_time: new Date(from.toMillis()).toISOString() }),
    ...(to === null ? {} : { end_time: new Date(to.toMillis()).toISOString() }),
    ...(token === null ? {} : { token_id: token }),
    ...(resource === undefined || resource === "" ? {} : { resource_id: resource }),
  };
}

/** The path of the page of a resource; null if it has no page. */
export function pathOfResource(id: string): string | null {
  const page = Object.entries({ spc_: "spaces", drw_: "doorways", whk_: "webhooks" }).find(([prefix]) =>
    id.startsWith(prefix),
  );
  return page === undefined ? null : `/set-up/${page[1]}/${id}`;
}
