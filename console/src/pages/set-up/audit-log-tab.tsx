import { Link, useSearchParams } from "react-router";
import { Button } from "../../components/button.tsx";
import { DayField } from "../../components/date-input.tsx";
import { SelectField, TextField } from "../../components/form/fields.tsx";
import { Empty } from "../../components/states.tsx";
import { deviceZone, formatCount, formatDateTime, NOTHING, readable } from "../../format.ts";
import {
  type AuditFilter,
  useAuditLog,
  useDoorways,
  useTimeSegmentGroups,
  useTimeSegments,
  useTokens,
  useWebhooks,
} from "../../queries/resources.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { rangeProblem } from "../../ranges.ts";
import { useUrlText, withParameters } from "../../search-parameters.ts";
import {
  AUDIT_PARAMETERS,
  type AuditEntry,
  type AuditParameter,
  auditFilterOf,
  auditResourceOf,
  fieldLabel,
  formatValue,
  type Names,
  namesIn,
  pathOfResource,
  RESOURCE_TYPES,
  typeLabel,
  withoutDerived,
} from "./audit-labels.ts";
import { PagedTable } from "./lists.tsx";

/** The audit log, newest first. The URL contains its filters. */
export function AuditLogTab() {
  const [parameters, setParameters] = useSearchParams();
  const zone = deviceZone();
  const chosen = (name: AuditParameter) => parameters.get(name) ?? "";
  const tokens = useTokens();
  const known = useKnownNames();
  const choose = (name: AuditParameter, value: string) =>
    setParameters((before) => withParameters(before, { [name]: value || null }), { replace: true });
  const resource = useUrlText(chosen("resource"), (text) => choose("resource", text));
  const isFiltered = AUDIT_PARAMETERS.some((name) => parameters.has(name));
  const [from, to] = [chosen("from"), chosen("to")];
  const problem = from === "" || to === "" ? null : rangeProblem({ from, to });
  const found = auditResourceOf(chosen("resource"), chosen("kind"), known);
  return (
    <>
      <search className="row end set-up-filters" aria-label="Filter the audit log">
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
        <SelectField
          label="Kind"
          value={chosen("kind")}
          choices={[
            { value: "", name: "All kinds" },
            ...RESOURCE_TYPES.map((value) => ({ value, name: readable(typeLabel(value)) })),
          ]}
          onChange={(kind) => choose("kind", kind)}
        />
        <TextField
          label="Name or id"
          error={found.problem}
          placeholder="Gym or spc_12"
          suggestions={[...new Set(known.values())]}
          {...resource}
        />
        {isFiltered && <Button onClick={() => setParameters({}, { replace: true })}>Clear filters</Button>}
      </search>
      {problem !== null && <Empty title={problem} />}
      {problem === null && found.problem === undefined && (
        <AuditLog filter={auditFilterOf(parameters, zone, found.id)} known={known} zone={zone} />
      )}
    </>
  );
}

function AuditLog(props: { readonly filter: AuditFilter; readonly known: Names; readonly zone: string }) {
  const { filter, known, zone } = props;
  const log = useAuditLog(filter);
  const names = namesIn(log.items, known);
  return (
    <PagedTable
      label="Audit log"
      list={log}
      empty="No entries."
      select={withoutDerived}
      columns={[
        [`Time (${zone})`, ({ timestamp }) => formatDateTime(timestamp, zone), "time"],
        ["Token", (entry) => entry.token_name],
        ["Action", (entry) => <Action entry={entry} names={names} />],
        ["Changes", ({ changes }) => <Changes changes={changes} names={names} zone={zone} />],
      ]}
    />
  );
}

const ACTIONS: Readonly<Record<AuditEntry["action"], string>> = {
  create: "Created",
  update: "Updated",
  delete: "Deleted",
  void: "Voided",
};

function Action({ entry, names }: { readonly entry: AuditEntry; readonly names: Names }) {
  const { action, resource_type: type, resource_id: id } = entry;
  const name = names.get(id) ?? id;
  const path = action === "delete" ? null : pathOfResource(id);
  return (
    <>
      {ACTIONS[action]} {typeLabel(type)}
      <span className="smaller soft block break" title={id}>
        {path === null ? name : <Link to={path}>{name}</Link>}
      </span>
    </>
  );
}

/** The current names of all resources by id. */
function useKnownNames(): Names {
  const { data: spaces = [] } = useSpaces();
  const { data: doorways = [] } = useDoorways();
  const { data: segments = [] } = useTimeSegments();
  const { data: groups = [] } = useTimeSegmentGroups();
  const { data: webhooks = [] } = useWebhooks();
  const { data: tokens = [] } = useTokens();
  return new Map([
    ...doorways.map(({ sensor_serial_number: serial }) => [`snr_${serial}`, serial ?? ""] as const),
    ...[...spaces, ...doorways, ...groups, ...tokens].map(({ id, name }) => [id, name] as const),
    ...segments.map(({ id, label }) => [id, label] as const),
    ...webhooks.map(({ id, name, endpoint }) => [id, name ?? endpoint] as const),
  ]);
}

/** An entry with more changed fields is collapsed. */
const SHOWN_MAX = 3;

function Changes(props: {
  readonly changes: AuditEntry["changes"];
  readonly names: Names;
  readonly zone: string;
}) {
  const { changes, names, zone } = props;
  // A new resource has many empty fields.
  const fields = Object.entries(changes)
    .map(([field, { from, to }]) => ({
      field,
      before: formatValue(field, from, names, zone),
      after: formatValue(field, to, names, zone),
    }))
    .filter(({ before, after }) => before !== NOTHING || after !== NOTHING);
  const lines = (
    <ul className="small break set-up-changes">
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <span className="small soft">{fieldLabel(field)}</span>{" "}
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
