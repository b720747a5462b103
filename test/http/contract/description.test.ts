import { describe, expect, it } from "vitest";
import { ENDPOINTS, type Endpoint } from "../../support/contract.ts";
import type { ApiDescription } from "../../support/described-answers.ts";
import { sharedApi } from "../../support/http.ts";

/** A JSON Schema, as far as fields go. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const JSON_TYPE = "application/json";

/** The endpoints that the tables name and that answer something else than that there is nothing to answer. */
const DESCRIBED = ENDPOINTS.filter(({ status }) => status !== 405);

const { app } = await sharedApi();
await app.ready();
const described = { v1: app.describeV1() as ApiDescription, v2: app.describeV2() as ApiDescription };

/** A path without its last slash (D16) and the names of its parameters. */
const bare = (path: string) => path.replace(/\/$/, "").replace(/\{\w+\}/g, "{}");

function operationOf({ paths }: ApiDescription, endpoint: Endpoint): Operation {
  const path = Object.keys(paths).find((each) => bare(each) === bare(endpoint.path)) ?? "";
  const operation = paths[path]?.[endpoint.method.toLowerCase()];
  expect(operation, endpoint.title).toBeDefined();
  return operation as unknown as Operation;
}

// That answers are as described is checked of all that tests are answered (test/support/described-answers.ts).
describe("the OpenAPI description has all that the tables name", () => {
  const named = DESCRIBED.map((endpoint) => [endpoint.title, endpoint] as const);

  it.each(["v1", "v2"] as const)("and no other operations: %s", (version) => {
    const shown = Object.entries(described[version].paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${bare(path)}`),
    );
    const wanted = DESCRIBED.filter((endpoint) => endpoint.version === version);
    // test/http/live-stream.test.ts covers the stream, which has no end.
    const streams = version === "v2" ? ["GET /v2/live"] : [];
    const operations = wanted.map(({ method, path }) => `${method} ${bare(path)}`);
    expect(new Set(shown)).toEqual(new Set([...operations, ...streams]));
  });

  it.each(named)("parameters: %s", (_title, endpoint) => {
    const operation = operationOf(described[endpoint.version], endpoint);
    const parameters = new Map(
      (operation.parameters ?? []).map((each) => [`${each.in} ${each.name}`, each.required]),
    );
    for (const { name, isRequired } of endpoint.parameters)
      expect(parameters.get(`query ${name}`)).toBe(isRequired);
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
    expect([...parameters.keys()].filter((key) => key.startsWith("path ")).sort()).toEqual(inPath.sort());
  });

  it.each(named)("fields of the body: %s", (_title, endpoint) => {
    const operation = operationOf(described[endpoint.version], endpoint);
    const schema = operation.requestBody?.content[JSON_TYPE]?.schema;
    const isPut = endpoint.method === "PUT";
    for (const { name, isRequired } of endpoint.fields) {
      expect(schema?.properties, name).toHaveProperty(name);
      // A site may leave out any one section, though not all of them.
      if (endpoint.path.endsWith("/site/")) continue;
      expect(schema?.required?.includes(name) ?? false, name).toBe(isRequired && !isPut);
    }
  });
});
