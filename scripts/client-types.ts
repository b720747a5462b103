/**
 * Writes the client's types from the API's own description into src/client/generated. With `--check` it
 * writes nothing, and fails where they are not what the description says now.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEngine } from "../src/cli/directory-or-server.ts";
import { openServedSql } from "../src/cli/server.ts";
import { buildApp } from "../src/http/app.ts";
import { MEDIA_TYPES } from "../src/http/formats.ts";
import { Metrics } from "../src/http/metrics.ts";

// openapi-typescript prints through an interface that TypeScript 7 no longer has.
register(new URL("./older-typescript.mjs", import.meta.url));

const HEADER =
  "// Written by scripts/client-types.ts from the API's description: not to be changed by hand.\n\n";

/** The types of both versions, by the file they belong in. */
async function generate(): Promise<Map<string, string>> {
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const folder = mkdtempSync(join(tmpdir(), "headcount-types-"));
  const engine = await openEngine(folder);
  try {
    const app = buildApp(engine.context, {
      rateLimit: null,
      publicUrl: null,
      trustProxy: null,
      release: "",
      metrics: new Metrics(),
      sql: openServedSql(engine.context, folder, { timeMsMax: 0, memoryBytes: 0 }),
      slowQuery: Infinity,
      logger: false,
      consoleFolder: null,
      isReady: () => true,
      isDamaged: () => false,
    });
    await app.ready();
    const files = new Map<string, string>();
    for (const [version, description] of [
      ["v1", app.describeV1()],
      ["v2", app.describeV2()],
    ] as const) {
      const types = astToString(
        await openapiTS(JSON.stringify(description, withoutTables), {
          alphabetize: true,
          defaultNonNullable: false,
        }),
      );
      files.set(`src/client/generated/${version}.ts`, HEADER + types);
    }
    await app.close();
    return files;
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true });
  }
}

/** Leaves out the tables that lists are to be had as: the client asks for JSON. */
function withoutTables(key: string, value: unknown): unknown {
  const isTable = key === MEDIA_TYPES.csv || key === MEDIA_TYPES.arrow;
  return isTable ? undefined : value;
}

const isCheck = process.argv.includes("--check");
for (const [name, text] of await generate()) {
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  if (!isCheck) {
    writeFileSync(path, text);
  } else if (readFileSync(path, "utf8") !== text) {
    console.error(`${name} does not match the description of the API; run: npm run client-types`);
    process.exitCode = 1;
  }
}
