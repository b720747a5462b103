import { Link } from "react-router";
import { Button } from "../../components/button.tsx";
import { useFirstItems } from "../../components/first-items.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { useIsNarrow } from "../../components/page.tsx";
import type { SpaceFilterValues } from "../../components/space-filter.tsx";
import { TableScroll } from "../../components/table.tsx";
import {
  compareNames,
  durationMs,
  formatAligned,
  formatCount,
  formatDuration,
  formatMoment,
  formatOffset,
  formatShare,
  NOTHING,
} from "../../format.ts";
import { measuredText, unmeasuredIn } from "../../measured.ts";
import type { SpaceCounts } from "../../queries/counts.ts";
import { pathOf, type Space } from "../../queries/spaces.ts";
import type { RangeChoice, TimeRange } from "../../ranges.ts";
import { fullAt } from "../../utilization.ts";

/** The metrics of a space over a range; null if they are unknown. */
export type RankingRow = ReturnType<typeof rankingRow>;

const METRICS = ["peak", "peakShare", "average", "full", "entrances", "utilization"] as const;
type RankingMetric = (typeof METRICS)[number];

/** The columns by which rows can be sorted. */
export const COLUMNS = ["name", ...METRICS] as const;
export type RankingColumn = (typeof COLUMNS)[number];

export interface RankingOrder {
  readonly column: RankingColumn;
  readonly isAscending: boolean;
}

/** The metrics of a space in a range, over the part of it in which the space was measured. */
export function rankingRow(space: Space, counts: SpaceCounts | undefined, range: TimeRange) {
  const unmeasured = unmeasuredIn(space, range);
  const metrics = unmeasured === null ? counts?.metrics : undefined;
  const target = metrics?.target_utilization ?? null;
  return {
    space,
    path: pathOf(space),
    /** In people. */
    peak: metrics?.count.max.value ?? null,
    /** The peak as a share of the capacity, or of the target capacity. */
    peakShare: shareOf(metrics?.count.max.value, fullAt(space)),
    /** When the peak was first reached, ISO 8601. */
    peakAt: metrics?.count.max.timestamp ?? null,
    average: metrics?.count.average ?? null,
    /** The measured time at 80 % of the target capacity or more, in ms. */
    full: target === null ? null : durationMs(target.durations["80"]) + durationMs(target.durations["100"]),
    entrances: metrics?.entrances.total ?? null,
    /** The average target utilization, as a share of 1. */
    utilization: target?.average ?? null,
    /** The text for a space that was not measured; null for others. */
    unmeasured,
    /** Which part of the range was measured; null if it is all or nothing. */
    part: measuredText(space, range, space.time_zone),
  };
}

function shareOf(value: number | null | undefined, full: number | null): number | null {
  return value == null || full === null ? null : value / full;
}

/** Sorts rows. Unknown values come last in both orders, and equal values are sorted by name. */
export function inOrder(rows: readonly RankingRow[], { column, isAscending }: RankingOrder): RankingRow[] {
  const byName = (a: RankingRow, b: RankingRow) => compareNames(a.space.name, b.space.name);
  const sign = isAscending ? 1 : -1;
  if (column === "name") return [...rows].sort((a, b) => sign * byName(a, b));
  return [...rows].sort((a, b) => {
    const [left, right] = [a[column], b[column]];
    if (left === null || right === null)
      return Number(left === null) - Number(right === null) || byName(a, b);
    return sign * (left - right) || byName(a, b);
  });
}

/** The filters of the ranking; an empty text does not filter. */
export interface RankingFilter extends SpaceFilterValues {
  readonly type: string;
}

export function isRanked(space: Space, { type, tag, inside }: RankingFilter): boolean {
  return (
    (type === "" || space.space_type === type) &&
    (tag === "" || space.tags.includes(tag)) &&
    (inside === "" || space.ancestry.some(({ id }) => id === inside))
  );
}

const HOUR_MS = 3_600_000;

/** A number with a decimal point, from which readers of CSV infer the type of its column (D29). */
function decimal(value: number | null): string | null {
  return Number.isInteger(value) ? `${value}.0` : value === null ? null : String(value);
}

/** The rows as CSV with a header, in full precision. */
export async function rankingCsv(rows: readonly RankingRow[]): Promise<string> {
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const records = rows.map(({ space, ...row }) => ({
    space_id: space.id,
    name: space.name,
    path: row.path,
    space_type: space.space_type,
    peak: row.peak,
    peak_share_of_capacity: decimal(row.peakShare),
    peak_timestamp: row.peakAt,
    average: decimal(row.average),
    hours_from_80_percent_of_target: decimal(row.full === null ? null : row.full / HOUR_MS),
    entrances: row.entrances,
    average_target_utilization: decimal(row.utilization),
  }));
  return stringify(records, { header: true });
}

/** The titles of the columns, hints below them, and the formats of their values. */
const LOOKS: Readonly<Record<RankingColumn, { readonly title: string; readonly hint?: string }>> & {
  readonly [metric in RankingMetric]: { readonly format: (value: number | null) => string };
} = {
  name: { title: "Space" },
  peak: { title: "Peak", format: formatCount },
  peakShare: { title: "Peak of capacity", hint: "or of the target capacity", format: formatShare },
  average: { title: "Average", hint: "people", format: formatAligned },
  full: {
    title: "Time at 80% or more",
    hint: "of the target capacity",
    format: (value) => (value === null ? NOTHING : formatDuration(value)),
  },
  entrances: { title: "Entrances", format: formatCount },
  utilization: { title: "Utilization", hint: "average, of the target capacity", format: formatShare },
};

