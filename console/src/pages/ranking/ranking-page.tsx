import { DateTime } from "luxon";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { Page } from "../../components/page.tsx";
import { RangePicker, useRangeChoice } from "../../components/range-picker.tsx";
import { Empty, Unanswered } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { saveFile } from "../../save-file.ts";
import { withParameters } from "../../search-parameters.ts";
import { rankingCsv } from "./ranking-csv.ts";
import { RankingFilters } from "./ranking-filters.tsx";
import {
  COLUMNS,
  inOrder,
  isRanked,
  type RankingColumn,
  type RankingOrder,
  rankingRow,
} from "./ranking-rows.ts";
import { RankingTable } from "./ranking-table.tsx";
import { useMeasured } from "./use-measured.ts";
import { useRanking } from "./use-ranking.ts";
import "./ranking.css";

const QUARTER_MS = 900_000;

/** Spaces side by side: which is used most, and for how long it is nearly full. */
export function RankingPage() {
  const spaces = useSpaces();
  if (spaces.data === undefined) return <Unanswered query={spaces} />;
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
  const set = (changes: Readonly<Record<string, string | null>>) =>
    setParameters((before) => withParameters(before, changes), { replace: true });
  const sort = (column: RankingColumn) => {
    // Most first, but names from A on; the same column again turns round.
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
    showToast("The table has been saved as ranking.csv.");
  };
  return (
    <Page
      title="Ranking"
      lead="Spaces by how many people they have, over days of their own time zones."
      tools={
        <>
          <RangePicker choice={choice} onChoose={choose} today={DateTime.fromMillis(now).toISODate() ?? ""} />
          <RankingFilters spaces={spaces} filter={filter} onFilter={set} />
          <button
            type="button"
            className="button"
            disabled={rows.length === 0}
            onClick={() => void download()}
          >
            Download CSV
          </button>
        </>
      }
    >
      {ranking.data === undefined && spaces.length > 0 && <Unanswered query={ranking}>Counting…</Unanswered>}
      {ranking.data !== undefined && rows.length > 0 && (
        <RankingTable
          rows={rows}
          order={order}
          onSort={sort}
          choice={choice}
          isBusy={ranking.isPlaceholderData}
        />
      )}
      {rows.length === 0 && <NoRows hasSpaces={spaces.length > 0} onClear={() => set(NO_FILTER)} />}
    </Page>
  );
}

const NO_FILTER = { type: null, tag: null, inside: null };

function NoRows({ hasSpaces, onClear }: { readonly hasSpaces: boolean; readonly onClear: () => void }) {
  if (!hasSpaces) return <Empty title="There is no space yet." />;
  return (
    <Empty title="No space is like that.">
      <button type="button" className="button" onClick={onClear}>
        Show all
      </button>
    </Empty>
  );
}

function orderOf(parameters: URLSearchParams): RankingOrder {
  const column = COLUMNS.find((each) => each === parameters.get("sort")) ?? "peak";
  return { column, isAscending: parameters.get("order") === "asc" };
}
