import { groupBy } from "../../domain/collections.ts";
import { Connection } from "../../duckdb/connection.ts";
import { statement } from "../../duckdb/statements.ts";
import type { SqlRelation } from "../../engine/ports/ad-hoc-sql.ts";
import type { AnalysisDatabase } from "../analysis-database.ts";

/** The views and macros that queries can name, by name. */
export async function listRelations(database: AnalysisDatabase): Promise<SqlRelation[]> {
  const connection = new Connection(await database.connect());
  try {
    return [...(await views(connection)), ...(await macros(connection))].sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
  } finally {
    connection.close();
  }
}

async function views(connection: Connection): Promise<SqlRelation[]> {
  const rows = await connection.rows(statement("query/views"));
  const byName = groupBy(rows, ({ name }) => name);
  return [...byName].map(([name, columns]) => ({
    name,
    kind: "view",
    comment: columns[0]?.comment ?? null,
    parameters: [],
    columns: columns.map((column) => ({
      name: column.column_name,
      type: column.column_type,
      comment: column.column_comment,
    })),
  }));
}

async function macros(connection: Connection): Promise<SqlRelation[]> {
  const rows = await connection.rows(statement("query/macros"));
  return rows.map(({ name, kind, comment, parameters }) => ({
    name,
    kind: kind === "macro" ? "macro" : "table_macro",
    comment,
    parameters: parameters.items.map(String),
    columns: [],
  }));
}
