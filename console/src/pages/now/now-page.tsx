import "./now.css";
import { type CSSProperties, useMemo } from "react";
import { FirstEvent } from "../../components/first-event.tsx";
import { useFirstItems } from "../../components/first-items.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { Page } from "../../components/page.tsx";
import { SpaceFilters, type SpaceFilterValues } from "../../components/space-filter.tsx";
import { Empty, QueryState } from "../../components/states.tsx";
import { formatCount } from "../../format.ts";
import { useLiveSelection } from "../../live/live-provider.tsx";
import { isMeasuredNow, isWaiting } from "../../measured.ts";
import { type SpaceCounts, useManyCounts } from "../../queries/counts.ts";
import { type Silence, useSilences } from "../../queries/silence.ts";
import { pathOf, type Space, useSpaces } from "../../queries/spaces.ts";
import { useNow } from "../../queries/use-now.ts";
import { useUrlText, useUrlValues } from "../../search-parameters.ts";
import { BANDS, fullAt, safeLimitOf } from "../../utilization.ts";
import { NoSpaces } from "../set-up/no-spaces.tsx";
import { SpaceTile } from "./space-tile.tsx";

/** The silences of spaces, by space id. */
type Silences = ReadonlyMap<string, Silence>;

const NO_SPACES: readonly Space[] = [];

/** The filters of the Now page. A filter by a containing space shows that space, too. */
interface SpaceFilter extends SpaceFilterValues {
  /** Words that the name, the path or the function contains, in any order. */
  readonly search: string;
}

/** The spaces that match a filter. */
function filterSpaces(spaces: readonly Space[], { inside, tag, search }: SpaceFilter): readonly Space[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (space: Space) => `${pathOf(space)} ${space.name} ${space.function ?? ""}`.toLowerCase();
  return spaces.filter(
    (space) =>
      (inside === "" || space.id === inside || space.ancestry.some(({ id }) => id === inside)) &&
      (tag === "" || space.tags.includes(tag)) &&
      words.every((word) => textOf(space).includes(word)),
  );
}

/** Spaces with a count first, otherwise in the same order. */
export function countedFirst(spaces: readonly Space[]): readonly Space[] {
  return spaces.toSorted((a, b) => Number(isMeasuredNow(b)) - Number(isMeasuredNow(a)));
}

/** Groups spaces by their building, or by their outermost ancestor if they are in no building. */
function groupSpaces(spaces: readonly Space[]) {
  const buildings = new Set(spaces.filter((space) => space.space_type === "building").map(({ id }) => id));
  const groupOf = (space: Space) =>
    [space, ...space.ancestry].find(({ id }) => buildings.has(id)) ?? space.ancestry.at(-1) ?? space;
  return [...Map.groupBy(spaces, (space) => groupOf(space).id)].map(([key, members]) => ({
    key,
    title: members[0] === undefined ? "" : groupOf(members[0]).name,
    members,
  }));
}

/**
 * The count at the full height of the trends without a capacity: the highest count among them, so that they can be
 * compared.
 */
export function commonHeight(spaces: readonly Space[], trends: ReadonlyMap<string, SpaceCounts>): number {
  const shared = spaces.filter((space) => fullAt(space) === null);
  const samples = shared.flatMap(({ id }) => trends.get(id)?.results ?? []);
  return Math.max(1, ...samples.map(({ interval }) => interval.analytics.max));
}

const MINUTE_MS = 60_000;
const TREND_MS = 180 * MINUTE_MS;
const TREND_STEP_MS = 5 * MINUTE_MS;

/** Tiles have no trend if there are more spaces, to limit the number of requests. */
const TRENDS_MAX = 400;

/** The URL parameters of the filter. */
const FILTERS = ["inside", "tag", "search"] as const;

const UNLIMITED = Number.POSITIVE_INFINITY;

/** All spaces with their current counts. */
export function NowPage() {
  const spaces = useSpaces();
  const [filter, setFilter] = useUrlValues(FILTERS);
  const shown = useMemo(() => filterSpaces(spaces.data ?? [], filter), [spaces.data, filter]);
  const silences = useSilences(spaces.data ?? NO_SPACES);
  if (spaces.data === undefined) return <QueryState query={spaces} />;
  const waiting = spaces.data.some(isMeasuredNow) ? undefined : spaces.data.find(isWaiting);
  return (
    <Page
      title="Now"
      lead={<Summary spaces={shown} silences={silences} />}
      tools={<NowFilters spaces={spaces.data} filter={filter} onFilter={setFilter} />}
    >
      {spaces.data.length === 0 && <NoSpaces />}
      {waiting !== undefined && <FirstEvent space={waiting} />}
      {spaces.data.length > 0 && shown.length === 0 && <Empty title="No results" />}
      <Tiles spaces={shown} all={spaces.data} silences={silences} />
      {shown.length > 0 && <Legend hasTrends={shown.length <= TRENDS_MAX} />}
    </Page>
  );
}

