import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject, onTestFinished } from "vitest";
import { until } from "./waiting.ts";

const PROGRAM = fileURLToPath(new URL("store-child.js", inject("children")));

/** Another process at work on a data directory. */
export interface StoreProcess {
  readonly pid: number;
  /** Its output so far, by line. */
  readonly said: readonly string[];
  /** Waits until it says something that begins so; throws if it ends before. */
  hears(words: string): Promise<string>;
  kill(): void;
  /** Waits for its end; gives back the signal it died of, if any. */
  ended(): Promise<NodeJS.Signals | null>;
}

/** Starts `store-child.ts`; it ends with the test at the latest. */
export function startProcess(...args: readonly string[]): StoreProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const end = once(child, "close");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await end;
  });
  const said: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => said.push(line));
  let isEnded = false;
  child.once("close", () => {
    isEnded = true;
  });
  return {
    pid: child.pid ?? 0,
    said,
    kill: () => void child.kill("SIGKILL"),
    ended: async () => {
      await end;
      return child.signalCode;
    },
    hears: async (words) => {
      const find = () => said.find((line) => line.startsWith(words));
      await until(() => find() !== undefined || isEnded);
      const line = find();
      if (line === undefined)
        throw new Error(`the process ended without "${words}", but with: ${said.join(" | ")}`);
      return line;
    },
  };
}
