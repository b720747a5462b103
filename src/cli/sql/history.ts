import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

/** Lines of the history file. */
const HISTORY_LINES_MAX = 1_000;

/** The path of the history, in the folder of the user: a data directory can be shared with other users. */
export function historyPath(env: NodeJS.ProcessEnv = process.env): string {
  const folder = env.XDG_STATE_HOME || join(homedir(), ".local", "state");
  return join(folder, "headcount", "sql-history");
}

/** The lines of earlier sessions, newest first, as readline expects them. */
export function readHistory(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n").filter(Boolean).reverse();
  } catch {
    return [];
  }
}

/** Stores the last lines, given newest first. A history that cannot be written is skipped. */
export function writeHistory(path: string, lines: readonly string[]): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const kept = lines.slice(0, HISTORY_LINES_MAX).reverse();
    writeFileSync(path, kept.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  } catch {
    // No query depends on the history.
  }
}
