import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { DataType } from "apache-arrow";
import type { Command } from "commander";
import { must } from "../../domain/errors.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Cell, Column, ColumnKind, TableName } from "../../domain/table-columns.ts";
import { EXCEL_COLUMNS } from "../../engine/counts/count-rows.ts";
import { EXPECTED_ROWS_HEADER, MEDIA_TYPES } from "../../http/representation.ts";
import { type ExportFiles, exportFiles, type Sink, textSink } from "../export/sinks.ts";
import { counted, info, printSummary, stopwatch, usage } from "../process.ts";
import { showProgress } from "../progress.ts";
import type { ServerClient } from "../server-client.ts";
import type { ExportFormat, SettingsOf } from "../settings/settings.ts";
import { chooseTarget, findSpace, onTarget } from "../target.ts";

type ExportOptions = SettingsOf<"export">;

export async function exportToFiles(
  name: TableName,
  options: ExportOptions,
  command: Command,
): Promise<void> {
  const target = chooseTarget(command, options);
  const out = options.out === "-" ? undefined : options.out;
  const { format = formatOf(out) } = options;
  if (name !== "counts" && format === "excel-csv") throw usage(`excel-csv is for counts; ${name} can be csv`);
  if (out === undefined && format === "parquet")
    throw usage("parquet needs --out <path>; csv and arrow can be written to stdout");
  if (out === undefined && format === "arrow" && process.stdout.isTTY)
    throw usage("arrow is a binary format; redirect stdout to a file, or use --out");
  await onTarget(target, (server) => exportTable(server, { ...options, out, name, format }));
}

/** Endings of other kinds of files, for which no format is taken. */
const OTHER_ENDING = /\.(xlsx?|ods|tsv|txt|json|jsonl|ndjson|feather|gz|zip|db|duckdb)$/i;

function formatOf(out: string | undefined): ExportFormat {
  if (OTHER_ENDING.test(out ?? ""))
    throw usage(
      `${out} ends in none of .csv, .arrow and .parquet; add --format, or for Excel, write a .csv file`,
    );
  const ending = /\.(csv|arrow|arrows|parquet)$/.exec(out ?? "")?.[1];
  if (ending === "csv" || ending === "parquet") return ending;
  return ending === undefined ? "parquet" : "arrow";
}

interface ExportOrder extends Omit<ExportOptions, "out" | "format"> {
  readonly out: string | undefined;
  readonly name: TableName;
  readonly format: ExportFormat;
}

/** @param expected the approximate number of rows; null if unknown */
async function writeTable(
  columns: readonly Column<ServedRow>[],
  batches: AsyncIterable<readonly ServedRow[]>,
  expected: number | null,
  order: ExportOrder,
): Promise<void> {
  const { name, format, out } = order;
  const progress = showProgress(name);
  const elapsed = stopwatch();
  const files = exportFiles(columns, format, order.force);
  const sink = openSink(columns, files, expected, order);
  let written = 0;
  try {
    for await (const rows of batches) {
      await sink.add(rows);
      written += rows.length;
      progress.update("writing", { fraction: expected === null ? null : written / expected, rows: written });
    }
    await sink.finish();
  } catch (error) {
    await sink.abandon();
    throw error;
  } finally {
    progress.stop();
  }
  const paths = files.paths();
  const where = out === undefined ? "" : ` to ${paths.length === 1 ? paths[0] : `${paths.length} files`}`;
  info(`${counted(written, "row")}${where} in ${elapsed().toFixed(1)} s.`);
  if (out !== undefined) printSummary({ table: name, format, rows: written, files: paths });
}

function openSink(
  columns: readonly Column<ServedRow>[],
  files: ExportFiles<ServedRow>,
  expected: number | null,
  { name, format, out, partition }: ExportOrder,
): Sink<ServedRow> {
  if (out === undefined) {
    if (format === "parquet") throw new Error("parquet cannot be piped");
    return textSink(columns, format, process.stdout);
  }
  const isFolder = out.endsWith("/") || (existsSync(out) && statSync(out).isDirectory());
  const file = `${name}.${format === "excel-csv" ? "csv" : format}`;
  const whole = isFolder ? join(out, file) : out;
  const isByMonth =
    partition === undefined ? isFolder || (expected ?? 0) > PARTITIONED_ROWS_MIN : partition === "month";
  const add = async (rows: readonly ServedRow[]) => {
    if (!isByMonth) await files.add(whole, rows);
    else for (const [month, part] of byMonth(rows)) await files.add(join(out, month, file), part);
  };
  const finish = async () => {
    // An export without rows still has a file, with the columns.
    if (!isByMonth) await files.add(whole, []);
    await files.finish();
  };
  return { add, finish, abandon: () => files.abandon() };
}

