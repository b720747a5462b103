import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { DataType } from "apache-arrow";
import type { Cell, Column, ColumnKind, TableName } from "../../domain/table-columns.ts";
import { EXCEL_COLUMNS } from "../../http/counts/count-rows.ts";
import type { ExportTable } from "../../http/exports/tables.ts";
import { MEDIA_TYPES } from "../../http/representation.ts";
import type { RemoteServer } from "../remote-server.ts";
import { findServedSpace } from "../target.ts";

/** A row of a table that a server has sent. */
export interface ServedRow {
  readonly timestamp: number;
  readonly cells: Readonly<Record<string, Cell>>;
}

/** What is exported of a table, as the command line has it. */
interface ServedSelection {
  readonly start: string | undefined;
  readonly end: string | undefined;
  /** By id or name. */
  readonly spaces: readonly string[] | undefined;
  readonly interval: string;
}

/**
 * Exports a table through a server.
 *
 * @param use what becomes of the table
 * @throws HeadcountError as `RemoteServer.runUntimed` does
 */
export async function exportThroughServer<T>(
  server: RemoteServer,
  table: TableName,
  { start, end, spaces, interval }: ServedSelection,
  use: (table: ExportTable<ServedRow>) => Promise<T>,
): Promise<T> {
  const found = await Promise.all((spaces ?? []).map((wanted) => findServedSpace(server, wanted)));
  const query = {
    ...(table === "counts" ? { interval: interval as "1h" } : {}),
    ...(start === undefined ? {} : { start_time: start }),
    ...(end === undefined ? {} : { end_time: end }),
    ...(spaces === undefined ? {} : { space_id: found.map(({ id }) => id) }),
  };
  const excel = table === "counts" ? { excel: await excelColumns(server) } : {};
  const arrow = await import("apache-arrow");
  return server.runUntimed(async ({ v2 }, { answerOf }) => {
    const headers = { accept: MEDIA_TYPES.arrow };
    const url = `/v2/admin/exports/${table}/` as const;
    const answer = v2.GET(url as "/v2/admin/exports/counts/", {
      params: { query },
      headers,
      parseAs: "stream",
    });
    const stream = Readable.fromWeb((await answerOf(answer)) as unknown as ReadableStream);
    const reader = await arrow.RecordBatchReader.from(stream);
    await reader.open();
    const columns = reader.schema.fields.map(
      ({ name, type }): Column<ServedRow> => ({
        name,
        kind: kindOf(type, arrow.DataType),
        read: ({ cells }) => cells[name] ?? null,
      }),
    );
    const rows = async function* () {
      for await (const batch of reader)
        yield batch.toArray().map((row: { toJSON(): ServedRow["cells"] }) => {
          const cells = row.toJSON();
          return { timestamp: Number(cells.timestamp), cells };
        });
    };
    return use({ columns, ...excel, expected: null, rows });
  });
}

/** The columns for people of counts (D29), which name a space and have its local times. */
async function excelColumns(server: RemoteServer): Promise<Column<ServedRow>[]> {
  const spaces = await server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } }));
  const zones = new Map(spaces.map(({ id, time_zone }) => [id, time_zone]));
  return EXCEL_COLUMNS.map(({ read, ...column }) => ({
    ...column,
    read: ({ cells }) => {
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
