import { TableScroll } from "../../components/table-scroll.tsx";
import { isNumeric, type ResultColumn, valueText } from "./result-values.ts";
import type { SqlResult } from "./sql-api.ts";

/** The maximum number of rows, which a browser renders without delay. */
export const ROWS_SHOWN_MAX = 1_000;

/** The first rows of a result. */
export function ResultTable({ result }: { readonly result: Pick<SqlResult, "columns" | "rows"> }) {
  const { columns, rows } = result;
  if (columns.length === 0) return null;
  return (
    <TableScroll label="Result rows" className="sql-table-scroll">
      <table className="table sql-table">
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: column names can repeat
              <th key={index} scope="col" className={isNumeric(column) ? "numeric" : ""}>
                {column.name}
                <span className="sql-type">{column.type.toLowerCase()}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_SHOWN_MAX).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key
            <tr key={index}>
              {columns.map((column, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <Value key={at} value={row[at]} column={column} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Value({ value, column }: { readonly value: unknown; readonly column: ResultColumn }) {
  const className = isNumeric(column) ? "numeric" : "";
  if (value === null || value === undefined)
    return (
      <td className={className}>
        <span className="sql-null">NULL</span>
      </td>
    );
  const text = valueText(value, column);
  return (
    <td className={className} title={String(value) === text ? undefined : String(value)}>
      {text}
    </td>
  );
}
