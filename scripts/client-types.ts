/**
 * Generates the types of the client in src/client/generated from the API descriptions. With `--check`, it writes nothing
 * and fails if the files differ from the generated ones.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openEngine } from "../src/cli/open-engine.ts";
import { openServedSql } from "../src/cli/serving/server.ts";
import { buildApp } from "../src/http/app.ts";
import { Metrics } from "../src/http/monitoring.ts";
import { MEDIA_TYPES } from "../src/http/representation.ts";

// openapi-typescript uses an API of TypeScript 5 that TypeScript 7 does not have.
register(new URL("./older-typescript.mjs", import.meta.url));

const HEADER =
  "// Written by scripts/client-types.ts from the API's description: not to be changed by hand.\n\n";

/** The types of both API versions, by file. */
async function generate(): Promise<Map<string, string>> {
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const folder = mkdtempSync(join(tmpdir(), "headcount-types-"));
  const engine = await openEngine(folder, { mayCreate: "silently" });
  try {
    const app = buildApp(engine.context, {
      rateLimit: null,
      publicUrl: null,
      trustProxy: null,
      release: "",
      metrics: new Metrics(),
      sql: openServedSql(engine.context, { dataDir: folder, sqlTimeout: 0, sqlMemory: 0 }),
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
        await openapiTS(forClient(description), {
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

/** The response of every error (RFC 9457). */
const PROBLEM_TYPE = "application/problem+json";
const PROBLEM = {
  description: "A problem",
  content: { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } },
};

/**
 * A description without the CSV and Arrow responses, because the client requests JSON, and with one response for all
 * errors: each operation has up to ten, whose types are the same.
 */
function forClient(description: object): string {
  const text = JSON.stringify(description, (key, value) => {
    if (key === MEDIA_TYPES.csv || key === MEDIA_TYPES.arrow) return undefined;
    return value?.content?.[PROBLEM_TYPE] === undefined ? value : { $ref: "#/components/responses/Problem" };
  });
  const { components, ...rest } = JSON.parse(text);
  return JSON.stringify({ ...rest, components: { ...components, responses: { Problem: PROBLEM } } });
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
