import { z } from "zod";
import type { Issue } from "../domain/errors.ts";
import type { JsonSchema } from "../schemas/json-schema.ts";
import { segmentParameters } from "./segment-parameters.ts";
import type { App } from "./types.ts";

/**
 * Checks the queries of routes without parameters, too: a parameter that looks like a filter by time segments is
 * rejected (D16).
 */
export function checkEveryQuery(app: App): void {
  app.addHook("onRoute", (route) => {
    route.schema = { querystring: z.object({}), ...route.schema };
  });
}

const SEGMENT_PREFIX = "time_segment";

/** The suffix that some clients give to the name of a repeated parameter. */
const BRACKETS = "[]";

/** A parsed query: parameters by name, with a list where one is repeated. */
type Query = Readonly<Record<string, unknown>>;

/** The names of a route's parameters, and the variants that clients write (D16). */
export class QueryNames {
  readonly #repeatable: ReadonlySet<string>;
  /** The parameters for time segments; where the route has none, those of other routes, for the message. */
  readonly #segments: readonly string[];
  readonly #isFilteredBySegments: boolean;

  constructor(schema: z.ZodObject) {
    const names = Object.keys(schema.shape);
    this.#repeatable = new Set(names.filter((name) => isRepeatable(schema.shape[name])));
    const own = names.filter((name) => name.startsWith(SEGMENT_PREFIX));
    this.#isFilteredBySegments = own.length > 0;
    this.#segments = this.#isFilteredBySegments ? own : Object.keys(segmentParameters);
  }

  /** The query with the values of `name[]` as values of `name`, for parameters that may be repeated. */
  withoutBrackets(query: Query): Query {
    const bracketed = Object.keys(query).filter(
      (key) => key.endsWith(BRACKETS) && this.#repeatable.has(bare(key)),
    );
    if (bracketed.length === 0) return query;
    const read = new Map(Object.entries(query));
    for (const key of bracketed) {
      const values = [read.get(bare(key)) ?? [], read.get(key)].flat();
      read.delete(key);
      read.set(bare(key), values);
    }
    return Object.fromEntries(read);
  }

  /**
   * The issues of unknown parameters that look like a filter by time segments: to ignore one would answer counts of
   * all time. Other unknown parameters are ignored.
   */
  unknownSegments(query: Query): Issue[] {
    const unknown = Object.keys(query).filter(
      (key) =>
        key.startsWith(SEGMENT_PREFIX) && !(this.#isFilteredBySegments && this.#segments.includes(key)),
    );
    if (unknown.length === 0) return [];
    const known = this.#segments.join(", ");
    const message = this.#isFilteredBySegments
      ? `is not a parameter; those for time segments are ${known}`
      : `is not a parameter of this path; only counts can be restricted to time segments, by ${known}`;
    return unknown.map((path) => ({ path, message }));
  }
}

/** A bracketed name without its brackets. */
function bare(key: string): string {
  return key.slice(0, -BRACKETS.length);
}

/** Whether a parameter may be repeated: its schema is described as a list. */
function isRepeatable(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isRepeatable(schema.unwrap());
  const json = schema instanceof z.ZodType ? (schema.meta()?.json as JsonSchema | undefined) : undefined;
  return json?.type === "array";
}
