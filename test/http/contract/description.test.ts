import { describe, expect, it } from "vitest";
import { ENDPOINTS } from "../../support/contract.ts";
import type { ApiDescription } from "../../support/described-answers.ts";
import { sharedApi } from "../../support/http.ts";

/** An operation, as far as the names of parameters and fields go. */
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: { readonly properties?: object; readonly required?: string[] } }>
    >;
  };
}

const { app } = await sharedApi();
await app.ready();
const described = { v1: app.describeV1() as ApiDescription, v2: app.describeV2() as ApiDescription };

/** An operation as the tables name it: without the last slash of its path (D16) and the names of its parameters. */
const nameOf = (method: string, path: string) =>
  `${method.toUpperCase()} ${path.replace(/\/$/, "").replace(/\{\w+\}/g, "{}")}`;

/** The endpoints of a version that the tables name and that answer something else than that they do not exist. */
const namedIn = (of: string) => ENDPOINTS.filter(({ version, status }) => version === of && status !== 405);

// Answers are compared with their description in all tests that get one (test/support/described-answers.ts).
describe.each(["v1", "v2"] as const)("the OpenAPI description of %s", (version) => {
  const operations = new Map(
    Object.entries(described[version].paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        nameOf(method, path),
        operation as unknown as Operation,
      ]),
    ),
  );

  it("has all operations that the tables name, and no others", () => {
    // test/http/live-stream.test.ts covers the stream, which has no end.
    const streams = version === "v2" ? ["GET /v2/live"] : [];
    const named = namedIn(version).map(({ method, path }) => nameOf(method, path));
    expect(new Set(operations.keys())).toEqual(new Set([...named, ...streams]));
  });

  it.each(namedIn(version))("has the parameters and the fields of the body: $title", (endpoint) => {
    const { parameters = [], requestBody } = operations.get(nameOf(endpoint.method, endpoint.path)) ?? {};
    const isRequiredOf = new Map(parameters.map((each) => [`${each.in} ${each.name}`, each.required]));
    for (const { name, isRequired } of endpoint.parameters)
      expect(isRequiredOf.get(`query ${name}`), name).toBe(isRequired);
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `path ${name}`);
    expect([...isRequiredOf.keys()].filter((key) => key.startsWith("path ")).sort()).toEqual(inPath.sort());
    const { properties, required = [] } = requestBody?.content["application/json"]?.schema ?? {};
    for (const { name, isRequired } of endpoint.fields) {
      expect(properties, name).toHaveProperty(name);
      // A site may leave out any one section, though not all of them; a PUT any field (D26).
      if (endpoint.path.endsWith("/site/")) continue;
      expect(required.includes(name), name).toBe(isRequired && endpoint.method !== "PUT");
    }
  });
});
