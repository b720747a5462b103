import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf } from "../../../../src/client/index.ts";
import { type DialogOf, formDialog } from "../../components/form/form-dialog.tsx";
import { Loading } from "../../components/states.tsx";
import {
  deviceZone,
  formatCount,
  formatDateTime,
  formatDifference,
  formatInstant,
  readable,
} from "../../format.ts";
import { type Import, useImports } from "../../queries/resources.ts";
import { useMay } from "../../session.tsx";
import { PagedTable } from "./lists.tsx";
import { type FactItem, Facts, RowButton, Section, Status } from "./parts.tsx";

/** The files of events and readings that have been loaded, newest first. With the scope admin, one can be voided. */
export function ImportsTab() {
  const imports = useImports();
  const mayVoid = useMay("admin");
  const zone = deviceZone();
  return (
    <Section title="Imports" isTop>
      <p className="small soft">
        Files that <code>headcount backfill</code>, or requests with <code>file=</code>, have loaded.
        {!mayVoid && " Voiding an import requires a token with the scope admin."}
      </p>
      <PagedTable
        label="Imports"
        list={imports}
        empty="No imports yet."
        columns={[
          ["File", ({ file, kind }) => <FileName file={file} kind={kind} />, "name"],
          [`Time (${zone})`, ({ created_at: time }) => formatDateTime(time, zone), "time"],
          ["By", ({ token_name: name }) => name],
          ["Rows", ({ rows }) => formatCount(rows), "number"],
          ["Accepted", ({ accepted }) => formatCount(accepted), "number"],
          ["Duplicates", ({ duplicates }) => formatCount(duplicates), "number"],
          ["Rejected", ({ rejected }) => formatCount(rejected), "number"],
          ["Status", ({ voided_at: voided }) => <ImportStatus voided={voided} zone={zone} />],
        ]}
        scope="admin"
        actionsOf={(each) =>
          each.voided_at === null && (
            <RowButton action="Void" label={`Void ${each.file}`} dialog={voidImport(each)} />
          )
        }
      />
    </Section>
  );
}

function FileName({ file, kind }: Pick<Import, "file" | "kind">) {
  return (
    <span className="break">
      {file}
      <span className="smaller soft unbold block">{readable(kind)}</span>
    </span>
  );
}

function ImportStatus({ voided, zone }: { readonly voided: string | null; readonly zone: string }) {
  if (voided === null) return <Status colour="good">Counts</Status>;
  return <Status colour="off">Voided {formatInstant(voided, zone)}</Status>;
}

/** Voids an import, after a preview of what that does (D5). */
function voidImport({ id, file }: Import): DialogOf {
  const path = { import_id: id };
  return formDialog({
    title: `Void ${file}?`,
    action: "Void import",
    isDangerous: true,
    initial: {},
    preview: {
      isAtOnce: true,
      read: async (v2) => {
        const params = { path, query: { dry_run: true } };
        const voided = await answerOf(v2.DELETE("/v2/imports/{import_id}/", { params }));
        return <Facts facts={factsOf(voided)} />;
      },
    },
    request: (v2) => v2.DELETE("/v2/imports/{import_id}/", { params: { path } }),
    saved: () => ({
      changed: ["imports", "readings", "sensor-events", "sensors", "spaces"],
      message: `${file} has been voided.`,
    }),
    fields: ({ isPreviewed }) => (
      <>
        <p>Its rows no longer count, and the same file can be loaded again. This cannot be undone.</p>
        {!isPreviewed && <Loading>Reading what that changes…</Loading>}
      </>
    ),
  });
}

/** Names of sensors and spaces that are shown at most. */
const NAMES_MAX = 20;

/** What voiding an import changes: what counts no more, what counts in its place, and what becomes of the spaces. */
function factsOf(voided: components["schemas"]["VoidedRows"]): FactItem[] {
  const { events, readings, others, spaces, sensors } = voided;
  return [
    ["Events that no longer count", formatCount(events)],
    ["Readings that no longer count", formatCount(readings)],
    ["Sensors", `${sensors.slice(0, NAMES_MAX).join(", ")}${furtherOf(sensors)}`],
    ...others.map(({ import_id: id, file, readings: number, ...people }): FactItem => {
      const from = id === null ? "sent without a file" : `of ${file} (${id})`;
      const more = `${formatDifference(people.in)} in, ${formatDifference(people.out)} out`;
      return [`Readings ${from} that count now`, `${formatCount(number)}: ${more}`, "long"];
    }),
    ...spaces.slice(0, NAMES_MAX).map(({ space_name: name, entrances, exits }): FactItem => {
      return [name, `entrances ${changeOf(entrances)}, exits ${changeOf(exits)}`, "long"];
    }),
    ["Spaces that are not listed", furtherOf(spaces)],
  ];
}

function furtherOf({ length }: readonly unknown[]): string {
  return length > NAMES_MAX ? ` and ${formatCount(length - NAMES_MAX)} more` : "";
}

function changeOf({ from, to }: { readonly from: number; readonly to: number }): string {
  return `${formatCount(from)} → ${formatCount(to)}`;
}
