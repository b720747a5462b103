import type { Json } from "../../domain/resources.ts";

/** Who makes a change: a token, or somebody at the command line. */
export interface Actor {
  /** Null at the command line. */
  readonly tokenId: bigint | null;
  readonly name: string;
}

export type AuditAction = "create" | "update" | "delete" | "void";

/** What became of a field: JSON values, as the API writes them. */
export interface FieldChange {
  readonly from?: Json;
  readonly to?: Json;
}

/** A change of one resource, before it has a number. */
export interface NewAuditEntry {
  /** In ms. */
  readonly instant: number;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** In the API's words, such as `time_segment`. */
  readonly resourceType: string;
  /** As the API writes it, such as `tsm_12`. */
  readonly resourceId: string;
  readonly changes: Readonly<Record<string, FieldChange>>;
}

/** A change of one resource, as the audit log holds it. */
export interface AuditEntry extends NewAuditEntry {
  readonly id: bigint;
}

export interface AuditFilter {
  readonly tokenId: bigint | null;
  readonly resourceId: string | null;
}
