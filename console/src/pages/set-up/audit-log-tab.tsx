import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { Button } from "../../components/button.tsx";
import { DayField } from "../../components/date-input.tsx";
import { Field } from "../../components/field.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { deviceZone, formatCount, formatDateTime, NOTHING } from "../../format.ts";
import { useAuditLog } from "../../queries/paged.ts";
import { useDoorways, useTimeSegmentGroups, useTokens, useWebhooks } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useTimeSegments } from "../../queries/time-segments.ts";
import { useUrlText, withParameters } from "../../search-parameters.ts";
import { AUDIT_PARAMETERS, type AuditParameter, auditFilterOf, pathOfResource } from "./audit-filter.ts";
import {
  type AuditEntry,
  fieldLabel,
  formatValue,
  type Names,
  namesIn,
  typeLabel,
  withoutDerived,
} from "./audit-labels.ts";
import { Paged } from "./parts.tsx";

/** The audit log, newest first. The URL contains its filters. */
export function AuditLogTab() {
  const [parameters, setParameters] = useSearchParams();
  const zone = deviceZone();
  const chosen = (name: AuditParameter) => parameters.get(name) ?? "";
  const log = useAuditLog(auditFilterOf(parameters, zone));
  const tokens = useTokens();
  const known = useKnownNames();
  const context = useMemo(() => ({ zone, names: namesIn(log.items, known) }), [zone, log.items, known]);
  const choose = (name: AuditParameter, value: string) =>
    setParameters((before) => withParameters(before, { [name]: value || null }), { replace: true });
  const resource = useUrlText(chosen("resource"), (text) => choose("resource", text));
  const isFiltered = AUDIT_PARAMETERS.some((name) => parameters.has(name));
  if (log.error !== null && !isFiltered) return <ErrorNote error={log.error} onRetry={log.refetch} />;
  return (
    <>
      <search className="set-up-filters" aria-label="Filter the audit log">
        <DayField label="From" value={chosen("from")} onChange={(day) => choose("from", day)} />
        <DayField label="To (inclusive)" value={chosen("to")} onChange={(day) => choose("to", day)} />
        <SelectField
          label="Token"
          value={chosen("token")}
          choices={[
            { value: "", name: "All tokens" },
            ...(tokens.data ?? []).map(({ id, name }) => ({ value: id, name })),
          ]}
          onChange={(token) => choose("token", token)}
        />
        <Field label="Resource id">
          {(control) => <input {...control} {...resource} placeholder="spc_12" spellCheck={false} />}
        </Field>
        {isFiltered && <Button onClick={() => setParameters({}, { replace: true })}>Clear filters</Button>}
      </search>
      <Paged list={log} empty="No entries.">
        {(entries) => (
          <Table label="Audit log" columns={[`Time (${zone})`, "Token", "Action", "Changes"]}>
            {withoutDerived(entries).map((entry) => (
              <EntryRow key={entry.id} entry={entry} context={context} />
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
}

const ACTIONS: Readonly<Record<AuditEntry["action"], string>> = {
  create: "Created",
  update: "Updated",
  delete: "Deleted",
  void: "Voided",
};

/** The time zone of the log, and the names of its resources. */
interface Context {
  readonly zone: string;
  readonly names: Names;
}

function EntryRow({ entry, context }: { readonly entry: AuditEntry; readonly context: Context }) {
  const { zone, names } = context;
  const name = names.get(entry.resource_id) ?? entry.resource_id;
  const path = entry.action === "delete" ? null : pathOfResource(entry.resource_id);
  return (
    <tr>
      <td className="set-up-number">{formatDateTime(entry.timestamp, zone)}</td>
      <td>{entry.token_name}</td>
      <td>
        {ACTIONS[entry.action]} {typeLabel(entry.resource_type)}
        <span className="set-up-row-about" title={entry.resource_id}>
          {path === null ? name : <Link to={path}>{name}</Link>}
        </span>
      </td>
      <td>
        <Changes changes={entry.changes} context={context} />
      </td>
    </tr>
  );
}

/** The current names of all resources by id. */
function useKnownNames(): Names {
  const spaces = useSpaces();
  const doorways = useDoorways();
  const segments = useTimeSegments();
  const groups = useTimeSegmentGroups();
  const webhooks = useWebhooks();
  const tokens = useTokens();
  return useMemo(
    () =>
      new Map([
        ...named(doorways.data, ({ sensor_serial_number: serial }) => [`snr_${serial}`, serial ?? ""]),
        ...named(spaces.data, ({ id, name }) => [id, name]),
        ...named(doorways.data, ({ id, name }) => [id, name]),
        ...named(segments.data, ({ id, label }) => [id, label]),
        ...named(groups.data, ({ id, name }) => [id, name]),
        ...named(webhooks.data, ({ id, name, endpoint }) => [id, name ?? endpoint]),
        ...named(tokens.data, ({ id, name }) => [id, name]),
      ]),
    [spaces.data, doorways.data, segments.data, groups.data, webhooks.data, tokens.data],
  );
}

function named<Item>(
  items: readonly Item[] | undefined,
  read: (item: Item) => readonly [string, string],
): (readonly [string, string])[] {
  return items?.map(read) ?? [];
}

/** An entry with more changed fields is collapsed. */
const SHOWN_MAX = 3;

function Changes(props: { readonly changes: AuditEntry["changes"]; readonly context: Context }) {
  const { changes } = props;
  const { zone, names } = props.context;
  // A new resource has many empty fields.
  const fields = Object.entries(changes)
    .map(([field, { from, to }]) => ({
      field,
      before: formatValue(field, from, names, zone),
      after: formatValue(field, to, names, zone),
    }))
    .filter(({ before, after }) => before !== NOTHING || after !== NOTHING);
  const lines = (
    <ul className="set-up-changes">
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <span className="set-up-change-field">{fieldLabel(field)}</span>{" "}
          {changes[field]?.from !== undefined && (
            <>
              {before === NOTHING ? NOTHING : <del>{before}</del>} <span aria-hidden="true">→</span>{" "}
            </>
          )}
          <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
  if (fields.length <= SHOWN_MAX) return lines;
  return (
    <details>
      <summary>{formatCount(fields.length)} fields</summary>
      {lines}
    </details>
  );
}
