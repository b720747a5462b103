import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { Interval } from "../../client/index.ts";
import { formatInstant } from "../../domain/instant.ts";
import { formatLocalTime, toLocal } from "../../domain/local-time.ts";
import { COUNT_COLUMNS, type CountRow, EXCEL_COLUMNS } from "../../engine/counts/count-rows.ts";
import { MEDIA_TYPES } from "../../http/representation.ts";
import { info, print, printJson, usage } from "../process.ts";
import type { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget, findSpace, onTarget } from "../target.ts";
import { table } from "../text-table.ts";

type CountsOptions = SettingsOf<"counts">;

export async function counts(space: string, options: CountsOptions, command: Command): Promise<void> {
  const isBinary = options.format === "arrow" || options.format === "parquet";
  if (isBinary && process.stdout.isTTY)
    throw usage(`${options.format} is a binary format; redirect stdout to a file`);
  await onTarget(chooseTarget(command, options), (server) => write(server, space, options));
}

async function write(
  server: ServerClient,
  space: string,
  { start, end, interval, format }: CountsOptions,
): Promise<void> {
  const { id, name, time_zone: timeZone } = await findSpace(server, space);
  const path = { space_id: id };
  const query = {
    start_time: formatInstant(start.in(timeZone)),
    end_time: formatInstant(end.in(timeZone)),
    // The server rejects an interval that it does not accept.
    interval: interval as Interval,
  };
  const url = "/v2/spaces/{space_id}/counts/";
  // A table has no pages (D29); the server would compute the series again for each page.
  const bytes = await server.run(({ v2 }, { answerOf }) => {
    const headers = { accept: MEDIA_TYPES.arrow };
    return answerOf<unknown>(v2.GET(url, { params: { path, query }, headers, parseAs: "arrayBuffer" }));
  });
  const { tableFromIPC } = await import("apache-arrow");
  const arrow = tableFromIPC(new Uint8Array(bytes as ArrayBuffer));
  const rows = (arrow.toArray() as { toJSON(): CountRow }[]).map((row) => row.toJSON());
  if (rows.length === 0) info("The range is empty: it lies in the future, or ends where it begins.");
  if (format === "table") return print(asTable(rows, timeZone));
  if (format === "json") {
    const { presentSample } = await import("../../http/counts/sample-writer.ts");
    const results = rows.map((row) => presentSample(row));
    const params = { path, query: { ...query, page_size: 1 } };
    const { metrics } = await server.answer((v2) => v2.GET(url, { params }));
    return printJson({ total: rows.length, metrics, results });
  }
  const { exportFiles, textSink } = await import("../export/sinks.ts");
  if (format !== "parquet") {
    const columns = format === "excel-csv" ? EXCEL_COLUMNS : COUNT_COLUMNS;
    const sink = textSink(columns, format, process.stdout);
    await sink.add(rows.map((row) => ({ ...row, space: { name, timeZone } })));
    return sink.finish();
  }
  const folder = mkdtempSync(join(tmpdir(), "headcount-"));
  try {
    const path = join(folder, "counts.parquet");
    const files = exportFiles<CountRow>(COUNT_COLUMNS, format, false);
    await files.add(path, rows);
    await files.finish();
    if (!process.stdout.write(readFileSync(path))) await once(process.stdout, "drain");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Samples as a text table: local times of the space, utilization in percent. */
function asTable(rows: readonly CountRow[], timeZone: string): string {
  const percent = (share: number | null) => (share === null ? "" : `${Math.round(share * 100)} %`);
  return table(
    [`start (${timeZone})`, "count", "min", "max", "entrances", "exits", "full", "of target"],
    rows.map((row) => [
      formatLocal(row.start, timeZone),
      row.count,
      row.min,
      row.max,
      row.entrances,
      row.exits,
      percent(row.utilization),
      percent(row.target_utilization),
    ]),
  );
}

/** An instant as local time with its UTC offset, which distinguishes the two hours that a clock shows twice. */
function formatLocal(instant: number, timeZone: string): string {
  const offset = toLocal(instant, timeZone) - instant;
  const hours = formatInstant(Math.abs(offset)).slice("1970-01-01T".length, "1970-01-01T00:00".length);
  return `${formatLocalTime(instant, timeZone)} ${offset < 0 ? "-" : "+"}${hours}`;
}
