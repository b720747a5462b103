import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Empty, ErrorNote, Loading } from "../../components/states.tsx";
import { TableScroll } from "../../components/table.tsx";
import { useToast } from "../../components/toast.tsx";
import { isTransient } from "../../connection/connection.ts";
import { formatCount, formatInstant } from "../../format.ts";
import { saveFile } from "../../save-file.ts";
import { useSession } from "../../session.tsx";
import { ResultChart } from "./result-chart.tsx";
import { isNumeric, quickChart, type ResultColumn, valueText } from "./result-values.ts";
import {
  EXPORTS,
  type Export,
  errorOffset,
  exportSql,
  type SqlResult,
  type SqlRun,
  sqlErrorText,
} from "./sql-api.ts";

/** A result with its summary, as a table or chart, and its downloads. */
function SqlResultView({ query, result }: { readonly query: string; readonly result: SqlResult }) {
  const chart = useMemo(() => quickChart(result), [result]);
  const [wantsChart, setWantsChart] = useState(false);
  const isChart = wantsChart && chart !== null;
  return (
    <section className="stack gap-3" aria-label="Result">
      <div className="row sql-result-bar">
        <p className="soft tabular" role="status">
          {summaryOf(result)}
        </p>
        {chart !== null && (
          <fieldset className="row gap-1" aria-label="Show as">
            {[false, true].map((each) => (
              <label key={String(each)} className="toggle">
                <input
                  type="radio"
                  className="visually-hidden"
                  name="sql-view"
                  checked={isChart === each}
                  onChange={() => setWantsChart(each)}
                />
                <span>{each ? "Chart" : "Table"}</span>
              </label>
            ))}
          </fieldset>
        )}
        <SqlExports query={query} />
      </div>
      {result.truncated && (
        <p className="small soft">
          Showing the first {formatCount(result.row_count)} rows; the result has more. Download up to a
          million rows, or restrict the query.
        </p>
      )}
      {isChart ? <ResultChart chart={chart} /> : <ResultTable result={result} />}
      {!isChart && result.rows.length > ROWS_SHOWN_MAX && (
        <p className="small soft">
          The table shows the first {formatCount(ROWS_SHOWN_MAX)} rows. A download has all rows.
        </p>
      )}
    </section>
  );
}

function summaryOf({ row_count: rows, truncated, elapsed_ms: elapsed, as_of: asOf }: SqlResult): string {
  const time = elapsed < 1_000 ? `${elapsed} ms` : `${(elapsed / 1_000).toFixed(2)} s`;
  const count = `${truncated ? "First " : ""}${formatCount(rows)} ${rows === 1 ? "row" : "rows"}`;
  return `${count} in ${time}, as of ${formatInstant(asOf, "UTC")}`;
}

/** The state of the last query. */
export function SqlOutcome(props: {
  readonly run: SqlRun;
  /** Moves the cursor of the editor to an offset. */
  readonly onGoTo: (offset: number) => void;
  /** Runs a query again. */
  readonly onRetry: (query: string) => void;
}) {
  const { run, onGoTo, onRetry } = props;
  switch (run.status) {
    case "none":
      return (
        <Empty title="No results yet">
          <p>Write a query or select an example, then run it.</p>
        </Empty>
      );
    case "running":
      return <Loading>Running…</Loading>;
    case "cancelled":
      return (
        <p className="soft state" role="status">
          The query was cancelled.
        </p>
      );
    case "failed":
      return isTransient(run.error) ? (
        <ErrorNote error={run.error} isRetried={false} onRetry={() => onRetry(run.query)} />
      ) : (
        <SqlError query={run.query} error={run.error} onGoTo={onGoTo} />
      );
    case "done":
      return <SqlResultView query={run.query} result={run.result} />;
  }
}

function SqlError(props: {
  readonly query: string;
  readonly error: unknown;
  readonly onGoTo: (offset: number) => void;
}) {
  const { query, error, onGoTo } = props;
  const text = sqlErrorText(error);
  const offset = errorOffset(text, query);
  return (
    <div className="error-note" role="alert">
      <pre className="small sql-error">{text}</pre>
      {offset !== null && (
        <Button onClick={() => onGoTo(offset)}>Go to line {query.slice(0, offset).split("\n").length}</Button>
      )}
    </div>
  );
}

/** The maximum number of rows, which a browser renders without delay. */
const ROWS_SHOWN_MAX = 1_000;

/** The first rows of a result. */
function ResultTable({ result }: { readonly result: Pick<SqlResult, "columns" | "rows"> }) {
  const { columns, rows } = result;
  if (columns.length === 0) return null;
  return (
    <TableScroll label="Result rows" className="table-sticky">
      <table className="table tabular sql-table">
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: column names can repeat
              <th key={index} scope="col" className={isNumeric(column) ? "numeric" : ""}>
                {column.name}
                <span className="block smaller soft unbold">{column.type.toLowerCase()}</span>
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
        <em className="smaller soft">NULL</em>
      </td>
    );
  const text = valueText(value, column);
  return (
    <td className={className} title={String(value) === text ? undefined : String(value)}>
      {text}
    </td>
  );
}

/** Downloads the whole result of a query, which runs again. */
function SqlExports({ query }: { readonly query: string }) {
  const { client } = useSession();
  const showToast = useToast();
  const save = useMutation({
    mutationFn: async (as: Export) => {
      const name = `query.${as.extension}`;
      saveFile(await exportSql(client, query, as), name);
      showToast(`${name} has been saved.`);
    },
  });
  return (
    <>
      <div className="row gap-2 small soft">
        <span>Download</span>
        {EXPORTS.map((each) => (
          <Button key={each.name} disabled={save.isPending} onClick={() => save.mutate(each)}>
            {each.name}
          </Button>
        ))}
      </div>
      {save.isError && <ErrorNote error={save.error} />}
    </>
  );
}
