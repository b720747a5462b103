import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";

const PROGRAM = fileURLToPath(new URL("store-child.js", inject("children")));

/** Another process at work on a data directory. */
export interface StoreProcess {
  readonly pid: number;
  /** What it has said so far, by line. */
  readonly said: readonly string[];
  /** Waits until it says something that begins so; throws where it ends before. */
  hears(words: string): Promise<string>;
  kill(): void;
  /** Waits for its end; gives back the signal it died of, if any. */
  ended(): Promise<NodeJS.Signals | null>;
}

/** Starts `store-child.ts`; it ends with the test at the latest. */
export function startProcess(...args: readonly string[]): StoreProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await end;
  });
  const said: string[] = [];
  let wake = () => {};
  createInterface({ input: child.stdout }).on("line", (line) => {
    said.push(line);
    wake();
  });
  return {
    pid: child.pid ?? 0,
    said,
    kill: () => void child.kill("SIGKILL"),
    ended: async () => {
      await end;
      return child.signalCode;
    },
    hears: (words) => hears(child, said, words, (listener) => (wake = listener)),
  };
}

function hears(
  child: ChildProcess,
  said: readonly string[],
  words: string,
  listen: (listener: () => void) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const line = said.find((candidate) => candidate.startsWith(words));
      if (line !== undefined) resolve(line);
    };
    listen(look);
    child.once("close", () => {
      look();
      reject(new Error(`the process ended without "${words}", but with: ${said.join(" | ")}`));
    });
    look();
  });
}
