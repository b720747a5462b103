import { useMemo } from "react";
import type { Overlays } from "./chart-overlays.ts";
import { legendOf } from "./legend.ts";
import type { Sample } from "./samples.ts";

/** The legend of the marks in the charts. */
export function ChartLegend(props: {
  readonly overlays: Overlays;
  readonly samples: readonly Sample[];
  readonly previous: readonly Sample[];
}) {
  const { overlays, samples, previous } = props;
  const entries = useMemo(() => {
    const highest = [...samples, ...previous].reduce((most, { max }) => Math.max(most, max), 0);
    return legendOf(overlays, highest);
  }, [overlays, samples, previous]);
  if (entries.length === 0) return null;
  return (
    <ul className="space-legend" aria-label="Legend">
      {entries.map(({ mark, label }) => (
        <li key={mark}>
          <span className={`space-legend-mark space-legend-${mark}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}