interface RankingProps {
  readonly rows: readonly RankingRow[];
  readonly order: RankingOrder;
  readonly onSort: (column: RankingColumn) => void;
  readonly choice: RangeChoice;
  readonly isBusy: boolean;
}

/** The first rows of the ranking as a table, or as cards on a narrow screen. */
export function RankingTable(props: RankingProps) {
  const isNarrow = useIsNarrow();
  const [rows, more] = useFirstItems(props.rows);
  const shown = { ...props, rows, highest: highestOf(props.rows) };
  return (
    <>
      {isNarrow ? <Cards {...shown} /> : <WideTable {...shown} />}
      {more}
    </>
  );
}

/** @property highest the values of full bars */
type ShownProps = RankingProps & { readonly highest: Readonly<Record<RankingMetric, number>> };

/** A table that the titles of its columns sort. */
function WideTable({ rows, order, onSort, choice, isBusy, highest }: ShownProps) {
  return (
    <TableScroll label="Ranking" isBusy={isBusy}>
      <table className="table tabular ranking-table">
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <SortableHead key={column} column={column} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.space.id}>
              <th scope="row">
                <SpaceLink row={row} choice={choice} />
              </th>
              {METRICS.map((metric) => (
                <td key={metric} className="numeric nowrap ranking-cell">
                  <Metric row={row} metric={metric} highest={highest[metric]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** A card for each space with all of its metrics. */
function Cards({ rows, order, onSort, choice, isBusy, highest }: ShownProps) {
  return (
    <div aria-busy={isBusy} className="stack gap-3 ranking-narrow">
      <div className="row end gap-2 ranking-order">
        <SelectField
          label="Sort by"
          value={order.column}
          choices={COLUMNS.map((value) => ({ value, name: LOOKS[value].title }))}
          onChange={onSort}
        />
        <Button onClick={() => onSort(order.column)}>
          {order.isAscending ? "▲ Ascending" : "▼ Descending"}
        </Button>
      </div>
      <ul className="stack gap-3 ranking-cards" aria-label="Ranking">
        {rows.map((row) => (
          <li key={row.space.id} className="card stack gap-3">
            <h2 className="break">
              <SpaceLink row={row} choice={choice} />
            </h2>
            <dl className="stack gap-2">
              {METRICS.map((metric) => (
                <div key={metric}>
                  <dt className="small soft">{LOOKS[metric].title}</dt>
                  <dd className="numeric">
                    <Metric row={row} metric={metric} highest={highest[metric]} />
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </div>
  );
}

function SpaceLink({ row, choice }: { readonly row: RankingRow; readonly choice: RangeChoice }) {
  const range = new URLSearchParams("name" in choice ? { range: choice.name } : { ...choice }).toString();
  return (
    <>
      <Link to={`/spaces/${row.space.id}?${range}`}>{row.space.name}</Link>
      <span className="block smaller soft unbold">{row.path}</span>
      {row.unmeasured !== null && <span className="badge band-quiet">{row.unmeasured}</span>}
      {row.part !== null && <span className="block smaller soft unbold">{row.part}</span>}
    </>
  );
}

/** The value of a full bar: the highest of all spaces, but 1 for shares. */
function highestOf(rows: readonly RankingRow[]): ShownProps["highest"] {
  const highest = METRICS.map((metric) => [metric, Math.max(1, ...rows.map((row) => row[metric] ?? 0))]);
  return { ...Object.fromEntries(highest), peakShare: 1, utilization: 1 };
}

/** A value over a bar that compares it with the highest one. */
function Metric(props: {
  readonly row: RankingRow;
  readonly metric: RankingMetric;
  readonly highest: number;
}) {
  const { row, metric, highest } = props;
  const value = row[metric];
  const share = Math.min(1, (value ?? 0) / highest);
  const when = metric === "peak" ? peakTime(row) : undefined;
  return (
    <>
      {LOOKS[metric].format(value)}
      <span className="block ranking-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {when !== undefined && <span className="block smaller soft unbold">{when}</span>}
    </>
  );
}

/** The time of the peak with the offset from UTC; undefined if the space had no people. */
function peakTime({ peak, peakAt, space }: RankingRow): string | undefined {
  if (peak === null || peak === 0 || peakAt === null) return undefined;
  return `${formatMoment(peakAt, space.time_zone)} ${formatOffset(peakAt, space.time_zone)}`;
}

function SortableHead(props: Pick<RankingProps, "order" | "onSort"> & { readonly column: RankingColumn }) {
  const { column, order, onSort } = props;
  const { title, hint } = LOOKS[column];
  const isSorted = order.column === column;
  const sorted = order.isAscending ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={isSorted ? sorted : "none"}>
      <button type="button" className="plain-button strong ranking-sort" onClick={() => onSort(column)}>
        {isSorted && (
          <span className="ranking-arrow" aria-hidden="true">
            {order.isAscending ? "▲" : "▼"}
          </span>
        )}
        {title}
      </button>
      {hint !== undefined && <span className="block smaller soft unbold">{hint}</span>}
    </th>
  );
}
