import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { missingNames, pathsOf, wordsOf } from "./support/named-code.ts";
import { readSources } from "./support/source-tree.ts";

const SOURCES = readSources(["src", "console", "test", "bench", "scripts", "sql"]);
const DOCUMENTS = [
  ...readSources(["docs"], [".md"]),
  { path: "README.md", text: readFileSync(new URL("../README.md", import.meta.url), "utf8") },
];

/** Names of files that users or the program make, of addresses, and of things of the browser. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "/v1/openapi.json",
  "/v2/openapi.json",
  "EventSource",
  "backup.json",
  "dist/licenses.md",
  "receive.mjs",
  "server.json",
  "site.yaml",
  "watch.mjs",
]);

const code = {
  paths: pathsOf(fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "")),
  words: wordsOf(SOURCES.filter(({ path }) => path !== "test/names.test.ts")),
};

it("comments and documents name only files and code that exist", () => {
  const missing = [...SOURCES, ...DOCUMENTS].flatMap((file) =>
    missingNames(file, code)
      .filter((name) => !ELSEWHERE.has(name))
      .map((name) => `${file.path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
