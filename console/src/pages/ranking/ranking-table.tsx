import { Link } from "react-router";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { TableScroll } from "../../components/table.tsx";
import { NARROW, useMedia } from "../../components/use-media.ts";
import {
  formatAligned,
  formatCount,
  formatDuration,
  formatMoment,
  formatOffset,
  formatShare,
  NOTHING,
} from "../../format.ts";
import { NOT_MEASURED } from "../../measured.ts";
import type { RangeChoice } from "../../ranges.ts";
import {
  COLUMNS,
  METRICS,
  type RankingColumn,
  type RankingMetric,
  type RankingOrder,
  type RankingRow,
} from "./ranking-rows.ts";

const TITLES: Readonly<Record<RankingColumn, string>> = {
  name: "Space",
  peak: "Peak",
  average: "Average",
  full: "Time at 80% or more",
  entrances: "Entrances",
  utilization: "Utilization",
};

const HINTS: Partial<Record<RankingColumn, string>> = {
  full: "of the target capacity",
  utilization: "average, of the target capacity",
  average: "people",
};

interface RankingProps {
  readonly rows: readonly RankingRow[];
  readonly order: RankingOrder;
  readonly onSort: (column: RankingColumn) => void;
  readonly choice: RangeChoice;
  readonly isBusy: boolean;
}

/** The ranking as a table, or as cards on a narrow screen. */
export function RankingTable(props: RankingProps) {
  const isNarrow = useMedia(NARROW);
  return isNarrow ? <Cards {...props} /> : <WideTable {...props} />;
}

/** A table that the titles of its columns sort. */
function WideTable({ rows, order, onSort, choice, isBusy }: RankingProps) {
  const highest = highestOf(rows);
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
                <td key={metric} className="numeric ranking-cell">
                  <Metric row={row} metric={metric} highest={highest} />
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
function Cards({ rows, order, onSort, choice, isBusy }: RankingProps) {
  const highest = highestOf(rows);
  return (
    <div aria-busy={isBusy} className="ranking-narrow">
      <div className="ranking-order">
        <SelectField
          label="Sort by"
          value={order.column}
          choices={COLUMNS.map((value) => ({ value, name: TITLES[value] }))}
          onChange={onSort}
        />
        <Button onClick={() => onSort(order.column)}>
          {order.isAscending ? "▲ Ascending" : "▼ Descending"}
        </Button>
      </div>
      <ul className="stack gap-3 ranking-cards" aria-label="Ranking">
        {rows.map((row) => (
          <li key={row.space.id} className="card">
            <h2>
              <SpaceLink row={row} choice={choice} />
            </h2>
            <dl className="stack gap-2">
              {METRICS.map((metric) => (
                <div key={metric}>
                  <dt className="small soft">{TITLES[metric]}</dt>
                  <dd className="numeric">
                    <Metric row={row} metric={metric} highest={highest} />
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
      <span className="smaller soft ranking-note">{row.path}</span>
      {!row.isMeasured && <span className="badge band-quiet">{NOT_MEASURED}</span>}
    </>
  );
}

/** The value of a full bar: the highest of all spaces, but 1 for the utilization. */
function highestOf(rows: readonly RankingRow[]): Readonly<Record<RankingMetric, number>> {
  const maximum = (metric: RankingMetric) => Math.max(1, ...rows.map((row) => row[metric] ?? 0));
  return {
    peak: maximum("peak"),
    average: maximum("average"),
    full: maximum("full"),
    entrances: maximum("entrances"),
    utilization: 1,
  };
}

const METRIC_FORMATS: Readonly<Record<RankingMetric, (value: number | null) => string>> = {
  peak: formatCount,
  average: formatAligned,
  full: (value) => (value === null ? NOTHING : formatDuration(value)),
  entrances: formatCount,
  utilization: formatShare,
};

/** A value over a bar that compares it with the highest one. */
function Metric(props: {
  readonly row: RankingRow;
  readonly metric: RankingMetric;
  readonly highest: Readonly<Record<RankingMetric, number>>;
}) {
  const { row, metric, highest } = props;
  const value = row[metric];
  const share = Math.min(1, (value ?? 0) / highest[metric]);
  const when = metric === "peak" ? peakTime(row) : undefined;
  return (
    <>
      {METRIC_FORMATS[metric](value)}
      <span className="ranking-bar" aria-hidden="true">
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {when !== undefined && <span className="smaller soft ranking-note">{when}</span>}
    </>
  );
}

/** The time of the peak with the offset from UTC; undefined if the space had no people. */
function peakTime({ peak, peakAt, space }: RankingRow): string | undefined {
  if (peak === null || peak === 0 || peakAt === null) return undefined;
  return `${formatMoment(peakAt, space.time_zone)} ${formatOffset(peakAt, space.time_zone)}`;
}

function SortableHead(props: {
  readonly column: RankingColumn;
  readonly order: RankingOrder;
  readonly onSort: (column: RankingColumn) => void;
}) {
  const { column, order, onSort } = props;
  const isSorted = order.column === column;
  const sorted = order.isAscending ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={isSorted ? sorted : "none"}>
      <button type="button" className="plain-button ranking-sort" onClick={() => onSort(column)}>
        {isSorted && (
          <span className="ranking-arrow" aria-hidden="true">
            {order.isAscending ? "▲" : "▼"}
          </span>
        )}
        {TITLES[column]}
      </button>
      {HINTS[column] !== undefined && <span className="smaller soft ranking-note">{HINTS[column]}</span>}
    </th>
  );
}
