import { readdirSync, readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { headcountProcess, startHeadcount, temporaryFolder } from "../support/headcount.ts";
import { inRepository } from "../support/repository.ts";

/*
 * Finding and reading files is what a start takes longest for, so the build puts the program into few. How many and how
 * large is counted, because the time that they take depends on what else the machine does.
 */

/** Packages that stay where they are installed: native ones, and what those load. */
const NATIVE = ["@duckdb/node-bindings", "bufferutil", "utf-8-validate"];

/** The program's files that are run, rather than loaded by another of them. */
const ENTRIES = ["main.js", "sql-process.js", "translation-worker.js"];

/** The files of code that a process has loaded, by what Node notes of it when it ends. */
function loadedFiles(notes: string): string[] {
  const urls = readdirSync(notes).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(notes, name), "utf8")) as {
      readonly result: readonly { readonly url: string }[];
    };
    return result.map(({ url }) => url);
  });
  return urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
}

function kilobytes(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1000;
}

describe("a start", () => {
  it("loads few files for help, and no library of the server's", async () => {
    const notes = join(temporaryFolder(), "notes");
    const { code } = await headcountProcess(["--help"], { env: { NODE_V8_COVERAGE: notes } });
    expect(code).toBe(0);
    const files = loadedFiles(notes);
    expect(files).toContain(inRepository("bin/headcount"));
    expect(files.length).toBeLessThan(20);
    expect(kilobytes(files)).toBeLessThan(500);
  });

  it("loads few files to serve, and not what only some requests take", async () => {
    const folder = temporaryFolder();
    const notes = join(folder, "notes");
    const directory = ["--data-dir", join(folder, "data")];
    const server = await startHeadcount(["serve", ...directory, "--port", "0"], { NODE_V8_COVERAGE: notes });
    expect(await server.stop()).toBe(0);
    const files = loadedFiles(notes);
    expect(files.length).toBeLessThan(90);
    expect(kilobytes(files)).toBeLessThan(4_800);
    expect(files.filter((file) => /undici|Arrow|archive|csv/.test(file))).toEqual([]);
  });
});

describe("the built program", () => {
  const folder = inRepository("dist/cli");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
  const importsOf = (text: string) =>
    [...text.matchAll(/(?:\bfrom |^import |\bimport\(|\b__require\()"([^"\n]+)"/gm)].map(
      ([, name = ""]) => name,
    );

  it("loads of what is installed only what is native", () => {
    const names = files.flatMap(({ text }) => importsOf(text));
    expect(names).toContain("@duckdb/node-bindings");
    const installed = names.filter((name) => !/^(?:\.|node:)/.test(name) && !isBuiltin(name));
    expect(installed.filter((name) => !NATIVE.includes(name))).toEqual([]);
  });

  it("wraps modules of packages in functions that are compiled as they are read", () => {
    const wrappers = files.flatMap(({ text }) => text.match(/\b__commonJS\w*\(\(.{8}/g) ?? []);
    expect(wrappers.length).toBeGreaterThan(100);
    expect(wrappers.filter((wrapper) => !wrapper.endsWith("(function"))).toEqual([]);
  });

  it("has no part that loads what runs it, which would wait for that part", () => {
    for (const { name, text } of files)
      expect(
        importsOf(text).filter((target) => ENTRIES.some((entry) => target.endsWith(`/${entry}`))),
        name,
      ).toEqual([]);
  });

  it("has maps that name the sources' files in stack traces", () => {
    const { name } = files.find(({ text }) => text.includes("// src/cli/program.ts\n")) ?? { name: "" };
    const { sources } = JSON.parse(readFileSync(join(folder, `${name}.map`), "utf8")) as {
      sources: string[];
    };
    expect(sources).toContain("../../src/cli/program.ts");
  });
});
