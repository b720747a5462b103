import { MEASURES, type Measure } from "./week-grid.ts";
import { shortValue } from "./words.ts";

const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** What the colours mean. */
export function HeatLegend({ highest, measure }: { readonly highest: number; readonly measure: Measure }) {
  if (highest === 0) return null;
  return (
    <div className="heat-legend">
      <span className="heat-legend-title">{MEASURES[measure]}</span>
      <div>
        <div className="heat-legend-ramp" aria-hidden="true" />
        <ol className="heat-legend-steps" aria-label="Values from the lightest to the strongest colour">
          {STEPS.map((step) => (
            <li key={step}>{shortValue(step * highest)}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
