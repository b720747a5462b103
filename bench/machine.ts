import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { version as duckdbVersion } from "@duckdb/node-api";

/** The machine, the versions and the commit of a measurement. */
export interface Machine {
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memory_gib: number;
  readonly node: string;
  readonly duckdb: string;
}

export function describeMachine(): Machine {
  const processors = cpus();
  return {
    commit: commit(),
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    duckdb: duckdbVersion(),
  };
}

/** The commit, followed by a plus if the working tree differs from it. */
function commit(): string {
  const git = (...args: readonly string[]) =>
    execFileSync("git", args, { encoding: "utf8", cwd: import.meta.dirname }).trim();
  try {
    const changed = git("status", "--porcelain", "--", "../src", "../sql", "../package-lock.json") !== "";
    return git("rev-parse", "--short", "HEAD") + (changed ? "+" : "");
  } catch {
    return "unknown";
  }
}
