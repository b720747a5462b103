import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { buildProgram } from "../../src/cli/program.ts";
import { anchorsOf, linksOf, type Page, ROOT, readPages } from "../support/doc-pages.ts";

const PAGES = readPages();

/** The links of a page that lead nowhere. */
function brokenLinks(page: Page): string[] {
  return linksOf(page).flatMap(({ line, path, anchor }) => {
    if (path !== page.path && !existsSync(join(ROOT, path)))
      return [`${page.path}:${line}: there is no ${path}`];
    const target = [page, ...PAGES].find((each) => each.path === path);
    if (anchor === "" || (target !== undefined && anchorsOf(target).has(anchor))) return [];
    return [`${page.path}:${line}: ${path} has no #${anchor}`];
  });
}

/** The subcommands and flags that a page names and the command line does not have. */
function unknownUses(page: Page): string[] {
  return page.text.split("\n").flatMap((line, index) => {
    const named = line.matchAll(/\bheadcount (?<words>[a-z]+(?: [a-z]+)?)(?![\w/-])(?<rest>[^`|;#&]*)/g);
    const isCode = (at: number) => page.blocks.some((block) => isWithin(block, index)) || isQuoted(line, at);
    return [...named].flatMap((match) => {
      if (!isCode(match.index)) return [];
      const command = commandOf((match.groups?.words ?? "").split(" "));
      if (command === null) return [`${page.path}:${index + 1}: there is no ${match[0].trim()}`];
      const known = new Set(["--help", ...command.options.map(({ long }) => long)]);
      return (match.groups?.rest?.match(/(?<=\s)--[a-z-]+/g) ?? [])
        .filter((flag) => !known.has(flag))
        .map((flag) => `${page.path}:${index + 1}: ${command.name()} has no ${flag}`);
    });
  });
}

function commandOf(words: readonly string[]): Command | null {
  const first = buildProgram().commands.find((command) => command.name() === words[0]);
  return first?.commands.find((command) => command.name() === words[1]) ?? first ?? null;
}

function isWithin(block: Page["blocks"][number], index: number): boolean {
  return index >= block.line && index < block.line + block.text.split("\n").length - 1;
}

/** Whether a place of a line is between backticks. */
function isQuoted(line: string, at: number): boolean {
  return line.slice(0, at).split("`").length % 2 === 0;
}

/** Flags that pages name by themselves, between backticks. */
function flagsAlone(page: Page): string[] {
  return [...page.text.matchAll(/`(?<flag>--[a-z-]+)(?: [^`]*)?`/g)].map((match) => match.groups?.flag ?? "");
}

describe("the documentation", () => {
  it("has no link that leads nowhere", () => {
    expect(PAGES.flatMap(brokenLinks)).toEqual([]);
  });

  it("has every page in its index", () => {
    const linked = new Set(
      PAGES.filter(({ path }) => path === "docs/README.md")
        .flatMap(linksOf)
        .map(({ path }) => path),
    );
    const missing = PAGES.map(({ path }) => path).filter((path) => /^docs\/(?!README)[^/]+\.md$/.test(path));
    expect(missing.filter((path) => !linked.has(path))).toEqual([]);
  });

  it("names no subcommand or flag that --help does not", () => {
    expect(PAGES.flatMap(unknownUses)).toEqual([]);
  });

  it("names no flag alone that no subcommand has", () => {
    const program = buildProgram();
    const commands = [program, ...program.commands.flatMap((command) => [command, ...command.commands])];
    const known = new Set(["--help", ...commands.flatMap(({ options }) => options.map(({ long }) => long))]);
    expect(PAGES.flatMap(flagsAlone).filter((flag) => !known.has(flag))).toEqual([]);
  });
});
