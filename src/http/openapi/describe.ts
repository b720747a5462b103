import swagger, { type FastifyDynamicSwaggerOptions, type SwaggerTransform } from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { RouteOptions } from "fastify";
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from "fastify-type-provider-zod";
import { z } from "zod";
import { type JsonSchema, v1Schemas, v2Schemas } from "../../schemas/fields.ts";
import { IGNORING, IGNORING_HEADERS } from "../bodies/strictness.ts";
import { Refusal } from "../errors.ts";
import {
  PROBLEMS,
  PROBLEMS_PATH,
  type ProblemSlug,
  problemTitle,
  problemType,
  unknownBy,
} from "../problems.ts";
import { MEDIA_TYPES } from "../representation.ts";
import {
  type Access,
  type App,
  type HttpOptions,
  type Operation,
  TAGS,
  VERSIONS,
  type Version,
} from "../types.ts";
import { withDescriptions } from "./field-descriptions.ts";

const DESCRIBED = {
  v1: { title: "Headcount API, version 1", schemas: v1Schemas, decorator: "describeV1" },
  v2: { title: "Headcount API, version 2", schemas: v2Schemas, decorator: "describeV2" },
} as const;

const DESCRIPTION = `Occupancy counts from doorway-sensor events. Times in responses are ISO 8601 in UTC. Ids are strings.
Lists are paginated by \`page\` and \`page_size\`. Errors are problem details (RFC 9457).`;

const LICENSE = { name: "Apache License 2.0", identifier: "Apache-2.0" };

/** The source of a version's description. @param publicUrl null if the URL of the server is that of the description */
function describeVersion(
  version: Version,
  release: string,
  publicUrl: string | null,
): FastifyDynamicSwaggerOptions {
  const { title, schemas } = DESCRIBED[version];
  const config = { zodToJsonConfig: { override: useDocumented } };
  const transform = createJsonSchemaTransform({ ...config, schemaRegistry: schemas });
  const transformObject = createJsonSchemaTransformObject({ ...config, schemaRegistry: schemas });
  return {
    openapi: {
      openapi: "3.1.0",
      info: { title, description: DESCRIPTION, version: release, license: LICENSE },
      // "/" is the server of the description itself.
      servers: [{ url: publicUrl?.replace(/\/+$/, "") || "/" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: { token: { type: "http", scheme: "bearer" } },
        schemas: { Problem: PROBLEM_SCHEMA },
      },
      security: [{ token: [] }],
    },
    transform: (route) => {
      const operation = route.route.method === "HEAD" ? undefined : route.route.config?.operation;
      if (operation === undefined || !route.url.startsWith(`/${version}/`))
        return { schema: { hide: true }, url: route.url };
      const { schema, url } = transform(route);
      return { url, schema: { ...schema, ...describeOperation(route, operation, schema.response) } };
    },
    transformObject: (document) => tidy(transformObject(document) as Description),
  };
}

function describeOperation(
  { route }: Parameters<SwaggerTransform>[0],
  { id, tag, summary, detail, consumes, isTokenInPath = false }: Operation,
  answers: unknown,
) {
  const { access = "token", formats = ["json"], streamed } = route.config ?? {};
  const need = NEEDS[access] ?? `Requires a token with the scope \`${access}\`.`;
  const tables = formats.filter((format) => format !== "json");
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [need, ...(detail ? [detail] : [])].join("\n\n"),
    ...(consumes === undefined ? {} : { consumes: [...consumes] }),
    ...(isTokenInPath ? { security: [] } : {}),
    response: {
      ...(streamed === undefined ? answersOf(answers, tables) : streamedAnswer(streamed)),
      ...problemResponses(route),
    },
  };
}

/** What a route requires of a token, where it is not one scope. */
const NEEDS: Readonly<Partial<Record<Access, string>>> = {
  token: "Accepts any token.",
  display: "Requires a token with the scope `read`, or with the scope `display` for the space.",
};

function streamedAnswer(mediaType: string) {
  const schema = mediaType.startsWith("text/") ? { type: "string" } : { type: "string", format: "binary" };
  return { 200: { description: "OK", content: { [mediaType]: { schema } } } };
}