/** The number of rows above which an export has one file a month by default. */
const PARTITIONED_ROWS_MIN = 10_000_000;

/** Splits rows at the boundaries of UTC months, with the folders that Hive, DuckDB and Spark read. */
function* byMonth(rows: readonly ServedRow[]): Generator<[folder: string, rows: readonly ServedRow[]]> {
  const months = rows.map(({ timestamp }) => formatInstant(timestamp).slice(0, "2026-03".length));
  for (let from = 0; from < rows.length; ) {
    const month = months[from] ?? "";
    const next = months.findIndex((each, index) => index > from && each !== month);
    const to = next === -1 ? rows.length : next;
    yield [month.replace(/(.*)-(.*)/, "year=$1/month=$2"), rows.slice(from, to)];
    from = to;
  }
}

interface ServedRow {
  readonly timestamp: number;
  readonly cells: readonly Cell[];
}

/** @throws HeadcountError as `ServerClient.runUntimed` does */
async function exportTable(server: ServerClient, order: ExportOrder): Promise<void> {
  const { name: table, start, end, space: spaces, interval } = order;
  const found = await Promise.all((spaces ?? []).map((wanted) => findSpace(server, wanted)));
  const query = {
    ...(table === "counts" ? { interval: interval as "1h" } : {}),
    ...(start === undefined ? {} : { start_time: start.text }),
    ...(end === undefined ? {} : { end_time: end.text }),
    ...(spaces === undefined ? {} : { space_id: found.map(({ id }) => id) }),
  };
  const arrow = await import("apache-arrow");
  return server.runUntimed(async ({ v2 }, { answerOf }) => {
    const asked = { params: { query }, headers: { accept: MEDIA_TYPES.arrow }, parseAs: "stream" } as const;
    const url = `/v2/admin/exports/${table}/` as const;
    const answer = await v2.GET(url as "/v2/admin/exports/counts/", asked);
    const stream = Readable.fromWeb((await answerOf(Promise.resolve(answer))) as unknown as ReadableStream);
    const expected = answer.response.headers.get(EXPECTED_ROWS_HEADER);
    const reader = await arrow.RecordBatchReader.from(stream);
    await reader.open();
    const columns = reader.schema.fields.map(
      ({ name, type }, place): Column<ServedRow> => ({
        name,
        kind: kindOf(type, arrow.DataType),
        read: ({ cells }) => cells[place] ?? null,
      }),
    );
    const time = columns.findIndex(({ name }) => name === "timestamp");
    const rows = async function* () {
      for await (const batch of reader) {
        const vectors = columns.map((_, place) => must(batch.getChildAt(place), "a column"));
        yield Array.from({ length: batch.numRows }, (_, row): ServedRow => {
          const cells = vectors.map((vector) => vector.get(row));
          return { timestamp: Number(cells[time]), cells };
        });
      }
    };
    const written = order.format === "excel-csv" ? await excelColumns(server, columns) : columns;
    return writeTable(written, rows(), expected === null ? null : Number(expected), order);
  });
}

/** The columns for people of counts (D29), which name a space and have its local times. */
async function excelColumns(
  server: ServerClient,
  columns: readonly Column<ServedRow>[],
): Promise<Column<ServedRow>[]> {
  const spaces = await server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } }));
  const zones = new Map(spaces.map(({ id, time_zone }) => [id, time_zone]));
  return EXCEL_COLUMNS.map(({ read, ...column }) => ({
    ...column,
    read: (row) => {
      const cells = Object.fromEntries(columns.map(({ name, read: cellOf }) => [name, cellOf(row)]));
      const space = { name: String(cells.space_name), timeZone: zones.get(String(cells.space_id)) ?? "UTC" };
      return read({ ...(cells as never as Parameters<typeof read>[0]), space });
    },
  }));
}

/** The kind of a column that the server has written with the type of its kind. */
function kindOf(type: DataType, types: typeof DataType): ColumnKind {
  if (types.isTimestamp(type)) return "instant";
  if (types.isInt(type)) return "integer";
  return types.isFloat(type) ? "real" : "text";
}
