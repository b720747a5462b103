import fc from "fast-check";
import type { ApiDescription } from "../support/described-answers.ts";

/** A JSON Schema, as far as the API's description uses it. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly maxLength?: number;
  readonly examples?: readonly unknown[];
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema: Schema;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

/** A request, as a client would send it. */
export interface FuzzedRequest {
  readonly method: string;
  readonly url: string;
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Ids of all kinds are counted up from 1: low ones often exist. */
const ID_DIGITS = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 1, max: 40 }) },
  fc.bigInt(-1n, 2n ** 64n),
);

const TIMES = fc.oneof(
  fc.integer({ min: 0, max: 21 }).map((hours) => new Date(Date.UTC(2024, 4, 9, 15 + hours)).toISOString()),
  fc.constantFrom("2024-05-10", "2024-05-10T12:04:00+00:00", "1970-01-01", "9999-12-31", "2030-01-01", "now"),
);

const TEXTS = fc.oneof(
  fc.constantFrom(
    "a",
    "b",
    "Hall",
    "Front door",
    "open",
    "Office Hours",
    "UTC",
    "Asia/Kathmandu",
    "04:00",
    "09:00",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);

const JUNK = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    "x".repeat(300),
    -1,
    0,
    1.5,
    1e308,
    true,
    [],
    {},
    [[]],
    "spc_0",
    "\u0000",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Values of a schema: most as it wants them, some not at all. */
function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 24, arbitrary: wanted(schema, depth) }, { weight: 1, arbitrary: JUNK });
}

function wanted(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, depth + 1)));
  const [type] = [schema.type ?? []].flat();
  switch (type) {
    case "string":
      return textsLike(schema.examples?.[0]);
    case "integer":
    case "number":
      return numbersOf(schema, type);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), { maxLength: 3 });
    case "object":
      return objectsOf(schema, depth);
    default:
      return depth > 3 ? fc.constant(null) : fc.jsonValue({ maxDepth: 3 });
  }
}

/** Texts of the kind of an example: an id, a time, or any. */
function textsLike(example: unknown): fc.Arbitrary<string> {
  const prefix = /^([a-z]{3})_\d+$/.exec(String(example ?? ""))?.[1];
  if (prefix !== undefined) return ID_DIGITS.map((digits) => `${prefix}_${digits}`);
  if (/^\d{4}-\d\d-\d\dT/.test(String(example ?? ""))) return TIMES;
  return typeof example === "string" ? fc.oneof(fc.constant(example), TEXTS) : TEXTS;
}

function numbersOf(schema: Schema, type: "integer" | "number"): fc.Arbitrary<number> {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -10;
  const small = fc.integer({ min: Math.ceil(min), max: Math.min(schema.maximum ?? 50, 50) });
  return type === "integer" ? small : fc.oneof(small, fc.double({ noDefaultInfinity: true, noNaN: true }));
}

function objectsOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  if (Object.keys(properties).length === 0 && typeof additionalProperties === "object") {
    return fc.dictionary(fc.constantFrom("x-a", "host", ""), valuesOf(additionalProperties, depth + 1));
  }
  const fields = Object.entries(properties).map(([name, each]) => {
    const weight = required.includes(name) ? 20 : 1;
    const given = valuesOf(each, depth + 1).map((value) => [[name, value] as const]);
    return fc.oneof({ weight, arbitrary: given }, { weight: 2, arbitrary: fc.constant([]) });
  });
  return fc.tuple(...fields).map((entries) => Object.fromEntries(entries.flat()));
}

/** Any request that the descriptions speak of, and some that they do not. */
export function requestsFrom(descriptions: readonly ApiDescription[]): fc.Arbitrary<FuzzedRequest> {
  // The answer of /v2/live/ has no end, and would be waited for.
  const finite = descriptions.flatMap(({ paths }) =>
    Object.entries(paths).filter(([path]) => path !== "/v2/live/"),
  );
  const described = finite.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      // What sets a site up comes more often than what takes it down.
      const weight = method === "post" ? 4 : method === "put" ? 3 : method === "get" ? 2 : 1;
      return { weight, arbitrary: requestsOf(path, method.toUpperCase(), operation as Operation) };
    }),
  );
  return fc.oneof(...described, { weight: 4, arbitrary: STRANGE });
}

