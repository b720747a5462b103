import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../../src/domain/limits.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { sharedApi, type TestApi } from "../support/http.ts";
import { readRepository } from "../support/repository.ts";

/** A short imperative phrase: what the operation does to which resource. */
const SUMMARY =
  /^(?:Add|Apply|Assign|Change|Create|Delete|Derive|End|Export|Follow|Get|Link|List|Re\w+|Run|Send|Store|Update|Void) [^.:;]{4,70}$/;

interface Tagged {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
}

const app = await sharedApi();
const named = await sharedApi({ publicUrl: "https://counts.example.com/" });

async function read(api: TestApi, version: string): Promise<ApiDescription> {
  const answer = await api.get(`/${version}/openapi.json`, { token: null });
  expect(answer.status).toBe(200);
  return answer.body as unknown as ApiDescription;
}

const DESCRIPTIONS = [
  ["v1", await read(app, "v1")],
  ["v2", await read(app, "v2")],
] as const;

describe.each(DESCRIPTIONS)("the OpenAPI description of %s", (version, described) => {
  it("is valid, as version 3.1", async () => {
    const result = await new Validator().validate({ ...described });
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it("breaks none of Redocly's recommended rules", async () => {
    // The paths of the documented API end with a slash (D16): that is not for this description to change.
    const rules = { "no-path-trailing-slash": "off" } as const;
    const config = await createConfig({ extends: ["recommended"], rules });
    const source = JSON.stringify(described);
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it("says what it is licensed by, where it is served, and what its tags mean", async () => {
    expect(described).toMatchObject({
      info: { license: { identifier: "Apache-2.0" } },
      servers: [{ url: "/" }],
    });
    const given = await read(named, version);
    expect(given).toMatchObject({ servers: [{ url: "https://counts.example.com" }] });
    const { tags, paths } = described as unknown as Tagged;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(new Set(tags.map(({ name }) => name))).toEqual(new Set(operations.flatMap((each) => each.tags)));
    for (const { description } of tags) expect(description).toMatch(/^[A-Z]/);
  });

  it("has no empty alternative, and page_size as it is served", async () => {
    const text = JSON.stringify(described);
    expect(text).not.toMatch(/"(anyOf|oneOf|allOf)":\[(\]|[^\]]*\{\})/);
    const sizes = [...text.matchAll(/"schema":(\{[^}]*\}),"in":"query","name":"page_size"/g)];
    expect(sizes.length).toBeGreaterThan(5);
    for (const [, schema = ""] of sizes)
      expect(JSON.parse(schema)).toMatchObject({
        minimum: 1,
        maximum: PAGE_SIZE_MAX,
        default: PAGE_SIZE_DEFAULT,
      });
  });

  it("names every operation once, with what it needs and how it can fail", async () => {
    const { paths } = described;
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = all.map((operation) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const methods of Object.values(paths))
      for (const [method, { responses }] of Object.entries(methods))
        if (method !== "get") expect(responses).toMatchObject({ 413: {}, 415: {} });
    for (const operation of all) {
      expect(operation).toMatchObject({
        summary: expect.stringMatching(SUMMARY),
        tags: [expect.any(String)],
        description: expect.stringMatching(/scope `(read|write|ingest|sql|admin)`|^Accepts any token/),
        responses: { 400: {}, 403: {}, 408: {}, 429: {}, 431: {}, 503: {} },
      });
      expect(Object.keys(operation.responses).filter((status) => status.startsWith("2"))).toHaveLength(1);
    }
  });
});

/** A field or parameter of a description, by its path. */
interface Described {
  readonly path: string;
  readonly description: unknown;
}

/** All fields and parameters in a part of a description. */
function describedIn(part: unknown, path: string): Described[] {
  if (typeof part !== "object" || part === null) return [];
  const { in: place, name, description, properties } = part as Readonly<Record<string, unknown>>;
  const fields = Object.entries({ ...(properties as object) }).map(([field, schema]) => {
    return { path: `${path}.${field}`, description: (schema as Described).description };
  });
  const own = typeof place === "string" ? [{ path: `${path} ?${name}`, description }] : [];
  return [
    ...own,
    ...fields,
    ...Object.entries(part).flatMap(([key, value]) => describedIn(value, `${path}.${key}`)),
  ];
}

describe("the descriptions of fields and parameters", () => {
  const all = DESCRIPTIONS.flatMap(([version, { paths, components }]) =>
    describedIn({ paths, components }, version),
  );

  it("are complete: each field of each schema and each parameter has one", () => {
    expect(all.length).toBeGreaterThan(800);
    expect(all.filter(({ description }) => description === undefined).map(({ path }) => path)).toEqual([]);
  });

  it("are sentences", () => {
    const sentence = /^(?:[A-Z]|`).*\.$/s;
    expect(all.filter(({ description }) => !sentence.test(String(description)))).toEqual([]);
  });

  it("come from openapi/fields.json, each entry of which describes something", () => {
    const entries = JSON.parse(readRepository("openapi/fields.json")) as Readonly<Record<string, string>>;
    const used = all.map(({ description }) => String(description));
    const unused = Object.entries(entries).filter(([name, text]) => {
      const field = name.split(".").at(-1);
      return !used.some((each, index) => each.startsWith(text) && all[index]?.path.endsWith(String(field)));
    });
    expect(unused).toEqual([]);
  });
});

/** The defaults and examples in a part of a description, each with its schema. */
function valuesIn(part: unknown): { readonly value: unknown; readonly schema: object }[] {
  if (typeof part !== "object" || part === null) return [];
  const { examples = [], ...schema } = part as { readonly examples?: readonly unknown[] };
  const own = [...("default" in schema ? [schema.default] : []), ...examples];
  return [...own.map((value) => ({ value, schema })), ...Object.values(part).flatMap(valuesIn)];
}

describe.each(DESCRIPTIONS)("the defaults and examples of %s", (_version, { paths, components }) => {
  it("are valid by their own schemas", () => {
    const values = valuesIn({ paths, components });
    expect(values.length).toBeGreaterThan(20);
    // The code that generators of clients write for the default of a list of an enum does not compile.
    expect(values.filter(({ value }) => Array.isArray(value))).toEqual([]);
    const ajv = new Ajv2020({ strict: false });
    expect(values.filter(({ value, schema }) => !ajv.validate(schema, value))).toEqual([]);
  });
});

it("a required field of a row of a batch that is missing is said to be required", async () => {
  const { body } = await app.post("/v2/sensor_events/", [{}, { sensor_serial_number: "a" }]);
  expect(body.errors.map(({ message }) => message)).toEqual([
    "sensor_serial_number is required and must be a string of 1 to 128 characters",
    "timestamp is required and must be a time such as 2024-05-06T07:08:09.123Z",
  ]);
});

describe("the page to try the API", () => {
  it("D18: is open, with its files, and names both descriptions", async () => {
    const page = await app.get("/docs", { token: null });
    expect(page).toMatchObject({ status: 200, headers: { "content-type": expect.stringMatching(/html/) } });
    const script = await app.get("/docs/static/swagger-initializer.js", { token: null });
    expect(script.text).toContain("/v1/openapi.json");
    expect(script.text).toContain("/v2/openapi.json");
    expect((await app.get("/docs/static/swagger-ui-bundle.js", { token: null })).status).toBe(200);
  });

  it("has version 2's description beside it, as its library names it", async () => {
    const [, [, described]] = DESCRIPTIONS;
    expect((await app.get("/docs/json", { token: null })).body).toEqual(described);
    const yaml = await app.get("/docs/yaml", { token: null });
    expect(yaml.status).toBe(200);
    expect(parse(yaml.text)).toEqual(described);
  });

  it("asks for nothing that a server without TLS cannot give", async () => {
    const { headers } = await app.get("/docs/", { token: null });
    expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  });
});
