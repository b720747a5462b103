/**
 * What the engine needs from a store, and what goes between them: the one module that others import these
 * contracts from. Begin with `Store`.
 */
export type * from "./ports/audit-log.ts";
export type * from "./ports/backups.ts";
export type * from "./ports/catalog-store.ts";
export type * from "./ports/delivery-store.ts";
export type * from "./ports/disk.ts";
export type * from "./ports/event-log.ts";
export type * from "./ports/event-store.ts";
export type * from "./ports/events.ts";
export type * from "./ports/file-load.ts";
export type * from "./ports/idempotency.ts";
export type * from "./ports/journal.ts";
export type * from "./ports/pages.ts";
export type * from "./ports/runs.ts";
export type * from "./ports/store.ts";
