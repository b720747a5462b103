import { DAY_MS, SECOND_MS } from "../../src/domain/instant.ts";
import type { ReadingResult } from "../../src/domain/reading.ts";

/** Totals as a device sends them. */
export interface ModelTotals {
  readonly at: number;
  readonly in: number;
  readonly out: number;
  readonly isBoot: boolean;
}

export interface ModelSettings {
  readonly cap: number;
  readonly width: number | null;
  /** When the totals are set to 0, in ms of the day of UTC; null for never. */
  readonly resetsAt: number | null;
}

export interface ModelOutcome {
  readonly result: ReadingResult;
  readonly crossings: readonly { readonly timestamp: number; readonly trajectory: 1 | -1 }[];
}

const DIRECTIONS = ["in", "out"] as const;
type Direction = (typeof DIRECTIONS)[number];

/** What is known while totals are read one after another. */
interface State {
  readonly read: ModelTotals[];
  readonly last: { in: Mark | null; out: Mark | null };
  /** Totals since the last reset that is known of, one for each instant. */
  readonly series: { in: Mark[]; out: Mark[] };
  /** The last reset that is known of with which totals began at 0. */
  begun: number;
  backwards: number;
  unfallen: number[];
  highest: number;
  suspended: boolean;
}

interface Mark {
  readonly at: number;
  readonly total: number;
}

interface Verdict {
  readonly result: "counted" | "wrap" | "reset" | "jump" | "backwards";
  readonly counted: number;
  readonly from: number;
  readonly reset: number | null;
  readonly isSet: boolean;
}

/**
 * What becomes of totals by D31, from all that have arrived: those from before the first one are read in the order of time
 * before it, the others in the order of arrival. A slow and plain reading of the page, to compare the engine with.
 */
export function outcomesOf(arrivals: readonly ModelTotals[], settings: ModelSettings): ModelOutcome[] {
  const first = arrivals[0]?.at ?? 0;
  const live = arrivals.filter(({ at }) => at >= first);
  const past = arrivals.filter(({ at }) => at < first).sort((a, b) => a.at - b.at);
  const outcomes = new Map<ModelTotals, ModelOutcome>();
  for (const [totals, outcome] of readAll(live, settings, true)) outcomes.set(totals, outcome);
  // The first totals count from those before them. What is loaded afterwards suspends no line.
  const begin = [
    ...past,
    ...live.filter((each) => each.at === first && isMoving(outcomes.get(each) as ModelOutcome)),
  ];
  if (past.length > 0)
    for (const [totals, outcome] of readAll(begin, settings, false)) outcomes.set(totals, outcome);
  return arrivals.map((each) => outcomes.get(each) as ModelOutcome);
}

function isMoving({ result }: ModelOutcome): boolean {
  return !["late", "duplicate", "conflict"].includes(result);
}

function readAll(sequence: readonly ModelTotals[], settings: ModelSettings, suspends: boolean) {
  const state: State = {
    read: [],
    last: { in: null, out: null },
    series: { in: [], out: [] },
    begun: -1,
    backwards: 0,
    unfallen: [],
    highest: 0,
    suspended: false,
  };
  return sequence.map((totals) => [totals, readOne(state, totals, settings, suspends)] as const);
}

function readOne(
  state: State,
  totals: ModelTotals,
  settings: ModelSettings,
  suspends: boolean,
): ModelOutcome {
  const arrivals = DIRECTIONS.map((direction) => arrivalOf(state, totals, direction));
  const nothing = (result: ReadingResult) => ({ result, crossings: [] });
  if (arrivals.includes("conflict")) return nothing("conflict");
  if (!arrivals.includes("new")) {
    if (!arrivals.includes("late")) return nothing("duplicate");
    state.read.push(totals);
    return nothing("late");
  }
  state.read.push(totals);
  const verdicts = DIRECTIONS.map((direction, index) =>
    arrivals[index] === "new" ? verdictOf(state, direction, totals, settings) : null,
  );
  const resets = verdicts.flatMap((verdict) => (verdict?.reset === null ? [] : (verdict ?? [])));
  noteResets(state, totals, verdicts);
  for (const [index, direction] of DIRECTIONS.entries()) {
    if (arrivals[index] !== "new") continue;
    const mark = { at: totals.at, total: totals[direction] };
    const series = state.series[direction];
    if (verdicts[index]?.reset != null) series.length = 0;
    if (series.at(-1)?.at === totals.at) series.pop();
    series.push(mark);
    state.last[direction] = mark;
  }
  if (resets.length > 0) state.begun = Math.max(...resets.map(({ reset }) => reset ?? -1));
  if (settings.width !== null && Math.max(totals.in, totals.out) >= 2 ** settings.width)
    state.highest = Math.max(state.highest, totals.in, totals.out);
  const results = verdicts.flatMap((verdict) => verdict?.result ?? []);
  const order = ["backwards", "jump", "reset", "wrap", "counted"] as const;
  const result = order.find((each) => results.includes(each)) ?? "baseline";
  state.backwards = result === "backwards" ? state.backwards + 1 : 0;
  if (suspends && (state.backwards >= 3 || state.unfallen.length >= 3 || areTwoDevices(state)))
    state.suspended = true;
  if (state.suspended || result === "jump" || result === "backwards") return nothing(result);
  const crossings = verdicts.flatMap((verdict, index) =>
    verdict === null ? [] : spread(verdict, totals.at, index === 0 ? 1 : -1),
  );
  return { result, crossings };
}

