import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { DataType } from "apache-arrow";
import { must } from "../../domain/errors.ts";
import type { Cell, Column, ColumnKind, TableName } from "../../domain/table-columns.ts";
import { EXCEL_COLUMNS } from "../../engine/counts/count-rows.ts";
import { EXPECTED_ROWS_HEADER } from "../../http/exports/tables.ts";
import { MEDIA_TYPES } from "../../http/representation.ts";
import type { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { findSpace } from "../target.ts";

export interface ServedRow {
  readonly timestamp: number;
  readonly cells: readonly Cell[];
}

export interface ServedTable {
  readonly columns: readonly Column<ServedRow>[];
  /** The columns of counts for people (D29). */
  readonly excel?: readonly Column<ServedRow>[];
  /** The approximate number of rows; null if unknown. */
  readonly expected: number | null;
  rows(): AsyncIterable<readonly ServedRow[]>;
}

/**
 * Exports a table.
 *
 * @param use what becomes of the table
 * @throws HeadcountError as `ServerClient.runUntimed` does
 */
export async function exportTable(
  server: ServerClient,
  table: TableName,
  { start, end, space: spaces, interval }: SettingsOf<"export">,
  use: (table: ServedTable) => Promise<void>,
): Promise<void> {
  const found = await Promise.all((spaces ?? []).map((wanted) => findSpace(server, wanted)));
  const query = {
    ...(table === "counts" ? { interval: interval as "1h" } : {}),
    ...(start === undefined ? {} : { start_time: start.text }),
    ...(end === undefined ? {} : { end_time: end.text }),
    ...(spaces === undefined ? {} : { space_id: found.map(({ id }) => id) }),
  };
  const arrow = await import("apache-arrow");
  return server.runUntimed(async ({ v2 }, { answerOf }) => {
    const headers = { accept: MEDIA_TYPES.arrow };
    const url = `/v2/admin/exports/${table}/` as const;
    const answer = await v2.GET(url as "/v2/admin/exports/counts/", {
      params: { query },
      headers,
      parseAs: "stream",
    });
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
    const excel = table === "counts" ? { excel: await excelColumns(server, columns) } : {};
    return use({ columns, ...excel, expected: expected === null ? null : Number(expected), rows });
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
