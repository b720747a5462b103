import { useMemo } from "react";
import { Link, useSearchParams } from "react-router";
import { DayField } from "../../components/day-field.tsx";
import { Field } from "../../components/field.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { useTyped } from "../../components/use-typed.ts";
import { deviceZone, formatCount, formatDateTime, NOTHING } from "../../format.ts";
import { useAuditLog } from "../../queries/paged.ts";
import { useDoorways, useTimeSegmentGroups, useTokens, useWebhooks } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useTimeSegments } from "../../queries/time-segments.ts";
import { AUDIT_PARAMETERS, type AuditParameter, auditFilterOf, pathOfResource } from "./audit-filter.ts";
import {
  type AuditEntry,
  fieldWords,
  madeBySomebody,
  type Names,
  namesIn,
  typeWords,
  valueWords,
} from "./audit-words.ts";
import { Paged, Table } from "./parts.tsx";

/** Who changed what, newest first; what it is narrowed to stands in the address. */
export function AuditLogTab() {
  const [parameters, setParameters] = useSearchParams();
  const zone = deviceZone();
  const chosen = (name: AuditParameter) => parameters.get(name) ?? "";
  const log = useAuditLog(auditFilterOf(parameters, zone));
  const tokens = useTokens();
  const known = useKnownNames();
  const context = useMemo(() => ({ zone, names: namesIn(log.items, known) }), [zone, log.items, known]);
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
            {madeBySomebody(entries).map((entry) => (
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
  update: "Changed",
  delete: "Deleted",
  void: "Voided",
};

/** What all rows have in common. */
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
        {ACTIONS[entry.action]} {typeWords(entry.resource_type)}
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

/** What everything that changes are about is called now, by its id. */
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

/** How many changed fields are shown without being asked for. */
const SHOWN_MAX = 3;

function Changes({
  changes,
  context,
}: {
  readonly changes: AuditEntry["changes"];
  readonly context: Context;
}) {
  const { zone, names } = context;
  // A new thing has many fields that say nothing.
  const fields = Object.entries(changes)
    .map(([field, { from, to }]) => ({
      field,
      before: valueWords(field, from, names, zone),
      after: valueWords(field, to, names, zone),
    }))
    .filter(({ before, after }) => before !== NOTHING || after !== NOTHING);
  const lines = (
    <ul className="set-up-changes">
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          <span className="set-up-change-field">{fieldWords(field)}</span>{" "}
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
