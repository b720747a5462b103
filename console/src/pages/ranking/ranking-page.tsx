import "./ranking.css";
import { keepPreviousData, useMutation } from "@tanstack/react-query";
import { DateTime } from "luxon";
import { useMemo } from "react";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { Page } from "../../components/page.tsx";
import { RangePicker, useRangeChoice } from "../../components/range-picker.tsx";
import { SpaceFilters } from "../../components/space-filter.tsx";
import { Empty, ErrorNote, QueryState } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { deviceZone, readable } from "../../format.ts";
import { readManyCounts } from "../../queries/counts.ts";
import { saveForExcel } from "../../queries/excel.ts";
import { useFetched } from "../../queries/resources.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { type RangeChoice, rangeOf, rangeProblem } from "../../ranges.ts";
import { rangeName, saveFile, slugOf } from "../../save-file.ts";
import { useUrlValues } from "../../search-parameters.ts";
import { useSession } from "../../session.tsx";
import { NoSpaces } from "../set-up/no-spaces.tsx";
import { formatRange } from "../space/numbers.tsx";
import {
  COLUMNS,
  inOrder,
  isRanked,
  type RankingColumn,
  type RankingFilter,
  type RankingOrder,
  RankingTable,
  rankingCsv,
  rankingRow,
} from "./ranking-table.tsx";

const QUARTER_MS = 900_000;
/** The longest range that a file for Excel has by the hour; longer ones have a row for each day. */
const EXCEL_HOURS_MS_MAX = 3 * 24 * 3_600_000;
/** The URL parameters of the filter and the order. */
const PARAMETERS = ["type", "tag", "inside", "sort", "order"] as const;

/** Ranks spaces by peak, average, time at high utilization, entrances or utilization. */
export function RankingPage() {
  const spaces = useSpaces();
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  return <Ranking spaces={spaces.data} />;
}

function Ranking({ spaces }: { readonly spaces: readonly Space[] }) {
  const [choice, choose] = useRangeChoice("30d");
  const now = useNow(QUARTER_MS);
  const today = DateTime.fromMillis(now).toISODate() ?? "";
  const showToast = useToast();
  const { client } = useSession();
  const problem = rangeProblem(choice);
  const zone = deviceZone();
  const days = problem === null ? `, ${formatRange(rangeOf(choice, zone, now), zone)}` : "";
  const ranking = useRanking(spaces, choice, now);
  const [values, set] = useUrlValues(PARAMETERS);
  const order: RankingOrder = {
    column: COLUMNS.find((each) => each === values.sort) ?? "peak",
    isAscending: values.order === "asc",
  };
  const sort = (column: RankingColumn) => {
    // Numbers start descending, names ascending. The same column again reverses the order.
    const isAscending = order.column === column ? !order.isAscending : column === "name";
    set({ sort: column, order: isAscending ? "asc" : "desc" });
  };
  const ranked = useMemo(
    () =>
      [...Map.groupBy(spaces, (space) => space.time_zone)].flatMap(([zone, inZone]) => {
        const range = rangeOf(choice, zone, now);
        return inZone.map((space) => rankingRow(space, ranking.data?.get(space.id), range));
      }),
    [spaces, ranking.data, choice, now],
  );
  const rows = inOrder(
    ranked.filter(({ space }) => problem === null && isRanked(space, values)),
    order,
  );
  const measured = rows.filter(({ unmeasured }) => unmeasured === null);
  const excel = useMutation({
    mutationFn: async () => {
      // A file has one range, and the days of a range depend on the time zone.
      const byZone = Map.groupBy(measured, ({ space }) => space.time_zone);
      for (const [zone, inZone] of byZone) {
        const range = rangeOf(choice, zone, now);
        const interval = range.end - range.start > EXCEL_HOURS_MS_MAX ? "1d" : "1h";
        const name = ["counts", rangeName(range, zone), ...(byZone.size === 1 ? [] : [slugOf(zone)])];
        const ids = inZone.map(({ space }) => space.id);
        await saveForExcel(client.v2, ids, { ...range, interval }, `${name.join("_")}.csv`);
      }
    },
  });
  const download = async () => {
    saveFile(new Blob([await rankingCsv(rows)], { type: "text/csv" }), "ranking.csv");
    showToast("ranking.csv has been saved.");
  };
  return (
    <Page
      title="Ranking"
      lead={`Spaces sorted by occupancy${days}. Days are in the time zone of each space.`}
      tools={
        <>
          <RangePicker choice={choice} onChoose={choose} custom={{ from: today, to: today }} />
          <RankingFilters spaces={spaces} filter={values} onFilter={set} />
          <Button disabled={rows.length === 0} onClick={() => void download()}>
            Download CSV
          </Button>
          <Button disabled={measured.length === 0 || excel.isPending} onClick={() => excel.mutate()}>
            Counts for Excel
          </Button>
        </>
      }
    >
      {excel.isError && <ErrorNote error={excel.error} />}
      {problem !== null && <Empty title={problem} />}
      {problem === null && ranking.data === undefined && spaces.length > 0 && (
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
      {spaces.length === 0 && <NoSpaces />}
      {problem === null && spaces.length > 0 && rows.length === 0 && (
        <Empty title="No results">
          <Button onClick={() => set({ type: "", tag: "", inside: "" })}>Clear filters</Button>
        </Empty>
      )}
    </Page>
  );
}

/** Filters the ranked spaces by type, by the space that contains them, and by tag. */
function RankingFilters(props: {
  readonly spaces: readonly Space[];
  readonly filter: RankingFilter;
  readonly onFilter: (changes: Partial<RankingFilter>) => void;
}) {
  const { spaces, filter, onFilter } = props;
  const types = [...new Set(spaces.map((space) => space.space_type))];
  const parentIds = new Set(spaces.flatMap(({ ancestry }) => ancestry.map(({ id }) => id)));
  return (
    <>
      {types.length > 0 && (
        <SelectField
          label="Type"
          value={filter.type}
          choices={[{ value: "", name: "Any" }, ...types.map((value) => ({ value, name: readable(value) }))]}
          onChange={(type) => onFilter({ type })}
        />
      )}
      <SpaceFilters
        spaces={spaces}
        parents={spaces.filter(({ id }) => parentIds.has(id))}
        filter={filter}
        onFilter={onFilter}
      />
    </>
  );
}

/** The metrics of each space over a range of days in its time zone, by space id. */
function useRanking(spaces: readonly Space[], choice: RangeChoice, now: number) {
  const parts = [...Map.groupBy(spaces, (space) => space.time_zone)].map(([zone, inZone]) => ({
    range: rangeOf(choice, zone, now),
    ids: inZone.map(({ id }) => id),
  }));
  return useFetched(
    ["ranking", parts],
    async (v2, signal) => {
      // The longest interval, since only the metrics of the whole range are used.
      const responses = parts.map(({ range, ids }) =>
        readManyCounts(v2, ids, { ...range, interval: "1M" }, signal),
      );
      return new Map((await Promise.all(responses)).flatMap((counts) => [...counts]));
    },
    { placeholderData: keepPreviousData, enabled: spaces.length > 0 },
  );
}
