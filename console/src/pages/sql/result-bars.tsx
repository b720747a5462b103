import { type CSSProperties, useState } from "react";
import { Field } from "../../components/field.tsx";
import { BARS_MAX, type QuickChart } from "./quick-chart.ts";
import { valueText } from "./result-values.ts";

/** Bars beside names, one column of numbers at a time: names stay readable, however long they are. */
export function ResultBars({ chart }: { readonly chart: Extract<QuickChart, { kind: "bars" }> }) {
  const { labels, series } = chart;
  const [chosen, setChosen] = useState(0);
  const shown = series[chosen] ?? series[0];
  if (shown === undefined) return null;
  const most = Math.max(...shown.values.map((value) => Math.abs(value ?? 0))) || 1;
  return (
    <figure className="card sql-chart">
      {series.length > 1 && (
        <Field label="Bars of">
          {(control) => (
            <select {...control} value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
              {series.map(({ name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names of columns may repeat
                <option key={index} value={index}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <dl className="sql-bars">
        {labels.map((label, index) => {
          const value = shown.values[index] ?? null;
          const share = Math.abs(value ?? 0) / most;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat
            <div key={index} style={{ "--share": share.toFixed(4) } as CSSProperties}>
              <dt>{label}</dt>
              <dd className={value !== null && value < 0 ? "sql-bar-negative" : ""}>
                <span>{value === null ? "NULL" : valueText(value, { name: "", type: "DOUBLE" })}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <figcaption className="sql-hint">
        {shown.name}
        {labels.length === BARS_MAX && ` of the first ${BARS_MAX} rows`}
      </figcaption>
    </figure>
  );
}
