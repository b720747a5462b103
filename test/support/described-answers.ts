import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";

/** A description of a version of the API, as far as answers are concerned. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface DescribedOperation {
  readonly operationId: string;
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

/** Descriptions by version: they are the same for every API of a test run, and take a while to write. */
const descriptions = new Map<string, ApiDescription>();

/** Checks by version, operation, status and media type. */
const validators = new Map<string, ValidateFunction>();

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
  const description = descriptions.get(version) ?? describe(version);
  descriptions.set(version, description);
  const operation = operationOf(description, answer.method, path);
  // Tokens are looked at first: what is described of a path goes for those who may know it.
  if (operation === null || UNDESCRIBED.has(answer.status)) return;
  if (answer.method === "GET" && BODY_STATUSES.has(answer.status)) return;
  const media = operation.responses[answer.status]?.content?.[answer.contentType.split(";", 1).join()];
  const name = `${version} ${operation.operationId} ${answer.status}`;
  expect(media, `${name} is described as ${answer.contentType}`).toBeDefined();
  if (media === undefined) return;
  const validate = validators.get(name) ?? validatorOf(description, media.schema);
  validators.set(name, validate);
  expect(
    validate(answer.body),
    `${name}: ${JSON.stringify(validate.errors)}\n${JSON.stringify(answer.body)}`,
  ).toBe(true);
}

function operationOf({ paths }: ApiDescription, method: string, path: string): DescribedOperation | null {
  const wanted = path.replace(/\/$/, "");
  const matching = Object.entries(paths).filter(([template]) => {
    const pattern = template.replace(/\/$/, "").replace(/\{\w+\}/g, "[^/]+");
    return new RegExp(`^${pattern}$`).test(wanted);
  });
  // A path without parameters goes before one with them.
  const [found] = matching.sort(([a], [b]) => a.split("{").length - b.split("{").length);
  return found?.[1][method.toLowerCase()] ?? null;
}

function validatorOf({ components }: ApiDescription, schema: object): ValidateFunction {
  // Whether the description is one is tested elsewhere; each schema brings all of its components along.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  return ajv.compile({ ...schema, components });
}
