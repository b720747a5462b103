import { useMemo, useState } from "react";
import { formatCount, formatInstant } from "../../format.ts";
import { quickChart } from "./quick-chart.ts";
import { ResultChart } from "./result-chart.tsx";
import { ResultTable, ROWS_SHOWN_MAX } from "./result-table.tsx";
import type { SqlResult } from "./sql-api.ts";
import { SqlExports } from "./sql-exports.tsx";

/** A result with its summary, as a table or chart, and its downloads. */
export function SqlResultView({ query, result }: { readonly query: string; readonly result: SqlResult }) {
  const chart = useMemo(() => quickChart(result), [result]);
  const [wantsChart, setWantsChart] = useState(false);
  const isChart = wantsChart && chart !== null;
  return (
    <section className="sql-result" aria-label="Result">
      <div className="sql-result-bar">
        <p role="status">{summaryOf(result)}</p>
        {chart !== null && (
          <fieldset className="sql-switch">
            <legend className="visually-hidden">Show as</legend>
            {[false, true].map((each) => (
              <label key={String(each)}>
                <input
                  type="radio"
                  name="sql-view"
                  checked={isChart === each}
                  onChange={() => setWantsChart(each)}
                />
                {each ? "Chart" : "Table"}
              </label>
            ))}
          </fieldset>
        )}
        <SqlExports query={query} />
      </div>
      {result.truncated && (
        <p className="sql-note">
          Showing the first {formatCount(result.row_count)} rows; the result has more. Download up to a
          million rows, or restrict the query.
        </p>
      )}
      {isChart ? <ResultChart chart={chart} /> : <ResultTable result={result} />}
      {!isChart && result.rows.length > ROWS_SHOWN_MAX && (
        <p className="sql-note">
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
