import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import type { components } from "../../../../src/client/generated/v2.ts";
import { DayField } from "../../components/day-field.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { useTyped } from "../../components/use-typed.ts";
import { deviceZone, formatDateTime, NOTHING, readable } from "../../format.ts";
import { useAuditLog } from "../../queries/paged.ts";
import { useDoorways, useTokens } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import {
  AUDIT_PARAMETERS,
  type AuditParameter,
  auditFilterOf,
  pathOfResource,
  valueText,
} from "./audit-filter.ts";
import { Paged, Table } from "./parts.tsx";

type AuditEntry = components["schemas"]["AuditEntry"];

/** Who changed what, newest first; what it is narrowed to stands in the address. */
export function AuditLogTab() {
  const [parameters, setParameters] = useSearchParams();
  const zone = deviceZone();
  const chosen = (name: AuditParameter) => parameters.get(name) ?? "";
  const log = useAuditLog(auditFilterOf(parameters, zone));
  const tokens = useTokens();
  const names = useNames();
  const choose = (name: AuditParameter, value: string) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === "") after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  const resource = useTyped(chosen("resource"), (typed) => choose("resource", typed));
  const isNarrowed = AUDIT_PARAMETERS.some((name) => parameters.has(name));
  if (log.error !== null && !isNarrowed) return <ErrorNote error={log.error} onRetry={log.refetch} />;
  return (
    <>
      <search className="set-up-filters" aria-label="Narrow the audit log">
        <DayField label="From" value={chosen("from")} onChange={(day) => choose("from", day)} />
        <DayField label="To, included" value={chosen("to")} onChange={(day) => choose("to", day)} />
        <Field label="By">
          {(control) => (
            <select
              {...control}
              value={chosen("token")}
              onChange={({ target }) => choose("token", target.value)}
            >
              <option value="">Anybody</option>
              {tokens.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="What, by its id">
          {(control) => <input {...control} {...resource} placeholder="spc_12" spellCheck={false} />}
        </Field>
        {isNarrowed && (
          <button type="button" className="button" onClick={() => setParameters({}, { replace: true })}>
            Show all
          </button>
        )}
      </search>
      <Paged list={log} empty="Nothing has been changed.">
        {(entries) => (
          <Table label="Audit log" columns={[`When (${zone})`, "Who", "What", "Changes"]}>
            {entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} zone={zone} names={names} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
}

const ACTIONS: Readonly<Record<AuditEntry["action"], string>> = {
  create: "Created",
  update: "Changed",
  delete: "Deleted",
  void: "Voided",
};

function EntryRow(props: {
  readonly entry: AuditEntry;
  readonly zone: string;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { entry, zone, names } = props;
  const name = names.get(entry.resource_id);
  const path = entry.action === "delete" ? null : pathOfResource(entry.resource_id);
  return (
    <tr>
      <td className="set-up-number">{formatDateTime(entry.timestamp, zone)}</td>
      <td>{entry.token_name}</td>
      <td>
        {ACTIONS[entry.action]} {readable(entry.resource_type).toLowerCase()}
        <span className="set-up-row-about">
          {path === null ? entry.resource_id : <Link to={path}>{name ?? entry.resource_id}</Link>}
        </span>
      </td>
      <td>
        <Changes changes={entry.changes} />
      </td>
    </tr>
  );
}

/** What spaces and doorways are called now, by their ids. */
function useNames(): ReadonlyMap<string, string> {
  const spaces = useSpaces();
  const doorways = useDoorways();
  return useMemo(
    () => new Map([...(spaces.data ?? []), ...(doorways.data ?? [])].map(({ id, name }) => [id, name])),
    [spaces.data, doorways.data],
  );
}

function isNothing(value: unknown): boolean {
  return valueText(value) === NOTHING;
}

/** How many changed fields are shown without being asked for. */
const SHOWN_MAX = 3;

function Changes({ changes }: { readonly changes: AuditEntry["changes"] }) {
  const fields = Object.entries(changes);
  const lines = (
    <ul className="set-up-changes">
      {fields.map(([field, { from, to }]) => (
        <li key={field}>
          <span className="set-up-change-field">{readable(field)}</span>{" "}
          {from !== undefined && (
            <>
              {isNothing(from) ? NOTHING : <del>{valueText(from)}</del>} <span aria-hidden="true">
                →
              </span>{" "}
            </>
          )}
          <ins>{valueText(to)}</ins>
        </li>
      ))}
    </ul>
  );
  if (fields.length <= SHOWN_MAX) return lines;
  return (
    <details>
      <summary>{fields.length} fields</summary>
      {lines}
    </details>
  );
}
