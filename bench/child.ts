import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** The default limit for the time until a process sends a message, in ms. */
const MESSAGE_MS_MAX = 60_000;

/** The limit for the time until all processes have stopped, in ms. */
const ENDING_MS_MAX = 5_000;

/** The processes to end when the benchmarks end. */
const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill();
});

/** Ends a process when the benchmarks end. */
export function endOnExit(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}

/** Ends all processes that the benchmarks have started, and waits until they have exited. */
export async function endChildren(): Promise<void> {
  const ends = [...children].map((child) => once(child, "exit"));
  for (const child of children) child.kill();
  await Promise.race([Promise.all(ends), sleep(ENDING_MS_MAX)]);
}

/** Runs a script of the benchmarks in a separate process, which ends with the benchmarks. */
export function startChild(script: URL): ChildProcess {
  // Transmits bigints and infinite numbers, which JSON does not have.
  const child = fork(script, { serialization: "advanced" });
  endOnExit(child);
  return child;
}

/**
 * Waits for the next message of a process.
 *
 * @throws Error if the process exits or sends nothing within `withinMs`
 */
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

/** Runs a script in a child process, sends it one message, and returns its response. */
export function askChild<Answer>(script: URL, message: object): Promise<Answer> {
  const child = startChild(script);
  child.send(message);
  return nextMessage<Answer>(child);
}