/** @param props.all also the filtered spaces: their trends are loaded before the filter changes */
function Tiles(props: {
  readonly spaces: readonly Space[];
  readonly all: readonly Space[];
  readonly silences: Silences;
}) {
  const { spaces, all, silences } = props;
  const end = useNow(TREND_STEP_MS);
  const start = end - TREND_MS;
  const hasTrends = spaces.length <= TRENDS_MAX;
  const loaded = all.length <= TRENDS_MAX ? all : spaces;
  const ids = useMemo(
    () => (hasTrends ? loaded.filter(isMeasuredNow).map(({ id }) => id) : []),
    [hasTrends, loaded],
  );
  const trends = useManyCounts(ids, { start, end, interval: "5m" });
  const height = useMemo(() => commonHeight(loaded, trends.data ?? new Map()), [loaded, trends.data]);
  const shown = { start, end, height, samples: trends.data, hasFailed: trends.isLoadingError };
  const ordered = useMemo(() => countedFirst(spaces), [spaces]);
  const [first, more] = useFirstItems(ordered);
  const groups = groupSpaces(first);
  return (
    <div className="now-groups">
      {groups.map(({ key, title, members }) => (
        <section
          key={key}
          className="stack gap-3"
          aria-labelledby={`group-${key}`}
          style={{ "--tiles": members.length } as CSSProperties}
        >
          <h2 id={`group-${key}`} className="soft">
            {title}
          </h2>
          <div className="tiles">
            {members.map((space) => (
              <SpaceTile
                key={space.id}
                space={space}
                trends={hasTrends ? shown : null}
                silence={silences.get(space.id)}
              />
            ))}
          </div>
        </section>
      ))}
      {more}
    </div>
  );
}

/** The numbers of spaces, of those with a utilization of at least 80 %, of unsafe ones, and of those without data. */
function Summary({ spaces, silences }: { readonly spaces: readonly Space[]; readonly silences: Silences }) {
  const summary = useLiveSelection((countOf) => {
    const measured = spaces.filter(isMeasuredNow);
    const full = measured.filter((space) => countOf(space) >= 0.8 * (fullAt(space) ?? UNLIMITED)).length;
    const unsafe = measured.filter((space) => countOf(space) > (safeLimitOf(space) ?? UNLIMITED)).length;
    const parts = [`${formatCount(spaces.length)} ${spaces.length === 1 ? "space" : "spaces"}`];
    if (full > 0) parts.push(`${formatCount(full)} at 80% or more`);
    const silent = spaces.filter((space) => isWaiting(space) || silences.has(space.id)).length;
    if (unsafe > 0) parts.push(`${formatCount(unsafe)} unsafe`);
    if (silent > 0) parts.push(`${formatCount(silent)} without data`);
    return parts.join(" · ");
  });
  return <span data-summary>{summary}</span>;
}

/** Explains the colours of the bars and the height of the lines. */
function Legend({ hasTrends }: { readonly hasTrends: boolean }) {
  return (
    <div className="stack gap-2">
      <ul className="row gap-4 small soft now-legend" aria-label="Colours">
        {BANDS.map(({ name, label }) => (
          <li key={name} className={`band-${name}`}>
            {label}
          </li>
        ))}
      </ul>
      {hasTrends && (
        <p className="small soft">
          Lines show the last 3 hours. The top of a line is the capacity of the space, or its target capacity.
          Spaces without either share a scale, up to the highest count among them.
        </p>
      )}
    </div>
  );
}

/** Filters spaces by name, by the space that contains them, and by tag. */
function NowFilters(props: {
  readonly spaces: readonly Space[];
  readonly filter: SpaceFilter;
  readonly onFilter: (changes: Partial<SpaceFilter>) => void;
}) {
  const { spaces, filter, onFilter } = props;
  const search = useUrlText(filter.search, (text) => onFilter({ search: text }));
  const parents = useMemo(() => spaces.filter(({ space_type: type }) => type !== "space"), [spaces]);
  return (
    <>
      <TextField type="search" label="Search spaces" {...search} />
      <SpaceFilters spaces={spaces} parents={parents} filter={filter} onFilter={onFilter} />
    </>
  );
}
