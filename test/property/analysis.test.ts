import { expect, it } from "vitest";
import { breachesOf } from "../model/breaches.ts";
import type { Scenario, ScenarioInterval } from "../model/scenario.ts";
import { seriesOf } from "../model/series.ts";
import { openingAt, type Step, settledAt, timeline } from "../model/timeline.ts";
import { localAt, offsetAt } from "../model/zone.ts";
import { type AnswerRow, ask, openServed } from "../support/analysis.ts";
import { feedScenario } from "../support/fed-scenario.ts";
import { check } from "../support/random.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { CaseCounts } from "./case-counts.ts";
import { copiedScenarios } from "./generate.ts";

const CASES = 8;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The share of cases, at least, that are of each kind. */
const LEAST = {
  "an hour that is short": 0.05,
  "a breach": 0.1,
  "a calendar step": 0.3,
  "a reset": 0.3,
};

it("SQL results of one space are as D2 to D15 define", async () => {
  const folder = temporaryFolder();
  const served = await openServed(folder);
  const census = new CaseCounts<keyof typeof LEAST>();
  const possible = copiedScenarios.map((scenario) => ({ ...scenario, segments: null }));
  let organizations = 0n;
  await check(CASES, possible, async (scenario) => {
    await feedScenario(served, scenario, folder, ++organizations);
    const steps = timeline(scenario, scenario.start, scenario.now);
    const range = `7, ${text(scenario.start)}, ${text(scenario.end)}`.replace("7", "'spc_7'");
    const series = seriesOf(scenario);

    const counts = await ask(served, `FROM counts(${range}, '${stepOf(scenario.interval)}')`);
    expect(counts.map(sampleOf)).toEqual(
      series.samples.map(({ measured: _, average: __, ...sample }) => sample),
    );
    expectClose(
      counts.map((row) => row.average_count),
      series.samples.map(({ average }) => average),
    );
    const changes = await ask(served, `FROM count_changes(${range})`);
    expect(changes.map(stepOfRow)).toEqual(
      steps
        .filter(({ instant }) => instant >= scenario.start && instant < scenario.end)
        .filter(happens(scenario)),
    );
    const [utilization] = await ask(served, utilizationQuery(range));
    expect(durationsOf(utilization)).toEqual(series.metrics.targetUtilization?.durations ?? null);
    if (series.metrics.targetUtilization !== null) {
      const { average, min, max } = series.metrics.targetUtilization;
      expectClose([utilization?.average, utilization?.min, utilization?.max], [average, min, max]);
    }
    const breaches = await ask(served, `FROM breaches(${range})`);
    expect(breaches.map(breachOf)).toEqual(breachesOf(scenario));
    await expectProbes(scenario, steps);
    const hours = await expectHours(scenario, steps);
    census.add({
      "an hour that is short": hours.slice(0, -1).some(({ minutes }) => minutes !== 60),
      "a breach": breaches.length > 0,
      "a calendar step": scenario.interval.unit !== "millisecond",
      "a reset": changes.some(({ kind }) => kind !== "event"),
    });
  });
  census.expectShares(LEAST);

  async function expectProbes(scenario: Scenario, steps: readonly Step[]): Promise<void> {
    const instants = [scenario.start, scenario.now, ...steps.slice(-3).map(({ instant }) => instant)];
    for (const instant of instants) {
      const [row] = await ask(served, `SELECT count_at('Room', ${text(instant)}) AS count`);
      expect(row?.count).toBe(settledAt(steps, instant));
    }
  }

  async function expectHours(scenario: Scenario, steps: readonly Step[]): Promise<AnswerRow[]> {
    const { now, timeZone } = scenario;
    const instants = [...scenario.events, ...scenario.resets].map(({ instant }) => instant);
    const first = Math.min(...instants.filter((instant) => instant < now));
    const hours = await ask(served, 'FROM hourly ORDER BY "timestamp"');
    if (first === Infinity) {
      expect(hours).toEqual([]);
      return hours;
    }
    expect(hours[0]?.timestamp).toBeLessThanOrEqual(first);
    expect(first).toBeLessThan((hours[1]?.timestamp ?? now) as number);
    expectMeasured(hours, (row, start, end) => {
      expect((row.minutes as number) * 60_000).toBeCloseTo(end - start, 3);
      expectLocalHour(timeZone, start, end);
      expect(row.local_timestamp).toBe(localAt(timeZone, start));
    });
    expectMeasured(await ask(served, 'FROM daily ORDER BY "timestamp"'), (row, start) =>
      expect(row.local_date).toBe(Math.floor(localAt(timeZone, start) / DAY) * DAY),
    );
    return hours;

    /** Expects each row to have the values of its time, which lasts until the next one's. */
    function expectMeasured(
      rows: readonly AnswerRow[],
      expectTimes: (row: AnswerRow, start: number, end: number) => void,
    ): void {
      for (const [i, row] of rows.entries()) {
        const start = row.timestamp as number;
        const end = (rows[i + 1]?.timestamp ?? now) as number;
        expectTimes(row, start, end);
        const { average, ...expected } = measure(steps, start, end);
        const { count, min, max, entrances, exits } = row;
        expect({ count, min, max, entrances, exits }).toEqual(expected);
        expectClose([row.average_count], [average]);
      }
    }
  }
});

