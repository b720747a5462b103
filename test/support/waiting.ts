import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";

/** The limit of a wait, in ms. */
const NEVER_MS = 180_000;

/** Waits until something holds. */
export async function until(holds: () => unknown): Promise<void> {
  await vi.waitUntil(holds, { timeout: NEVER_MS, interval: 5 });
}

/** Lets time pass between a sender's requests, or before a process is killed at some moment; to wait, use {@link until}. */
export function moment(ms: number): Promise<void> {
  return sleep(ms);
}

/** The time on a monotonic clock, in ms, for what a run reports. */
export function instant(): number {
  return performance.now();
}

/** How long some work takes, in ms, from which moments within it can be chosen. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Does some work, and measures for how long it holds the event loop at a time: the longest round, in ms of the
 * processor, with helping threads. A busy machine makes the time on the clock longer, and hardly that of the processor.
 */
async function holdOf<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
  let isDone = false;
  let longest = 0;
  const watch = async () => {
    let cpu = process.cpuUsage();
    while (!isDone) {
      await nextRound();
      const { user, system } = process.cpuUsage(cpu);
      longest = Math.max(longest, (user + system) / 1_000);
      cpu = process.cpuUsage();
    }
  };
  const watching = watch();
  const result = await work().finally(() => {
    isDone = true;
  });
  await watching;
  return { result, longest };
}

/** How often {@link heldAtMost} repeats its work. */
const TIMES_MAX = 10;

/**
 * Does some work, and again if it held the event loop for too long: a round may be long by what else the machine does,
 * and work that holds the loop by itself does so each time.
 *
 * @param msMax ms of the processor, read again after each time
 * @returns what the last time gave
 */
export async function heldAtMost<T>(msMax: () => number, work: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time++) {
    const { result, longest } = await holdOf(work);
    const max = msMax();
    if (longest < max) return result;
    if (time === TIMES_MAX) throw new Error(`The event loop was held for ${longest} ms, ${max} ms at most.`);
  }
}

/** Does some work, and counts the turns that other work has meanwhile. */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  const turn = () => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const result = await work();
  clearImmediate(next);
  return { result, turns };
}

/** When everything that waits for nothing but its turn has had it. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextRound();
}
