import type { Import } from "../../domain/resources.ts";
import { type ImportFigures, withRows } from "../catalog/import-rows.ts";
import type { Draft } from "../journal/draft.ts";
import type { ClosedLoad, RowRange } from "../ports.ts";
import { figuresOf } from "../readings/add-history.ts";
import type { ImportPart, IngestPart, PartResult } from "./commit-group.ts";

/** The imports that the parts of a commit belong to (D5). */
export class GroupImports {
  readonly #draft: Draft;
  readonly #ids = new Map<IngestPart, bigint>();
  readonly #imports = new Map<bigint, Import>();
  readonly #made: Import[] = [];

  /** @param parts those of new imports get their ids here */
  constructor(draft: Draft, parts: readonly IngestPart[]) {
    this.#draft = draft;
    // Most commits have none, and must not look at all imports for it.
    const imported = parts.filter(({ importOf }) => importOf !== undefined);
    let next = imported.length === 0 ? 0n : nextImportId(draft);
    for (const part of imported) this.#ids.set(part, part.importOf?.id ?? next++);
  }

  /** The import of a part; null if it belongs to none. */
  idOf(part: IngestPart): bigint | null {
    return this.#ids.get(part) ?? null;
  }

  /** Adds a part to its import. @param range the rows of its events in the commit */
  add(
    part: IngestPart,
    range: RowRange,
    { accepted, duplicates, readings }: Pick<PartResult, "accepted" | "duplicates" | "readings">,
  ): bigint | null {
    const { importOf } = part;
    const id = this.idOf(part);
    if (importOf === undefined || id === null) return null;
    const before =
      this.#imports.get(id) ?? this.#draft.catalog.row("import", id) ?? this.#create(id, part, importOf);
    const taken = readings === null ? { accepted, duplicates, rejected: 0 } : figuresOf(readings);
    const rows = importOf.rows + (readings?.length ?? 0);
    const figures = { ...taken, rows, rejected: importOf.rejected + taken.rejected };
    const first = this.#draft.ids.eventId + BigInt(range.start);
    this.#imports.set(id, withRows(before, figures, first, range.end - range.start));
    return id;
  }

  /** Puts the imports into the record, with an entry of the audit log for each new one. */
  save(): void {
    if (this.#imports.size === 0) return;
    const audit = this.#made.flatMap((made) => this.#draft.auditEntries({ put: { import: [made] } }));
    this.#draft.also({ import: [...this.#imports.values()] }, audit);
  }

  #create(id: bigint, { change }: IngestPart, importOf: ImportPart): Import {
    const made = newImport(this.#draft, id, change.actor.name, importOf);
    this.#made.push(made);
    return made;
  }
}

/** The id that the next import gets: they have numbers of their own, from 1 on. */
export function nextImportId({ catalog }: Pick<Draft, "catalog">): bigint {
  return (catalog.imports.all().at(-1)?.id ?? 0n) + 1n;
}

/** Adds the import of a file that is loaded as one transaction to its record. */
export function addImport(
  draft: Draft,
  id: bigint,
  actor: string,
  figures: Pick<Import, "file" | "kind"> & ImportFigures,
  { rows }: Pick<ClosedLoad, "rows">,
): void {
  const made = withRows(newImport(draft, id, actor, figures), figures, draft.ids.eventId, rows);
  draft.also({ import: [made] }, draft.auditEntries({ put: { import: [made] } }));
}

/** An import without rows. */
function newImport(
  { now: createdAt }: Pick<Draft, "now">,
  id: bigint,
  actor: string,
  { file, kind }: Pick<Import, "file" | "kind">,
): Import {
  const nothing = { rows: 0, accepted: 0, duplicates: 0, rejected: 0, firstIds: [], lastIds: [] };
  return { id, file, kind, actor, ...nothing, createdAt, voidedAt: null };
}
