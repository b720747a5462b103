import { expect } from "vitest";

/** Times that work is done whose shortest time is wanted: a busy machine makes some of them longer. */
const TIMES = 5;

/** A megabyte of JSON, as senders write it. */
const ROW = '{"sensor_serial_number":"S1","timestamp":"2024-05-06T07:08:09.123Z","trajectory":1}';
const MEGABYTE = `[${`${ROW},`.repeat(Math.floor(2 ** 20 / (ROW.length + 1)))}${ROW}]`;

/** Does some work, and measures the processor's time that it takes, with helping threads, in ms. */
async function timed<Outcome>(work: () => Outcome | Promise<Outcome>) {
  const start = process.cpuUsage();
  const outcome = await work();
  const { user, system } = process.cpuUsage(start);
  return { outcome, cpuMs: (user + system) / 1_000 };
}

/** The shortest of several times that work takes, in ms of the processor. */
export async function shortestCpuMsOf(work: () => unknown): Promise<number> {
  let shortest = Infinity;
  for (let i = 0; i < TIMES; i++) shortest = Math.min(shortest, (await timed(work)).cpuMs);
  return shortest;
}

/**
 * The processor's time that this machine takes to read a megabyte of JSON, in ms: what other work takes is compared
 * with it, since no bound in ms holds on every machine.
 */
export function megabyteMs(): Promise<number> {
  return shortestCpuMsOf(() => JSON.parse(MEGABYTE));
}

/** What reading a damaged body may take, as megabytes of JSON that are read in that time, and all of them in bytes. */
const READ_MEGABYTES_MAX = 100;
const READ_MEMORY_BYTES_MAX = 400 * 1024 * 1024;

/** Reads bodies, none of which may take long; `end` checks that all of them together took little memory. */
export async function boundedReads() {
  const before = process.resourceUsage().maxRSS;
  const longest = READ_MEGABYTES_MAX * (await megabyteMs());
  const read = async <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    const { outcome, cpuMs } = await timed(work);
    // Once it may have been something else that took long.
    if (cpuMs > longest) expect(await shortestCpuMsOf(work)).toBeLessThan(longest);
    return outcome;
  };
  const end = () =>
    expect(1024 * (process.resourceUsage().maxRSS - before)).toBeLessThan(READ_MEMORY_BYTES_MAX);
  return { read, end };
}
