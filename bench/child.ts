import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a process may take to answer by default, in ms. */
const MESSAGE_MS_MAX = 60_000;

/** How long a process may take to stop, in ms. */
const ENDING_MS_MAX = 5_000;

/** The processes that end with the benchmarks. */
const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill();
});

/** Registers a process to be ended with the benchmarks. */
export function adopt(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

/** Ends all processes that the benchmarks have started, and waits until they have. */
export async function endChildren(): Promise<void> {
  const ends = [...children].map((child) => once(child, "exit"));
  for (const child of children) child.kill();
  await Promise.race([Promise.all(ends), sleep(ENDING_MS_MAX)]);
}

/** Runs a script of the benchmarks in a separate process, which ends with the benchmarks. */
export function startChild(script: URL): ChildProcess {
  // Transmits bigints and infinite numbers, which JSON does not have.
  const child = fork(script, { serialization: "advanced" });
  adopt(child);
  return child;
}

/** The next message of a process, within some ms. */
export async function nextMessage<Message>(child: ChildProcess, withinMs = MESSAGE_MS_MAX): Promise<Message> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const [message] = await Promise.race([
      once(child, "message", { signal }),
      once(child, "exit", { signal }).then(() => fail("ended without a result")),
      sleep(withinMs, undefined, { signal }).then(() => fail("took too long")),
    ]);
    return message as Message;
  } finally {
    over.abort();
  }
}

function fail(what: string): never {
  throw new Error(`a process of the benchmarks ${what}`);
}

/** The response of a script to one message. */
export function askChild<Answer>(script: URL, message: object): Promise<Answer> {
  const child = startChild(script);
  child.send(message);
  return nextMessage<Answer>(child);
}
