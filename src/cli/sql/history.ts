import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Lines that are remembered from one session to the next. */
const HISTORY_LINES_MAX = 1_000;

/** Where they are: in the user's own folder, not in a data directory, which is others', too. */
export function historyPath(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  return join(folder, "headcount", "sql-history");
}

/** The lines of earlier sessions, the newest first, as readline has them. */
export function readHistory(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean).reverse();
  } catch {
    return [];
  }
}

/** Keeps the last lines, given the newest first. A history that cannot be written is done without. */
export function writeHistory(path: string, lines: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const kept = lines.slice(0, HISTORY_LINES_MAX).reverse();
    writeFileSync(path, kept.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  } catch {
    // Nothing of what was asked for depends on it.
  }
}
