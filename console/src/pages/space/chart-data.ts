import type { AlignedData } from "uplot";
import type { Sample } from "./samples.ts";

type Value = number | null | undefined;

/** The columns of the count chart after the times. A null is a gap; undefined has no effect. */
const COUNT_SERIES = { count: 1, max: 2, min: 3, previous: 4 } as const;

interface Level {
  readonly time: number;
  readonly count: number;
}

/** The data of the count chart. */
export interface CountLines {
  readonly samples: readonly Sample[];
  /** The previous week, moved to the times of this week. */
  readonly previous: readonly Sample[];
  /** Single events with the count after each. */
  readonly events: readonly Level[];
  /** The count at the end of the line, if known. */
  readonly last: number | null;
}

/** Step lines of the count, its minimum and maximum, and the previous week, on common times. */
export function countData({ samples, previous, events, last }: CountLines): AlignedData {
  const rows = new Map<number, Value[]>();
  const set = (time: number, column: number, value: Value) => {
    let row = rows.get(time);
    if (row === undefined) {
      row = [undefined, undefined, undefined, undefined, undefined];
      rows.set(time, row);
    }
    row[column] = value;
  };
  const setSteps = (steps: readonly Sample[], column: number, read: (sample: Sample) => number) => {
    steps.forEach((sample, index) => {
      set(sample.start, column, read(sample));
      const next = steps[index + 1];
      // A step lasts until its end. A gap follows, unless the next step starts there.
      if (next === undefined) set(sample.end, column, read(sample));
      else if (next.start > sample.end) {
        set(sample.end - 1, column, read(sample));
        set(sample.end, column, null);
      }
    });
  };
  setSteps(samples, COUNT_SERIES.count, ({ count }) => count);
  setSteps(samples, COUNT_SERIES.max, ({ max }) => max);
  setSteps(samples, COUNT_SERIES.min, ({ min }) => min);
  setSteps(previous, COUNT_SERIES.previous, ({ count }) => count);
  for (const { time, count } of events) set(time, COUNT_SERIES.count, count);
  const end = samples.at(-1)?.end;
  if (end !== undefined && last !== null) set(end, COUNT_SERIES.count, last);
  const times = [...rows.keys()].sort((a, b) => a - b);
  const column = (index: number) => times.map((time) => rows.get(time)?.[index]);
  return [times, column(1), column(2), column(3), column(4)];
}

/** Bars: entrances above the line, exits below it. */
export function flowData(samples: readonly Sample[]): AlignedData {
  return [
    samples.map(({ start }) => start),
    samples.map(({ entrances }) => entrances),
    samples.map(({ exits }) => -exits),
  ];
}

/** The sample that contains a time; null if there is none. @param samples by time */
export function sampleAt(samples: readonly Sample[], time: number): Sample | null {
  let low = 0;
  let high = samples.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const sample = samples[middle] as Sample;
    if (time < sample.start) high = middle - 1;
    else if (time >= sample.end) low = middle + 1;
    else return sample;
  }
  return null;
}
