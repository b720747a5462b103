import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";

/** The limit of a wait, in ms. */
const NEVER_MS = 60_000;

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

/** The time that work held the event loop. */
interface LoopHolds<T> {
  readonly result: T;
  /** The longest round of the event loop: ms on the clock, and ms of the processor, with helping threads. */
  readonly longest: number;
  readonly longestCpu: number;
}

/**
 * Does some work, and measures how long it holds the event loop at a time. A busy machine makes the time on the
 * clock longer than it would be, and hardly that of the processor.
 */
export async function holdsOf<T>(work: () => Promise<T>): Promise<LoopHolds<T>> {
  let isDone = false;
  let [longest, longestCpu] = [0, 0];
  const watch = async () => {
    let [at, cpu] = [performance.now(), process.cpuUsage()];
    while (!isDone) {
      await nextRound();
      const { user, system } = process.cpuUsage(cpu);
      longest = Math.max(longest, performance.now() - at);
      longestCpu = Math.max(longestCpu, (user + system) / 1_000);
      [at, cpu] = [performance.now(), process.cpuUsage()];
    }
  };
  const watching = watch();
  const result = await work().finally(() => {
    isDone = true;
  });
  await watching;
  return { result, longest, longestCpu };
}

/** When everything that waits for nothing but its turn has had it. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await nextRound();
}