function arrivalOf({ read, last }: State, totals: ModelTotals, direction: Direction) {
  const mark = last[direction];
  if (mark === null || totals.at > mark.at) return "new";
  const total = totals[direction];
  const same = read.filter(({ at }) => at === totals.at).map((each) => each[direction]);
  if (same.includes(total)) return "known";
  if (total < Math.max(-1, ...same)) return "conflict";
  if (totals.at < mark.at) return "late";
  return total - mark.total <= 60 ? "new" : "conflict";
}

function verdictOf(
  state: State,
  direction: Direction,
  { at, [direction]: total, isBoot }: ModelTotals,
  { cap, width, resetsAt }: ModelSettings,
): Verdict | null {
  const mark = state.last[direction];
  if (mark === null) return null;
  const verdict = (
    result: Verdict["result"],
    counted: number,
    from = mark.at,
    reset: number | null = null,
    isSet = false,
  ): Verdict => ({ result, counted, from, reset, isSet });
  if (at === mark.at) return verdict("counted", total - mark.total);
  if (at - mark.at > 32 * DAY_MS) return verdict("jump", 0);
  const limit = (cap * (at - mark.at)) / SECOND_MS + 60;
  const reset = setReset(state, mark, at, total, resetsAt);
  if (reset !== null || isBoot) {
    const begin = reset ?? mark.at;
    return verdict(
      total <= limit ? "reset" : "jump",
      total <= limit ? total : 0,
      begin,
      begin,
      reset !== null,
    );
  }
  const difference = total - mark.total;
  if (difference > limit) return verdict("jump", 0);
  if (difference >= 0) return verdict("counted", difference);
  const range = width === null ? null : 2 ** width;
  if (
    range !== null &&
    state.highest < range &&
    mark.total < range &&
    mark.total >= 0.9 * range &&
    total <= 0.1 * range &&
    difference + range <= limit
  )
    return verdict("wrap", difference + range);
  if (total <= limit && total < mark.total / 2) return verdict("reset", total);
  return verdict("backwards", 0);
}

/** The last reset at a set time that the totals have seen since the mark. */
function setReset(
  { begun }: State,
  mark: Mark,
  at: number,
  total: number,
  resetsAt: number | null,
): number | null {
  if (resetsAt === null) return null;
  const last = Math.floor((at - resetsAt) / DAY_MS) * DAY_MS + resetsAt;
  if (last === at && total < mark.total) return at;
  const before = last === at ? last - DAY_MS : last;
  if (before < mark.at || (before === mark.at && begun === mark.at)) return null;
  return before;
}

/** Notes the resets at a set time in a row at which totals of 60 or more did not fall. */
function noteResets(state: State, totals: ModelTotals, verdicts: readonly (Verdict | null)[]): void {
  const resets = verdicts.flatMap((verdict, index) => {
    const mark = state.last[DIRECTIONS[index] as Direction];
    if (verdict === null || verdict.reset === null || mark === null) return [];
    const total = totals[DIRECTIONS[index] as Direction];
    return [{ at: verdict.reset, isSet: verdict.isSet, fell: total < mark.total, last: mark.total }];
  });
  if (resets.length === 0) return;
  const kept = resets.find(({ isSet, fell, last }) => isSet && !fell && last >= 60);
  if (kept === undefined || resets.some(({ fell }) => fell)) state.unfallen = [];
  else if (state.unfallen.at(-1) !== kept.at) state.unfallen.push(kept.at);
}

/** Whether the last six totals rise and fall in turn, and every second of them never falls. */
function areTwoDevices({ series }: State): boolean {
  const lasts = DIRECTIONS.map((direction) => series[direction].slice(-6).map(({ total }) => total));
  const isPaired = (totals: readonly number[]) =>
    totals.length === 6 && totals.every((total, index) => index < 2 || total >= (totals[index - 2] ?? 0));
  const alternates = (totals: readonly number[]) =>
    totals.length === 6 &&
    totals.every((total, index) => {
      if (index < 2) return true;
      const [first, second] = [totals[index - 2] ?? 0, totals[index - 1] ?? 0];
      return (total > second && second < first) || (total < second && second > first);
    });
  return lasts.every(isPaired) && lasts.some(alternates);
}

function spread({ counted, from }: Verdict, at: number, trajectory: 1 | -1) {
  const length = BigInt(at === from ? SECOND_MS : at - from);
  return Array.from({ length: counted }, (_, k) => ({
    timestamp: from + Number(((2n * BigInt(k) + 1n) * length) / (2n * BigInt(counted))),
    trajectory,
  }));
}
