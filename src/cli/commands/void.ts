import type { Command } from "commander";
import { invalid } from "../../domain/errors.ts";
import { formatId, readId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import { type VoidedRows, voidImport, voidSpan } from "../../engine/events/void-events.ts";
import { Lines } from "../../engine/readings/lines.ts";
import { counted, info, printSummary } from "../process.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, onTarget, usage } from "../target.ts";

/** What is to be voided. */
type Wanted =
  | { readonly importId: bigint }
  | { readonly serialNumber: string; readonly from: number; readonly to: number };

/**
 * `headcount void`: what voiding an import, or the events of a sensor in a range, would take back; `--apply` does it as
 * one write (D5).
 */
export async function voidRows(
  { sensor, from, to, import: importName, apply, ...options }: SettingsOf<"void">,
  command: Command,
): Promise<void> {
  const wanted = wantedOf({ sensor, from, to, importName });
  const voided = await onTarget(chooseTarget(command, options), {
    server: (server) =>
      server.runUntimed(({ v2 }, { answerOf }) => {
        const query = { dry_run: !apply };
        if ("importId" in wanted) {
          const path = { import_id: formatId("import", wanted.importId) };
          return answerOf(v2.DELETE("/v2/imports/{import_id}/", { params: { path, query } }));
        }
        const path = { serial_number: wanted.serialNumber };
        const span = { start_time: formatInstant(wanted.from), end_time: formatInstant(wanted.to) };
        return answerOf(
          v2.DELETE("/v2/sensors/{serial_number}/events/", {
            params: { path, query: { ...span, ...query } },
          }),
        );
      }),
    directory: async (core) => {
      const change = { ...core, lines: await Lines.open(core.readings) };
      const answer =
        "importId" in wanted
          ? await voidImport(change, wanted.importId, !apply)
          : await voidSpan(change, wanted, !apply);
      if (apply) await core.events.deriveRuns();
      return { dry_run: !apply, ...answer };
    },
  });
  info(described(voided, apply));
  printSummary({ ...voided });
}

function wantedOf({
  sensor,
  from,
  to,
  importName,
}: {
  readonly sensor: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly importName: string | undefined;
}): Wanted {
  const hasSpan = sensor !== undefined || from !== undefined || to !== undefined;
  if (importName !== undefined) {
    if (hasSpan) throw usage("give either --import, or --sensor with --from and --to, not both");
    const importId = readId("import", importName);
    if (importId === null) throw invalid("--import", "must be the id of an import, such as imp_12");
    return { importId };
  }
  if (sensor === undefined || from === undefined || to === undefined)
    throw usage("name what to void: --import <id>, or --sensor <serial number> with --from and --to");
  return { serialNumber: sensor, from, to };
}

function described({ events, readings, changed, sensors }: VoidedRows, apply: boolean): string {
  if (events + readings === 0) return "There is nothing to void.";
  const rows =
    readings === 0
      ? counted(events, "event")
      : `${counted(events, "event")} and ${counted(readings, "reading")}`;
  const others =
    changed === 0
      ? ""
      : ` ${counted(changed, "other reading")} ${apply ? "counts" : "would count"} something else.`;
  const all = `${rows} of ${counted(sensors.length, "sensor")}`;
  return apply
    ? `Voided ${all}.${others}`
    : `${all} would be voided.${others} Nothing has been changed; add --apply to void them.`;
}