function requestsOf(path: string, method: string, operation: Operation): fc.Arbitrary<FuzzedRequest> {
  const { parameters = [], requestBody } = operation;
  const schema = requestBody?.content["application/json"]?.schema;
  const inPath = parameters.filter((each) => each.in === "path");
  return fc
    .record({
      path: fc.tuple(...inPath.map((each) => wanted(withExample(each), 0))),
      query: queriesOf(parameters.filter((each) => each.in === "query")),
      slash: fc.boolean(),
      body: schema === undefined ? fc.constant(undefined) : bodiesOf(path, schema),
      accept: fc.constantFrom(
        undefined,
        undefined,
        undefined,
        "text/csv",
        "application/vnd.apache.arrow.stream",
      ),
    })
    .map(({ path: values, query, slash, body, accept }) => {
      const filled = inPath.reduce(
        (url, { name }, index) => url.replace(`{${name}}`, encodeURIComponent(wellFormed(values[index]))),
        path,
      );
      const url = slash ? filled : filled.replace(/\/$/, "");
      return {
        method,
        url: query === "" ? url : `${url}?${query}`,
        ...(body === undefined ? {} : { body }),
        ...(accept === undefined ? {} : { headers: { accept } }),
      };
    });
}

/** Rows of sensor events are not described: each is looked at by itself. */
function bodiesOf(path: string, schema: Schema): fc.Arbitrary<unknown> {
  if (!path.endsWith("/sensor_events/")) return valuesOf(schema);
  const row = fc.record(
    {
      sensor_serial_number: fc.constantFrom("a", "b", "7", 7),
      timestamp: TIMES,
      trajectory: fc.constantFrom(1, -1, 1, -1, 0),
      event_id: fc.constantFrom(null, "e", ""),
    },
    { requiredKeys: ["sensor_serial_number", "timestamp", "trajectory"] },
  );
  return fc.array(fc.oneof({ weight: 20, arbitrary: row }, JUNK), { maxLength: 20 });
}

function withExample({ schema, example }: Parameter): Schema {
  return example === undefined ? schema : { ...schema, examples: [example] };
}

function queriesOf(parameters: readonly Parameter[]): fc.Arbitrary<string> {
  const parts = parameters.map((parameter) => {
    const weight = parameter.required ? 20 : 1;
    const given = valuesOf(withExample(parameter)).map((value) => [[parameter.name, value] as const]);
    return fc.oneof({ weight, arbitrary: given }, { weight: 2, arbitrary: fc.constant([]) });
  });
  return fc.tuple(...parts).map((entries) => {
    const query = new URLSearchParams();
    for (const [name, value] of entries.flat()) {
      for (const each of [value].flat()) query.append(name, wellFormed(each));
    }
    return query.toString();
  });
}

/** A value as a text that an address can hold. */
function wellFormed(value: unknown): string {
  // An object may have a `toString` that is no function.
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replace(/\p{Surrogate}/gu, "?");
}

/** Requests that no client would send by intent. */
const STRANGE: fc.Arbitrary<FuzzedRequest> = fc.oneof(
  fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
    url: fc
      .oneof(
        fc.array(fc.constantFrom("v1", "v2", "spaces", "spc_1", "..", "%2e", "%", "counts", ""), {
          maxLength: 6,
        }),
        fc.array(fc.webSegment(), { maxLength: 4 }),
      )
      .map((parts) => `/${parts.join("/")}`),
  }),
  fc.record({
    method: fc.constantFrom("POST", "PUT"),
    url: fc.constantFrom("/v2/spaces/", "/v2/sensor_events/", "/v1/events/", "/v2/webhooks/"),
    raw: fc.oneof(fc.string(), fc.constantFrom("{", "null", "[1", '{"name":"\\ud800"}', '{"__proto__":1}')),
    headers: fc.constantFrom<Readonly<Record<string, string>>>(
      { "content-type": "application/json" },
      { "content-type": "application/x-ndjson" },
      { "content-type": "application/vnd.apache.arrow.stream" },
      { "content-type": "application/json", "content-encoding": "gzip" },
      { "content-type": "text/plain" },
    ),
  }),
);
