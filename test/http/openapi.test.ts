import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "../../src/domain/limits.ts";
import type { ApiDescription } from "../support/described-answers.ts";
import { sharedApi, type TestApi } from "../support/http.ts";

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

  it("is taken by swagger-parser, all its references followed", async () => {
    await expect(SwaggerParser.validate(structuredClone(described) as never)).resolves.toBeDefined();
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
        summary: expect.stringMatching(/^[A-Z]/),
        tags: [expect.any(String)],
        description: expect.stringMatching(/scope `(read|write|ingest|sql|admin)`|^Any token will do/),
        responses: { 400: {}, 403: {}, 408: {}, 429: {}, 431: {}, 503: {} },
      });
      expect(Object.keys(operation.responses).filter((status) => status.startsWith("2"))).toHaveLength(1);
    }
  });
});

describe("the described parameters and bodies of requests", () => {
  it("is what they are checked by", async () => {
    const [, [, { paths }]] = DESCRIPTIONS;
    expect(paths["/v2/spaces/"]?.post).toMatchObject({
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              required: ["name"],
              properties: {
                capacity: { anyOf: [{ type: "integer", minimum: 0 }, { type: "null" }] },
                space_type: { enum: ["space", "floor", "building", "campus"] },
                time_zone: { type: "string" },
              },
            },
          },
        },
      },
    });
    expect(paths["/v2/spaces/{space_id}/"]?.put).toMatchObject({ requestBody: { required: false } });
    expect(paths["/v2/sensor_events/"]?.post).toMatchObject({
      requestBody: { content: { "application/json": {}, "application/x-ndjson": {} } },
    });
  });
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
