import { audited, type DescribedChange, describeChanges } from "../catalog/audit.ts";
import { changedBindings } from "../catalog/bindings.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Actor, CatalogWrite, CommittedIds, LogRecord, NewAuditEntry, SpaceChanges } from "../ports.ts";

type OtherParts = Omit<LogRecord, "now" | "actor" | "ids" | "catalog">;

/**
 * A change that is being decided: the present state, and the record of the change so far. Deciding changes nothing in
 * memory, so that it can be repeated: new ids are those of the draft until its record has been applied.
 */
export class Draft {
  readonly catalog: Catalog;
  /** The time of the change, in ms. */
  readonly now: number;
  readonly ids: CommittedIds;
  readonly #actor: Actor;
  readonly #isAudited: boolean;
  nextId: bigint;
  #catalogWrite: CatalogWrite | null = null;
  #others: OtherParts | null = null;
  changes: SpaceChanges | undefined;
  readonly #afterwards: (() => Promise<void>)[] = [];

  /** @param isAudited whether the record has entries of the audit log */
  constructor(
    catalog: Catalog,
    ids: CommittedIds,
    { now, actor, isAudited }: { readonly now: number; readonly actor: Actor; readonly isAudited: boolean },
  ) {
    this.catalog = catalog;
    this.ids = ids;
    this.now = now;
    this.#actor = actor;
    this.#isAudited = isAudited;
    this.nextId = catalog.nextId;
  }

  /** The draft of a change that is decided: it has the change's record. */
  static of(record: LogRecord, catalog: Catalog): Draft {
    const { now, actor, ids, catalog: rows, ...others } = record;
    const draft = new Draft(catalog, ids, { now, actor, isAudited: false });
    draft.#others = others;
    draft.#catalogWrite = rows ?? null;
    draft.nextId = rows?.nextId ?? catalog.nextId;
    return draft;
  }

  /** A new id of the catalog, greater than all before it (D20). */
  newId(): bigint {
    return this.nextId++;
  }

  created() {
    return { id: this.newId(), createdAt: this.now, updatedAt: this.now };
  }

  /** Puts the catalog's rows into the record, once, with their entries of the audit log unless these are given. */
  save(rows: CatalogWrite): void {
    if (this.#catalogWrite !== null) throw new Error("invariant broken: a change saves its rows once");
    const audit = rows.audit ?? this.auditEntries(rows);
    const bindings = changedBindings(this.catalog, rows);
    if (rows.nextId !== undefined && rows.nextId > this.nextId) this.nextId = rows.nextId;
    this.#catalogWrite = {
      ...rows,
      ...(bindings.length > 0 && { changedBindings: bindings }),
      ...(audit.length > 0 && { audit }),
    };
  }

  /** Puts further rows into the record, of tables that bindings do not depend on. */
  also(put: NonNullable<CatalogWrite["put"]>, audit: readonly NewAuditEntry[] = []): void {
    const before = this.#catalogWrite ?? {};
    this.#catalogWrite = {
      ...before,
      put: { ...before.put, ...put },
      ...(audit.length > 0 && { audit: [...(before.audit ?? []), ...audit] }),
    };
  }

  /** The entries of the audit log for some rows. @param actor by default the actor of the change */
  auditEntries(rows: CatalogWrite, changes?: readonly DescribedChange[], actor = this.#actor) {
    if (!this.#isAudited) return [];
    const described = changes ?? describeChanges(rows, (table, id) => this.catalog.row(table, id));
    return described.map((change) => ({ ...audited(change), actor, instant: this.now }));
  }

  add(parts: OtherParts): void {
    this.#others = { ...this.#others, ...parts };
  }

  /** Adds work that shows what follows from the record, for when all parts have applied it. */
  whenApplied(show: () => Promise<void>): void {
    this.#afterwards.push(show);
  }

  /** To be called once, when all parts have applied the record. */
  async applied(): Promise<void> {
    for (const show of this.#afterwards) await show();
  }

  /** The record; null if nothing changes. */
  get record(): LogRecord | null {
    if (this.#catalogWrite === null && this.#others === null) return null;
    const { now, ids, nextId } = this;
    const catalog = this.#catalogWrite && { catalog: { ...this.#catalogWrite, nextId } };
    return { now, actor: this.#actor, ids, ...catalog, ...this.#others };
  }
}
