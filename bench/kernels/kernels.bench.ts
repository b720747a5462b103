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

/** How many events the space of the kernel's benches has in its 90 days: crowded, and quiet. */
const CROWDS = [100_000, 1_000];

/** A benchmark, and the number of counted operations per call. */
interface Task {
  readonly name: string;
  readonly unit: string;
  readonly times: number;
  readonly run: () => unknown;
}

/** The inner functions by themselves, with tinybench. */
export async function kernelsBench(): Promise<Figure[]> {
  const bench = new Bench({ time: 1_000, warmupTime: 300 });
  const tasks = [...CROWDS.flatMap(kernelTasks), instantTask(), ...calendarTasks()];
  for (const { name, run } of tasks) bench.add(name, () => void run());
  await bench.run();
  return tasks.map(({ name, unit, times }) => {
    const result = bench.getTask(name)?.result;
    if (result === undefined || !("latency" in result)) throw new Error(`${name} has not run`);
    const nanoseconds = (result.latency.p50 * 1e6) / times;
    return { bench: "kernels", name, events: null, values: { [`ns_per_${unit}`]: nanoseconds }, runsMs: [] };
  });
}

/** Packed runs in memory to hour samples: per event where it is crowded, per interval where it is quiet. */
function kernelTasks(crowd: number): Task[] {
  const runs = packedRuns(crowd);
  const blocks = runs.map(rolledUp);
  const events = runs.reduce((sum, { changes }) => sum + changes.length, 0);
  const grid = intervalGrid(START, END, HOURLY, ZONE);
  const intervals = grid.length - 1;
  const sample = (bandFloors: readonly number[], level: RollUpLevel | null = null) => {
    const meter = new SampleMeter({ grid, windows: null, bandFloors });
    const replay = new Replay(planReplay(HISTORY, START, END), meter, level);
    for (const block of blocks) replay.push({ block, from: 0, to: 1 });
    return replay.finish().totals;
  };
  const isCrowded = events > intervals;
  const [unit, times] = isCrowded ? ["event", events] : ["interval", intervals];
  const name = `runs → hour samples, ${(events / intervals).toPrecision(2)} events an hour`;
  const middle = Math.max(3, Math.round((sample([]).max?.value ?? 0) / 2));
  const bands = [Math.round(middle * 0.4), Math.round(middle * 0.8), middle];
  return [
    { name, unit, times, run: () => sample([]) },
    { name: `${name}, with a target capacity`, unit, times, run: () => sample(bands) },
    { name: `${name}, by roll-ups`, unit, times, run: () => sample([], HOURS) },
  ];
}

/** A run with its roll-ups, as the store has it if it knows nothing of its space. */
function rolledUp({ dayStart, changes }: ChangeRun): RunBlock {
  return rolledUpRunBlock(new Roller(() => null).roll(1n, dayStart / DAY_MS, changes));
}

/** The events of one generated space, packed as the store keeps them. */
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
