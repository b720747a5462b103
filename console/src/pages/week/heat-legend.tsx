import { shortValue } from "./labels.ts";
import { MEASURES, type Measure } from "./week-grid.ts";

const STEPS = [0, 0.25, 0.5, 0.75, 1];

/** The colour scale of the heat map. */
export function HeatLegend({ highest, measure }: { readonly highest: number; readonly measure: Measure }) {
  if (highest === 0) return null;
  return (
    <div className="heat-legend">
      <span className="heat-legend-title">{MEASURES[measure]}</span>
      <div>
        <div className="heat-legend-ramp" aria-hidden="true" />
        <ol className="heat-legend-steps" aria-label="Colour scale">
          {STEPS.map((step) => (
            <li key={step}>{shortValue(step * highest)}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