/** The answers of a route, successes also as tables; a 204 if there is no body. */
function answersOf(answers: unknown, tables: readonly (keyof typeof MEDIA_TYPES)[]): Record<string, unknown> {
  if (answers === undefined) return { 204: { type: "null", description: "No content" } };
  const others = tables.map((format) => [MEDIA_TYPES[format], { schema: { type: "string" } }]);
  return Object.fromEntries(
    Object.entries(answers as Record<string, JsonSchema>).map(([status, schema]) => [
      status,
      {
        description: status === "201" ? "Created" : "OK",
        content: { [MEDIA_TYPES.json]: { schema }, ...Object.fromEntries(others) },
      },
    ]),
  );
}

/** Shows the text of `documented` for a schema instead of zod's output. */
function useDocumented(output: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void {
  const { zodSchema, jsonSchema } = output;
  // The range of safe integers is omitted.
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // Unknown fields are ignored.
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
  // Generators of clients give the default of a list the type of strings, not of its enum; it is described in words.
  if (Array.isArray(jsonSchema.default)) delete jsonSchema.default;
  const json = "meta" in zodSchema ? (zodSchema as z.ZodType).meta()?.json : undefined;
  if (json === undefined) return;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
  Object.assign(jsonSchema, json);
}

const SCHEMA_REFERENCE = /"#\/components\/schemas\/([^"]+)"/g;

interface Description {
  tags?: { name: string }[];
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  components?: {
    readonly schemas?: Record<string, unknown>;
    readonly parameters?: object;
    readonly headers?: object;
  };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly tags?: readonly string[];
  parameters?: readonly object[];
  readonly responses?: Readonly<Record<string, { headers?: object }>>;
  readonly requestBody?: {
    required?: boolean;
    readonly content: Readonly<Record<string, { readonly schema?: JsonSchema }>>;
  };
}

/**
 * Removes the tags and schemas of no operation, sorts and describes the schemas, and requires only the bodies that have
 * required fields.
 */
function tidy(description: Description): Description {
  const all = Object.values(description.paths ?? {}).flatMap((methods) => Object.values(methods));
  const tags = new Set(all.flatMap((operation) => operation.tags ?? []));
  description.tags = (description.tags ?? []).filter(({ name }) => tags.has(name));
  const schemas = description.components?.schemas ?? {};
  const used = new Set<string>();
  const follow = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(SCHEMA_REFERENCE)) {
      if (used.has(name)) continue;
      used.add(name);
      follow(schemas[name]);
    }
  };
  follow(description.paths);
  // By name: the order would otherwise be the one in which the modules are loaded.
  const described = [...used].sort().map((name) => [name, withDescriptions(schemas[name], [name])] as const);
  description.components = { ...description.components, ...IGNORING, schemas: Object.fromEntries(described) };
  for (const operation of all) {
    Object.assign(operation, withDescriptions(operation, [operation.operationId]));
    const { requestBody, parameters = [], responses = {} } = operation;
    if (requestBody === undefined) continue;
    const [media] = Object.values(requestBody.content);
    const isAny = Object.keys(media?.schema ?? {}).length === 0;
    if (media?.schema?.type !== "array" && !isAny) {
      operation.parameters = [...parameters, { $ref: "#/components/parameters/Prefer" }];
      for (const [status, answer] of Object.entries(responses))
        if (status.startsWith("2")) answer.headers = IGNORING_HEADERS;
    }
    requestBody.required = media?.schema?.type !== "object" || (media.schema.required?.length ?? 0) > 0;
  }
  return description;
}

const SLUGS = Object.keys(PROBLEMS) as ProblemSlug[];

const PROBLEM_SCHEMA = {
  type: "object",
  description: "Problem details (RFC 9457)",
  properties: {
    type: { type: "string", enum: SLUGS.map(problemType) },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: { path: { type: "string" }, message: { type: "string" } },
        required: ["path", "message"],
      },
    },
  },
  required: ["type", "title", "status", "detail"],
} as const satisfies JsonSchema;

const PROBLEMS_OF_ALL: readonly ProblemSlug[] = [
  "invalid-request",
  "invalid-token",
  "request-timeout",
  "rate-limit-exceeded",
  "headers-too-large",
  "not-ready",
  "overloaded",
  "unavailable",
];

