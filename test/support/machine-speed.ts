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
async function shortestCpuMsOf(work: () => unknown): Promise<number> {
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
