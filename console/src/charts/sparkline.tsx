interface Point {
  /** In ms. */
  readonly timestamp: number;
  readonly value: number;
}

const WIDTH = 120;
const HEIGHT = 32;

/** A small step line of a count without axes. Hidden from screen readers, since a text beside it has the same data. */
export function Sparkline(props: {
  readonly points: readonly Point[];
  readonly start: number;
  readonly end: number;
  /** The count at the full height. Higher counts are drawn at the top. */
  readonly full: number;
  /** The count at which a dashed line is drawn. */
  readonly limit: number | null;
}) {
  const { points, start, end, full, limit } = props;
  const x = (timestamp: number) => ((timestamp - start) / Math.max(1, end - start)) * WIDTH;
  // Keeps the width of the line visible at the top and the bottom.
  const y = (value: number) => HEIGHT - 1 - Math.min(1, value / full) * (HEIGHT - 2);
  const line = points
    .map(({ timestamp, value }, index) =>
      index === 0 ? `M${fix(x(timestamp))} ${fix(y(value))}` : `H${fix(x(timestamp))}V${fix(y(value))}`,
    )
    .join("");
  const first = points[0];
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line className="sparkline-full" x1="0" x2={WIDTH} y1={y(full)} y2={y(full)} />
      {first !== undefined && (
        <>
          <path className="sparkline-area" d={`${line}H${WIDTH}V${HEIGHT}H${fix(x(first.timestamp))}Z`} />
          <path className="sparkline-line" d={`${line}H${WIDTH}`} />
        </>
      )}
      {limit !== null && limit <= full && (
        <line className="sparkline-limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />
      )}
    </svg>
  );
}

function fix(value: number): string {
  return value.toFixed(1);
}
