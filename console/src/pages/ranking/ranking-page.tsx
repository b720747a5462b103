import { DateTime } from "luxon";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { RangePicker, useRangeChoice } from "../../components/range-picker.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { saveFile } from "../../save-file.ts";
import { type Parameters, withParameters } from "../../search-parameters.ts";
import { rankingCsv } from "./ranking-csv.ts";
import { RankingFilters } from "./ranking-filters.tsx";
import {
  COLUMNS,
  inOrder,
  isRanked,
  type RankingColumn,
  type RankingFilter,
  type RankingOrder,
  rankingRow,
} from "./ranking-rows.ts";
import { RankingTable } from "./ranking-table.tsx";
import { useMeasured } from "./use-measured.ts";
import { useRanking } from "./use-ranking.ts";
import "./ranking.css";

const QUARTER_MS = 900_000;

/** Ranks spaces by peak, average, time at high utilization, entrances or utilization. */
export function RankingPage() {
  const spaces = useSpaces();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  return <Ranking spaces={spaces.data} />;
}

function Ranking({ spaces }: { readonly spaces: readonly Space[] }) {
  const [parameters, setParameters] = useSearchParams();
  const [choice, choose] = useRangeChoice("30d");
  const now = useNow(QUARTER_MS);
  const showToast = useToast();
  const ranking = useRanking(spaces, choice, now);
  const isMeasured = useMeasured(ranking.data, choice, now);
  const filter = {
    type: parameters.get("type") ?? "",
    tag: parameters.get("tag") ?? "",
    inside: parameters.get("inside") ?? "",
  };
  const order = orderOf(parameters);
  const set = (changes: Parameters) =>
    setParameters((before) => withParameters(before, changes), { replace: true });
  const setFilter = (changes: Partial<RankingFilter>) =>
    set(Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value || null])));
  const sort = (column: RankingColumn) => {
    // Numbers start descending, names ascending. The same column again reverses the order.
    const isAscending = order.column === column ? !order.isAscending : column === "name";
    set({ sort: column, order: isAscending ? "asc" : "desc" });
  };
  const ranked = useMemo(
    () => spaces.map((space) => rankingRow(space, ranking.data?.get(space.id), isMeasured(space))),
    [spaces, ranking.data, isMeasured],
  );
  const rows = inOrder(
    ranked.filter(({ space }) => isRanked(space, filter)),
    order,
  );
  const download = async () => {
    saveFile(new Blob([await rankingCsv(rows)], { type: "text/csv" }), "ranking.csv");
    showToast("ranking.csv has been saved.");
  };
  return (
    <Page
      title="Ranking"
      lead="Spaces sorted by occupancy. Days are in the time zone of each space."
      tools={
        <>
          <RangePicker choice={choice} onChoose={choose} today={DateTime.fromMillis(now).toISODate() ?? ""} />
          <RankingFilters spaces={spaces} filter={filter} onFilter={setFilter} />
          <Button disabled={rows.length === 0} onClick={() => void download()}>
            Download CSV
          </Button>
        </>
      }
    >
      {ranking.data === undefined && spaces.length > 0 && (
        <QueryState query={ranking}>Loading counts…</QueryState>
      )}
      {ranking.data !== undefined && rows.length > 0 && (
        <RankingTable
          rows={rows}
          order={order}
          onSort={sort}
          choice={choice}
          isBusy={ranking.isPlaceholderData}
        />
      )}
      {rows.length === 0 && <NoRows hasSpaces={spaces.length > 0} onClear={() => setFilter(NO_FILTER)} />}
    </Page>
  );
}

const NO_FILTER: RankingFilter = { type: "", tag: "", inside: "" };

function NoRows({ hasSpaces, onClear }: { readonly hasSpaces: boolean; readonly onClear: () => void }) {
  if (!hasSpaces) return <Empty title="No spaces yet" />;
  return (
    <Empty title="No results">
      <Button onClick={onClear}>Clear filters</Button>
    </Empty>
  );
}

function orderOf(parameters: URLSearchParams): RankingOrder {
  const column = COLUMNS.find((each) => each === parameters.get("sort")) ?? "peak";
  return { column, isAscending: parameters.get("order") === "asc" };
}
