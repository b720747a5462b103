import type { Command } from "commander";
import type { components } from "../../client/generated/v2.ts";
import { invalid } from "../../domain/errors.ts";
import { formatId, readId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { counted, formatNumber, info, printSummary, usage } from "../process.ts";
import type { Request } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget, onTarget } from "../target.ts";

type VoidedRows = components["schemas"]["VoidedRows"];

/**
 * `headcount void`: what voiding an import, or the events of a sensor in a range, would take back; `--apply` does it as
 * one write (D5).
 */
export async function voidRows(options: SettingsOf<"void">, command: Command): Promise<void> {
  const request = voidingOf(options);
  const voided = await onTarget(chooseTarget(command, options), (server) => server.answerUntimed(request));
  info(described(voided, options.apply));
  printSummary({ ...voided });
}

function voidingOf({ apply, sensor, from, to, import: importName }: SettingsOf<"void">): Request<VoidedRows> {
  const query = { dry_run: !apply };
  const hasSpan = sensor !== undefined || from !== undefined || to !== undefined;
  if (importName !== undefined) {
    if (hasSpan) throw usage("give either --import, or --sensor with --from and --to, not both");
    const importId = readId("import", importName);
    if (importId === null) throw invalid("--import", "must be the id of an import, such as imp_12");
    const path = { import_id: formatId("import", importId) };
    return (v2) => v2.DELETE("/v2/imports/{import_id}/", { params: { path, query } });
  }
  if (sensor === undefined || from === undefined || to === undefined)
    throw usage("name what to void: --import <id>, or --sensor <serial number> with --from and --to");
  const path = { serial_number: sensor };
  const span = { start_time: formatInstant(from), end_time: formatInstant(to), ...query };
  return (v2) => v2.DELETE("/v2/sensors/{serial_number}/events/", { params: { path, query: span } });
}

const LISTED_MAX = 20;

function described({ events, readings, others, spaces, sensors }: VoidedRows, apply: boolean): string {
  if (events + readings === 0) return "There is nothing to void.";
  const rows = `${counted(events, "event")}${readings === 0 ? "" : ` and ${counted(readings, "reading")}`}`;
  const all = `${rows} of ${counted(sensors.length, "sensor")}`;
  const more = (people: number) => `${people < 0 ? "" : "+"}${formatNumber(people)}`;
  const ofOthers = others.map(({ import_id, file, readings: number, ...people }) => {
    const from = import_id === null ? "sent without an import" : `of ${import_id} (${file})`;
    return `${counted(number, "other reading")} ${from}: ${more(people.in)} in, ${more(people.out)} out.`;
  });
  const ofSpaces = spaces.slice(0, LISTED_MAX).map(({ space_name, entrances, exits }) => {
    const passages = Object.entries({ entrances, exits }).map(
      ([kind, { from, to }]) => `${kind} ${formatNumber(from)} → ${formatNumber(to)}`,
    );
    return `${space_name}: ${passages.join(", ")}.`;
  });
  if (spaces.length > LISTED_MAX) ofSpaces.push(`and ${counted(spaces.length - LISTED_MAX, "other space")}`);
  const [first, last] = apply
    ? [`Voided ${all}.`, []]
    : [`${all} would be voided.`, ["Nothing has been changed; add --apply to void them."]];
  return [first, ...ofOthers, ...ofSpaces, ...last].join("\n");
}
