import { type CSSProperties, useState } from "react";
import { SelectField } from "../../components/form/fields.tsx";
import { BARS_MAX, type QuickChart } from "./quick-chart.ts";
import { valueText } from "./result-values.ts";

/** Horizontal bars with labels, for one column of numbers at a time. */
export function ResultBars({ chart }: { readonly chart: Extract<QuickChart, { kind: "bars" }> }) {
  const { labels, series } = chart;
  const [chosen, setChosen] = useState(0);
  const shown = series[chosen] ?? series[0];
  if (shown === undefined) return null;
  const highest = Math.max(...shown.values.map((value) => Math.abs(value ?? 0))) || 1;
  return (
    <figure className="card sql-chart">
      {series.length > 1 && (
        <SelectField
          label="Column"
          value={String(chosen)}
          choices={series.map(({ name }, index) => ({ value: String(index), name }))}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      <dl className="sql-bars">
        {labels.map((label, index) => {
          const value = shown.values[index] ?? null;
          const share = Math.abs(value ?? 0) / highest;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: labels can repeat
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
