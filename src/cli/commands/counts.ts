import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "commander";
import type { z } from "zod";
import type { Interval } from "../../client/index.ts";
import { formatInstant } from "../../domain/instant.ts";
import { parseInterval } from "../../domain/interval.ts";
import { formatLocalTime, toLocal } from "../../domain/local-time.ts";
import type { Space } from "../../domain/resources.ts";
import type { EngineCore } from "../../engine/engine.ts";
import type { countMetrics } from "../../http/counts/count-answers.ts";
import { COUNT_COLUMNS, type CountRow, EXCEL_COLUMNS } from "../../http/counts/count-rows.ts";
import { MEDIA_TYPES } from "../../http/representation.ts";
import { print, printJson } from "../process.ts";
import type { RemoteServer } from "../remote-server.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, findServedSpace, findSpace, onTarget, usage } from "../target.ts";
import { table } from "../text-table.ts";

type CountsOptions = SettingsOf<"counts">;

/** `headcount counts SPACE`: the counts query (D10 to D15). */
export async function counts(space: string, options: CountsOptions, command: Command): Promise<void> {
  const isBinary = options.format === "arrow" || options.format === "parquet";
  if (isBinary && process.stdout.isTTY)
    throw usage(`${options.format} is a binary format; redirect stdout to a file`);
  const answer = await onTarget(chooseTarget(command, options), {
    server: (server) => askServer(server, space, options),
    directory: (core) => askEngine(core, space, options),
  });
  await write(answer, options.format);
}

/** A count series: the samples, and on demand the metrics as the API answers them. */
interface CountsAnswer {
  readonly rows: readonly CountRow[];
  metrics(): Promise<z.output<typeof countMetrics>>;
  readonly space: Pick<Space, "name" | "timeZone">;
}

async function askEngine(
  core: EngineCore,
  space: string,
  { start, end, interval }: CountsOptions,
): Promise<CountsAnswer> {
  const { spaceCounts } = await import("../../engine/counts/count-queries.ts");
  const { countRows } = await import("../../http/counts/count-rows.ts");
  const found = findSpace(core.catalog, space);
  const series = await spaceCounts(core, found.id, {
    start: start.in(found.timeZone),
    end: end.in(found.timeZone),
    interval: parseInterval(interval, "--interval", core.settings.intervals),
    segments: {},
  });
  const metrics = async () => (await import("../../http/counts/count-answers.ts")).presentMetrics(series);
  return { rows: countRows(series), metrics, space: found };
}

async function askServer(
  server: RemoteServer,
  space: string,
  { start, end, interval }: CountsOptions,
): Promise<CountsAnswer> {
  const { id, name, time_zone: timeZone } = await findServedSpace(server, space);
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
  const metrics = () =>
    server.run(async ({ v2 }, { answerOf }) => {
      const params = { path, query: { ...query, page_size: 1 } };
      return (await answerOf(v2.GET(url, { params }))).metrics;
    });
  const rows = await fromArrow(new Uint8Array(bytes as ArrayBuffer));
  return { rows, metrics, space: { name, timeZone } };
}

async function write({ rows, metrics, space }: CountsAnswer, format: CountsOptions["format"]): Promise<void> {
  if (format === "table") return print(asTable(rows, space.timeZone));
  if (format === "json") {
    const { presentSample } = await import("../../http/counts/sample-writer.ts");
    const results = rows.map((row) => presentSample(row));
    return printJson({ total: rows.length, metrics: await metrics(), results });
  }
  const { ExportFiles, textSink } = await import("../export/sinks.ts");
  if (format === "excel-csv") {
    const sink = textSink(EXCEL_COLUMNS, format, process.stdout);
    await sink.add(rows.map((row) => ({ ...row, space })));
    return sink.finish();
  }
  if (format !== "parquet") {
    const sink = textSink(COUNT_COLUMNS, format, process.stdout);
    await sink.add(rows);
    return sink.finish();
  }
  const folder = mkdtempSync(join(tmpdir(), "headcount-"));
  try {
    const path = join(folder, "counts.parquet");
    const files = new ExportFiles<CountRow>(COUNT_COLUMNS, format, false);
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

/** Reads the samples of an Arrow IPC stream from a server. */
async function fromArrow(bytes: Uint8Array): Promise<CountRow[]> {
  const { tableFromIPC } = await import("apache-arrow");
  const rows = tableFromIPC(bytes).toArray() as { toJSON(): CountRow }[];
  return rows.map((row) => row.toJSON());
}