/** Expects that clocks show one hour from an instant to another, and another one before. */
function expectLocalHour(timeZone: string, start: number, end: number): void {
  const last = end - 1;
  const hourAt = (instant: number) => Math.floor(localAt(timeZone, instant) / HOUR);
  expect(hourAt(last)).toBe(hourAt(start));
  expect(offsetAt(timeZone, last)).toBe(offsetAt(timeZone, start));
  const isFull = localAt(timeZone, start) % HOUR === 0;
  expect(isFull || offsetAt(timeZone, start - 1) !== offsetAt(timeZone, start)).toBe(true);
}

/** The values of D12 for [start, end), and the time-weighted average. */
function measure(steps: readonly Step[], start: number, end: number) {
  const opening = openingAt(steps, start);
  const inside = steps.filter(
    ({ instant, kind }) => instant < end && (instant > start || (instant === start && kind === "event")),
  );
  const counts = [opening, ...inside.map(({ count }) => count)];
  const instants = [start, ...inside.map(({ instant }) => instant), end];
  const total = counts.reduce(
    (sum, count, i) => sum + count * ((instants[i + 1] as number) - (instants[i] as number)),
    0,
  );
  return {
    count: settledAt(steps, start),
    min: Math.min(...counts),
    max: Math.max(...counts),
    entrances: inside.filter(({ direction }) => direction === 1).length,
    exits: inside.filter(({ direction }) => direction === -1).length,
    average: total / (end - start),
  };
}

function expectClose(actual: readonly unknown[], expected: readonly (number | null)[]): void {
  for (const [i, value] of expected.entries()) {
    if (value === null) expect(actual[i]).toBeNull();
    else expect(Math.abs((actual[i] as number) - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-12);
  }
}

function text(instant: number): string {
  return `'${new Date(instant).toISOString()}'`;
}

function stepOf({ unit, amount }: ScenarioInterval): string {
  if (unit === "day") return `${amount}d`;
  return unit === "month" ? `${amount}M` : `${amount / 1000}s`;
}

function sampleOf({ start, end, count, min, max, entrances, exits }: AnswerRow): object {
  return { start, end: (end as number) + 1, count, min, max, entrances, exits };
}

function stepOfRow({ timestamp, kind, direction, count }: AnswerRow): object {
  return { instant: timestamp, kind: kind === "event" ? "event" : "reset", direction: direction ?? 0, count };
}

/** Daily resets are listed from the first event or explicit reset on: before that there is nothing to reset. */
function happens({ events, resets, now }: Scenario): (step: Step) => boolean {
  const first = Math.min(now, ...[...events, ...resets].map(({ instant }) => instant));
  return ({ instant }) => instant >= first;
}

function utilizationQuery(range: string): string {
  const durations = [0, 40, 80, 100].map((from) => `epoch_ms(duration_${from}) AS duration_${from}`);
  return `SELECT * REPLACE (${durations.join(", ")}) FROM utilization(${range})`;
}

function durationsOf(row: AnswerRow | undefined): unknown {
  if (row === undefined || row.duration_0 === null) return null;
  return [row.duration_0, row.duration_40, row.duration_80, row.duration_100];
}

function breachOf({ start, end, peak_count: value, peak_timestamp: instant }: AnswerRow): object {
  return { start, end, peak: { value, instant } };
}
