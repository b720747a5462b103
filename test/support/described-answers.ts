import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "vitest";
import { must } from "../../src/domain/errors.ts";

/** A description of a version of the API, as far as answers are concerned. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface DescribedOperation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >;
}

/** An answer to hold against its description. */
export interface CheckedAnswer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}

/** Statuses that no operation has of itself: of other methods and of broken servers. */
const UNDESCRIBED: ReadonlySet<number> = new Set([405, 500]);

/** Statuses of bodies, which a GET has only if a test makes the error up. */
const BODY_STATUSES: ReadonlySet<number> = new Set([413, 415]);

/** A described path, and the pattern of the paths of requests for it. */
interface DescribedPath {
  readonly template: string;
  readonly pattern: RegExp;
  readonly operations: Readonly<Record<string, DescribedOperation>>;
}

/** The paths of each version: they are the same for every API of a test run, and take a while to write. */
const described = new Map<string, readonly DescribedPath[]>();

/** Has the descriptions by version, and compiles each schema of an answer once, as fast as it can. */
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
});

/**
 * Fails if an answer is not what the API's description says of it. Answers of paths and methods that
 * are not described are left alone.
 */
export function expectAsDescribed(
  describe: (version: string) => ApiDescription,
  answer: CheckedAnswer,
): void {
  const path = answer.url.split("?", 1).join();
  const version = /^\/(v[12])\//.exec(path)?.[1];
  if (version === undefined || !/json/.test(answer.contentType)) return;
  const paths = described.get(version) ?? pathsOf(version, describe(version));
  const found = paths.find(({ pattern }) => pattern.test(path.replace(/\/$/, "")));
  const method = answer.method.toLowerCase();
  const operation = found?.operations[method];
  // Tokens are looked at first: what is described of a path goes for those who may know it.
  if (found === undefined || operation === undefined || UNDESCRIBED.has(answer.status)) return;
  if (answer.method === "GET" && BODY_STATUSES.has(answer.status)) return;
  const type = answer.contentType.split(";", 1).join();
  const media = operation.responses[answer.status]?.content?.[type];
  const name = `${version} ${operation.operationId} ${answer.status}`;
  expect(media, `${name} is described as ${answer.contentType}`).toBeDefined();
  const parts = ["paths", found.template, method, "responses", answer.status, "content", type, "schema"];
  const validate = must(ajv.getSchema(`${version}#/${parts.map(pointerPart).join("/")}`), name);
  if (validate(answer.body)) return;
  expect.fail(`${name}: ${JSON.stringify(validate.errors)}\n${JSON.stringify(answer.body)}`);
}

/** Notes the description of a version; gives back its paths, those without parameters before the others. */
function pathsOf(version: string, description: ApiDescription): readonly DescribedPath[] {
  ajv.addSchema(description, version);
  const paths = Object.entries(description.paths)
    .map(([template, operations]) => {
      const pattern = template.replace(/\/$/, "").replace(/\{\w+\}/g, "[^/]+");
      return { template, pattern: new RegExp(`^${pattern}$`), operations };
    })
    .sort((a, b) => a.template.split("{").length - b.template.split("{").length);
  described.set(version, paths);
  return paths;
}

/** A part of a JSON pointer in a URI. */
function pointerPart(part: string | number): string {
  return encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
}
