import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a process may take to answer, in ms, unless told otherwise. */
const MESSAGE_MS_MAX = 60_000;

/** Runs a script of the benchmarks in a process of its own, which ends with the benchmarks. */
export function startChild(script: URL): ChildProcess {
  const child = fork(script);
  const kill = () => child.kill();
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

/** The next message of a process, which may take so many ms. */
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

/** What a script that is sent one message answers with. */
export function askChild<Answer>(script: URL, message: object): Promise<Answer> {
  const child = startChild(script);
  child.send(message);
  return nextMessage<Answer>(child);
}
