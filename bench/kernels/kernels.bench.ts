import { Bench } from "tinybench";
import { DAY_MS, formatInstant, readInstant } from "../../src/domain/instant.ts";
import { intervalGrid } from "../../src/domain/interval.ts";
import { measuredWindows, type SegmentHours, WEEKDAYS } from "../../src/domain/time-segment.ts";
import { Replay } from "../../src/series/replay.ts";
import { planReplay } from "../../src/series/replay-plan.ts";
import { HOURS, type RollUpLevel } from "../../src/series/roll-up.ts";
import { Roller } from "../../src/series/roller.ts";
import { type ChangeRun, packChange, type RunBlock, rolledUpRunBlock } from "../../src/series/run-block.ts";
import { SampleMeter } from "../../src/series/sample-meter.ts";
import { generateEvents } from "../data.ts";
import type { Figure } from "../harness.ts";
import { DAYS_DEFAULT, measuredRange } from "../site.ts";
import { HOURLY } from "../store/hour-samples.ts";

const { start: START, end: END, days: DAYS } = measuredRange(DAYS_DEFAULT);
const ZONE = "Europe/Berlin";
const HISTORY = {
  schedules: [{ from: -Infinity, to: Infinity, timeZone: ZONE, dailyReset: "04:00" }],
  resets: [],
};
const OFFICE_HOURS: SegmentHours = { start: "09:00:00", end: "17:30:00", days: WEEKDAYS.slice(0, 5) };

/** The numbers of events of a busy and a quiet space in 90 days. */
const EVENT_COUNTS = [100_000, 1_000];

/** A function to measure. */
interface Task {
  readonly name: string;
  /** The operation to which the measured time refers, and how many of them one call performs. */
  readonly unit: string;
  readonly times: number;
  readonly run: () => unknown;
}

/** Measures the inner functions alone, with tinybench. */
export async function kernelsBench(): Promise<Figure[]> {
  const bench = new Bench({ time: 1_000, warmupTime: 300 });
  const tasks = [...EVENT_COUNTS.flatMap(kernelTasks), instantTask(), ...calendarTasks()];
  for (const { name, run } of tasks) bench.add(name, () => void run());
  await bench.run();
  return tasks.map(({ name, unit, times }) => {
    const result = bench.getTask(name)?.result;
    if (result === undefined || !("latency" in result)) throw new Error(`${name} has not run`);
    const nanoseconds = (result.latency.p50 * 1e6) / times;
    return { bench: "kernels", name, events: null, values: { [`ns_per_${unit}`]: nanoseconds }, runsMs: [] };
  });
}

/** Computes hourly samples from runs in memory. The time is per event in a busy space, per interval in a quiet one. */
function kernelTasks(eventCount: number): Task[] {
  const runs = packedRuns(eventCount);
  const blocks = runs.map(rolledUp);
  const events = runs.reduce((sum, { changes }) => sum + changes.length, 0);
  const grid = intervalGrid(START, END, HOURLY, ZONE);
  const intervals = grid.length - 1;
  const sample = (bandFloors: readonly number[], level: RollUpLevel | null = null) => {
    const meter = new SampleMeter({ grid, windows: Float64Array.of(START, END), bandFloors });
    const replay = new Replay(planReplay(HISTORY, START, END), meter, level);
    for (const block of blocks) replay.push({ block, from: 0, to: 1 });
    return replay.finish().totals;
  };
  const isBusy = events > intervals;
  const [unit, times] = isBusy ? ["event", events] : ["interval", intervals];
  const name = `runs → hour samples, ${(events / intervals).toPrecision(2)} events an hour`;
  const target = Math.max(3, Math.round((sample([]).max?.value ?? 0) / 2));
  const bands = [Math.round(target * 0.4), Math.round(target * 0.8), target];
  return [
    { name, unit, times, run: () => sample([]) },
    { name: `${name}, with a target capacity`, unit, times, run: () => sample(bands) },
    { name: `${name}, by roll-ups`, unit, times, run: () => sample([], HOURS) },
  ];
}

/** A run with the roll-ups that the store writes for a space without known settings. */
function rolledUp({ dayStart, changes }: ChangeRun): RunBlock {
  return rolledUpRunBlock(new Roller(() => null).roll(1n, dayStart / DAY_MS, changes));
}

/** The runs of one generated space, in the format of the store. */
function packedRuns(events: number): ChangeRun[] {
  const space = { doors: [{ sensorKey: 1, placement: 1 as const }], offsetHours: 1 };
  const byDay = new Map<number, number[]>();
  const sorted: { readonly instant: number; readonly direction: number }[] = [];
  for (const batch of generateEvents([space], { seed: 5, events, start: START, days: DAYS })) {
    for (let i = 0; i < batch.length; i++) {
      sorted.push({ instant: batch.timestamps[i] as number, direction: batch.trajectories[i] as number });
    }
  }
  sorted.sort((a, b) => a.instant - b.instant);
  for (const { instant, direction } of sorted) {
    const day = Math.floor(instant / DAY_MS);
    const changes = byDay.get(day) ?? [];
    changes.push(packChange(instant - day * DAY_MS, direction));
    byDay.set(day, changes);
  }
  return [...byDay].map(([day, changes]) => ({ dayStart: day * DAY_MS, changes: Uint32Array.from(changes) }));
}

function instantTask(): Task {
  const texts = Array.from({ length: 1_000 }, (_, i) => formatInstant(START + i * 7_654_321));
  return { name: "readInstant", unit: "call", times: texts.length, run: () => texts.map(readInstant) };
}

function calendarTasks(): Task[] {
  const range = [START, END] as const;
  return [
    {
      name: "intervalGrid, 90 days by the day",
      unit: "call",
      times: 1,
      run: () => intervalGrid(...range, { unit: "day", amount: 1 }, ZONE),
    },
    {
      name: "intervalGrid, 90 days by the hour",
      unit: "call",
      times: 1,
      run: () => intervalGrid(...range, HOURLY, ZONE),
    },
    {
      name: "measuredWindows, 90 days of office hours",
      unit: "call",
      times: 1,
      run: () => measuredWindows([OFFICE_HOURS], ZONE, ...range),
    },
    {
      name: "planReplay, 90 days of daily resets",
      unit: "call",
      times: 1,
      run: () => planReplay(HISTORY, START, END),
    },
  ];
}
