import { must } from "../../domain/errors.ts";
import type { Import } from "../../domain/resources.ts";
import { type ImportFigures, withRows } from "../catalog/import-rows.ts";
import type { Draft } from "../journal/draft.ts";
import type { ClosedLoad, RowRange } from "../ports.ts";
import { figuresOf } from "../readings/readings-of-the-past.ts";
import type { ImportPart, IngestPart, PartResult } from "./commit-group.ts";

/**
 * The imports that the parts of a commit belong to (D5).
 *
 * @param parts those of new imports get their ids here
 */
export function groupImports(draft: Draft, parts: readonly IngestPart[]) {
  const ids = new Map<IngestPart, bigint>();
  const imports = new Map<bigint, Import>();
  const made: Import[] = [];
  // Most commits have none, and must not look at all imports for it.
  const imported = parts.filter(({ importOf }) => importOf !== undefined);
  let next = imported.length === 0 ? 0n : nextImportId(draft);
  for (const part of imported) ids.set(part, part.importOf?.id ?? next++);
  const create = (id: bigint, { change }: IngestPart, importOf: ImportPart): Import => {
    made.push(newImport(draft, id, change.actor.name, importOf));
    return must(made.at(-1), "import");
  };
  return {
    /** The import of a part; null if it belongs to none. */
    idOf: (part: IngestPart): bigint | null => ids.get(part) ?? null,

    /** Adds a part to its import. @param range the rows of its events in the commit */
    add: (
      part: IngestPart,
      range: RowRange,
      { accepted, duplicates, readings }: Pick<PartResult, "accepted" | "duplicates" | "readings">,
    ): bigint | null => {
      const { importOf } = part;
      const id = ids.get(part);
      if (importOf === undefined || id === undefined) return null;
      const before = imports.get(id) ?? draft.catalog.row("import", id) ?? create(id, part, importOf);
      const taken = readings === null ? { accepted, duplicates, rejected: 0 } : figuresOf(readings);
      const rows = importOf.rows + (readings?.length ?? 0);
      const figures = { ...taken, rows, rejected: importOf.rejected + taken.rejected };
      const first = draft.ids.eventId + BigInt(range.start);
      imports.set(id, withRows(before, figures, first, range.end - range.start));
      return id;
    },

    save: (): void => {
      if (imports.size === 0) return;
      const audit = made.flatMap((each) => draft.auditEntries({ put: { import: [each] } }));
      draft.also({ import: [...imports.values()] }, audit);
    },
  };
}

/** The id that the next import gets: they have numbers of their own, from 1 on. */
export function nextImportId({ catalog }: Pick<Draft, "catalog">): bigint {
  return (catalog.imports.all().at(-1)?.id ?? 0n) + 1n;
}

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

function newImport(
  { now: createdAt }: Pick<Draft, "now">,
  id: bigint,
  actor: string,
  { file, kind }: Pick<Import, "file" | "kind">,
): Import {
  const nothing = { rows: 0, accepted: 0, duplicates: 0, rejected: 0, firstIds: [], lastIds: [] };
  return { id, file, kind, actor, ...nothing, createdAt, voidedAt: null };
}
