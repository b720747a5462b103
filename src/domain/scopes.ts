import { type Scope, SITE_SCOPES } from "./resources.ts";

/**
 * The scopes that each scope includes: admin has all, write includes read, and read what a display shows of any space
 * (D18, D22).
 */
const IMPLIED: Readonly<Record<Scope, readonly Scope[]>> = {
  admin: [...SITE_SCOPES, "display"],
  write: ["read", "write", "display"],
  read: ["read", "display"],
  ingest: ["ingest"],
  sql: ["sql"],
  display: ["display"],
};

/** Whether scopes permit an operation that needs `wanted` (D18). */
export function allows(scopes: readonly Scope[], wanted: Scope): boolean {
  return scopes.some((scope) => IMPLIED[scope].includes(wanted));
}
