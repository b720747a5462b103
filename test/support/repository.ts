import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { buildProgram, variableOf } from "../../src/cli/program.ts";
import { SETTINGS } from "../../src/cli/settings/settings.ts";
import {
  DATABASE_BYTES_DEFAULT,
  RUN_CACHE_BYTES_DEFAULT,
  SQL_MEMORY_BYTES_DEFAULT,
} from "../../src/domain/limits.ts";

/** What a server with default settings needs: its caches, and half a gigabyte for all else. */
export const MEMORY_BYTES_NEEDED =
  RUN_CACHE_BYTES_DEFAULT + DATABASE_BYTES_DEFAULT + SQL_MEMORY_BYTES_DEFAULT + 2 ** 29;

/** The path of something in the repository. */
export function inRepository(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** The text of a file in the repository. */
export function readRepository(path: string): string {
  return readFileSync(inRepository(path), "utf8");
}

/** Whether there is something at a path in the repository. */
export function isInRepository(path: string): boolean {
  return existsSync(inRepository(path));
}

/** A file of the repository that is JSON. */
export function readManifest(path: string): {
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly files: readonly string[];
} {
  return JSON.parse(readRepository(path));
}

/** The subcommand of `headcount` that a command line names, and the words that follow it; throws if there is none. */
export function subcommandOf(words: readonly string[]): {
  readonly command: Command;
  readonly rest: readonly string[];
} {
  let command = buildProgram();
  let used = 0;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next === undefined) break;
    command = next;
    used++;
  }
  if (used === 0) throw new Error(`headcount has no subcommand ${words[0]}`);
  return { command, rest: words.slice(used) };
}

/** What is wrong with a command line, given as the words after `headcount`: subcommands and flags that do not exist. */
export function commandProblems(words: readonly string[]): string[] {
  const { command, rest } = subcommandOf(words);
  const flags = new Set(["--help", ...command.options.map(({ long }) => long)]);
  return rest
    .filter((word) => word.startsWith("--"))
    .map((word) => word.split("=", 1).join())
    .filter((word) => !flags.has(word))
    .map((word) => `${words.join(" ")}: no flag ${word}`);
}

/** The environment variables among some names that `headcount serve` does not have. */
export function unknownSettings(names: readonly string[]): string[] {
  const known = Object.keys(SETTINGS.serve).map(variableOf);
  return names.filter((name) => name.startsWith("HEADCOUNT_") && !known.includes(name));
}
