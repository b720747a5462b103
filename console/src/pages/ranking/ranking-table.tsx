import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { TableScroll } from "../../components/table-scroll.tsx";
import { formatAverage, formatCount, formatMoment, formatShare, NOTHING } from "../../format.ts";
import { NOT_MEASURED } from "../../measured.ts";
import type { RangeChoice } from "../../ranges.ts";
import type { RankingColumn, RankingOrder, RankingRow } from "./ranking-rows.ts";

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
  utilization: "average of target",
  average: "people",
};

/** The spaces in an order that a click on a column's title changes. */
export function RankingTable(props: {
  readonly rows: readonly RankingRow[];
  readonly order: RankingOrder;
  readonly onSort: (column: RankingColumn) => void;
  readonly choice: RangeChoice;
  readonly isBusy: boolean;
}) {
  const { rows, order, onSort, choice, isBusy } = props;
  const highest = (column: "peak" | "average" | "full" | "entrances") =>
    Math.max(1, ...rows.map((row) => row[column] ?? 0));
  const most = {
    peak: highest("peak"),
    average: highest("average"),
    full: highest("full"),
    entrances: highest("entrances"),
  };
  const range = new URLSearchParams("name" in choice ? { range: choice.name } : { ...choice }).toString();
  return (
    <TableScroll label="Ranking" isBusy={isBusy}>
      <table className="table ranking-table">
        <thead>
          <tr>
            {(Object.keys(TITLES) as RankingColumn[]).map((column) => (
              <SortableHead key={column} column={column} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.space.id}>
              <th scope="row">
                <Link to={`/spaces/${row.space.id}?${range}`}>{row.space.name}</Link>
                <span className="ranking-path">{row.path}</span>
                {!row.isMeasured && <span className="badge badge-quiet">{NOT_MEASURED}</span>}
              </th>
              <Bar value={row.peak} of={most.peak} when={peakTime(row)}>
                {formatCount(row.peak)}
              </Bar>
              <Bar value={row.average} of={most.average}>
                {formatAverage(row.average)}
              </Bar>
              <Bar value={row.full} of={most.full}>
                {formatDuration(row.full)}
              </Bar>
              <Bar value={row.entrances} of={most.entrances}>
                {formatCount(row.entrances)}
              </Bar>
              <Bar value={row.utilization} of={1}>
                {formatShare(row.utilization)}
              </Bar>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** When a space was fullest; nothing where nobody was there. */
function peakTime({ peak, peakAt, space }: RankingRow): string | undefined {
  return peak === null || peak === 0 || peakAt === null ? undefined : formatMoment(peakAt, space.time_zone);
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
      <button type="button" className="ranking-sort" onClick={() => onSort(column)}>
        {TITLES[column]}
        <span className="ranking-arrow" aria-hidden="true">
          {isSorted ? (order.isAscending ? "▲" : "▼") : ""}
        </span>
      </button>
      {HINTS[column] !== undefined && <span className="ranking-hint">{HINTS[column]}</span>}
    </th>
  );
}

/** A number over a bar that says how it compares with the most. */
function Bar(props: {
  readonly value: number | null;
  readonly of: number;
  readonly when?: string | undefined;
  readonly children: ReactNode;
}) {
  const { value, of, when, children } = props;
  const share = Math.min(1, (value ?? 0) / of);
  return (
    <td className="numeric ranking-cell" style={{ "--share": share.toFixed(4) } as CSSProperties}>
      {children}
      <span className="ranking-bar" aria-hidden="true" />
      {when !== undefined && <span className="ranking-when">{when}</span>}
    </td>
  );
}

const MINUTE_MS = 60_000;

/** Such as `41 h 05 min`. */
function formatDuration(ms: number | null): string {
  if (ms === null) return NOTHING;
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return `${minutes} min`;
  return `${formatCount(Math.floor(minutes / 60))} h ${String(minutes % 60).padStart(2, "0")} min`;
}
