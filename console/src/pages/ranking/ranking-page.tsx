import "./ranking.css";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { DateTime } from "luxon";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { answerOf, type HeadcountClient } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/form/fields.tsx";
import { Page } from "../../components/page.tsx";
import { RangePicker, useRangeChoice } from "../../components/range-picker.tsx";
import { SpaceFilters } from "../../components/space-filter.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { readable } from "../../format.ts";
import { hasNoPeople, isMeasuredIn, isMeasuredNow } from "../../measured.ts";
import type { SpaceCounts } from "../../queries/counts.ts";
import { useLinkSpans } from "../../queries/links.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { type RangeChoice, rangeOf, rangeParametersOf, type TimeRange } from "../../ranges.ts";
import { saveFile } from "../../save-file.ts";
import { type Parameters, withParameters } from "../../search-parameters.ts";
import { useSession } from "../../session.tsx";
import {
  COLUMNS,
  inOrder,
  isRanked,
  type RankingColumn,
  type RankingFilter,
  type RankingOrder,
  rankingCsv,
  rankingRow,
} from "./ranking-rows.ts";
import { RankingTable } from "./ranking-table.tsx";

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

/** Filters the ranked spaces by type, by the space that contains them, and by tag. */
export function RankingFilters(props: {
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
          choices={[
            { value: "", name: "Any" },
            ...types.map((type) => ({ value: type, name: readable(type) })),
          ]}
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

/** Whether a space was measured in a range. Fetches links only if the counts of a space are all 0. */
export function useMeasured(
  counts: ReadonlyMap<string, SpaceCounts> | undefined,
  choice: RangeChoice,
  now: number,
): (space: Space) => boolean {
  const hasEmpty = [...(counts?.values() ?? [])].some(({ metrics }) => hasNoPeople(metrics));
  const links = useLinkSpans(null, { enabled: hasEmpty });
  return useCallback(
    (space) => {
      const own = counts?.get(space.id);
      if (own === undefined || !hasNoPeople(own.metrics)) return true;
      if (links.data === undefined) return isMeasuredNow(space);
      return isMeasuredIn(space.id, links.data, rangeOf(choice, space.time_zone, now));
    },
    [counts, links.data, choice, now],
  );
}

/** The maximum number of spaces in a request (D22). */
const SPACES_MAX = 200;

/** The metrics of each space over a range of days in its time zone, by space id. */
export function useRanking(spaces: readonly Space[], choice: RangeChoice, now: number) {
  const { client } = useSession();
  const byZone = [...Map.groupBy(spaces, (space) => space.time_zone)];
  const parts = byZone.flatMap(([zone, inZone]) => {
    const range = rangeOf(choice, zone, now);
    return chunks(inZone, SPACES_MAX).map((each) => ({ range, ids: each.map(({ id }) => id) }));
  });
  return useQuery({
    queryKey: ["ranking", parts],
    queryFn: async ({ signal }) => {
      const responses = await Promise.all(
        parts.map(({ range, ids }) => readPart(client, ids, range, signal)),
      );
      return new Map(responses.flat().map((counts) => [counts.space_id, counts]));
    },
    placeholderData: keepPreviousData,
    enabled: spaces.length > 0,
  });
}

function chunks<Item>(items: readonly Item[], size: number): readonly Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Requests the longest interval, since only the metrics of the whole range are used. */
async function readPart(
  client: HeadcountClient,
  spaceIds: string[],
  range: TimeRange,
  signal: AbortSignal,
): Promise<readonly SpaceCounts[]> {
  const query = { ...rangeParametersOf(range), space_id: spaceIds, interval: "1M" };
  const { results } = await answerOf(client.v2.GET("/v2/counts/", { params: { query }, signal }));
  return results;
}