/** The errors that a route answers with, by status, from the parts that its requests have (D17, D18). */
function problemResponses({ method, schema, config }: RouteOptions): Record<string, unknown> {
  const isRead = method === "GET";
  const { access, formats = isRead ? ["json"] : [], operation } = config ?? {};
  const { conflicts = [], consumes = [] } = operation ?? {};
  const named = schema?.params instanceof z.ZodObject ? Object.keys(schema.params.shape) : [];
  // A token in the path is checked before (D32).
  const parameters = named.filter((name) => name !== "token");
  const slugs = new Set([...PROBLEMS_OF_ALL, ...parameters.map(unknownBy), ...conflicts]);
  if (!isRead) slugs.add("malformed-body").add("body-too-large").add("unsupported-content-encoding");
  if (!isRead && !consumes.includes("*/*")) slugs.add("unsupported-media-type");
  if (access !== "token") slugs.add("missing-scope");
  if (formats.length > 0) slugs.add("not-acceptable");
  const responses: Record<string, { description: string; content: object }> = {};
  for (const slug of SLUGS.filter((each) => slugs.has(each))) {
    const { status } = PROBLEMS[slug];
    const description = `${problemTitle(slug)} (\`${problemType(slug)}\`)`;
    const response = responses[status];
    if (response === undefined) responses[status] = { description, content: PROBLEM_CONTENT };
    else response.description += `, ${description}`;
  }
  return responses;
}

const PROBLEM_CONTENT = {
  "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
};

declare module "fastify" {
  interface FastifyInstance {
    describeV1: () => object;
    describeV2: () => object;
  }
}

export const DOCS_PATH = "/docs";

/** Records every route that is added from here on, for the description of its version. */
export function collectRoutes(
  app: App,
  { release, publicUrl }: Pick<HttpOptions, "publicUrl" | "release">,
): void {
  for (const version of VERSIONS) {
    const options = describeVersion(version, release, publicUrl);
    app.register(swagger, { ...options, decorator: DESCRIBED[version].decorator });
  }
}

/** GET /v1/openapi.json, /v2/openapi.json: OpenAPI 3.1; GET /docs: a page to read and try it (D18: open). */
export function openApiRoutes(app: App): void {
  for (const version of VERSIONS) {
    let text: string | null = null;
    app.get(`/${version}/openapi.json`, { config: { access: "open" } }, async (_request, reply) => {
      // It does not change while the server runs.
      text ??= JSON.stringify(app[DESCRIBED[version].decorator]());
      return reply.type("application/json").send(text);
    });
  }
}

/** GET /problems/:slug: the description of a problem type, at the path that is the type (D17, D18: open). */
export function problemRoutes(app: App): void {
  app.get<{ Params: { slug: ProblemSlug } }>(
    `${PROBLEMS_PATH}/:slug`,
    { config: { access: "open" } },
    async ({ params: { slug } }, reply) => {
      if (!Object.hasOwn(PROBLEMS, slug))
        throw new Refusal("unknown-path", "the problem type does not exist");
      const { status, meaning, action } = PROBLEMS[slug];
      reply.type("text/plain; charset=utf-8");
      return `${problemTitle(slug)} (${status})\n\n${meaning}\n\n${action}\n`;
    },
  );
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 190 40" fill="#fff"
  font-family="sans-serif" font-size="28" font-weight="700"><text y="30">Headcount</text></svg>`;

export function docsRoutes(app: App): void {
  app.addHook("onRoute", (route) => {
    route.config = { ...route.config, access: "open" };
  });
  // The library's own documents at /docs/json and /docs/yaml.
  app.decorate("swagger", app.describeV2 as typeof app.swagger);
  app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: true,
    // A server without TLS could not answer the HTTPS requests that browsers would send instead.
    transformStaticCSP: (header) => header.replace("upgrade-insecure-requests;", ""),
    theme: { title: "Headcount API" },
    logo: { type: "image/svg+xml", content: LOGO, href: DOCS_PATH },
    uiConfig: {
      // The library's types allow one address only; the page accepts several.
      ...({
        urls: [
          { name: "Version 2", url: "/v2/openapi.json" },
          { name: "Version 1", url: "/v1/openapi.json" },
        ],
      } as object),
      displayOperationId: false,
      docExpansion: "list",
      tryItOutEnabled: true,
      persistAuthorization: true,
    },
  });
}
