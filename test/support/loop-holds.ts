import { setImmediate as nextRound } from "node:timers/promises";

/** What a piece of work took of the event loop. */
export interface LoopHolds<T> {
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
