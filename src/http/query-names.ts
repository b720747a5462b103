import { z } from "zod";
import type { Issue } from "../domain/errors.ts";
import type { JsonSchema } from "../schemas/json-schema.ts";
import { segmentParameters } from "./segment-parameters.ts";
import type { App } from "./types.ts";

/**
 * Has the queries of routes that take no parameters checked, too, as those of all others are: what looks like a
 * filter by time segments is refused (D16).
 */
export function checkEveryQuery(app: App): void {
  app.addHook("onRoute", (route) => {
    route.schema = { querystring: z.object({}), ...route.schema };
  });
}

const SEGMENT_PREFIX = "time_segment";

/** What some clients write after the name of a parameter that they repeat. */
const BRACKETS = "[]";

/** A query as it has been read: parameters by name, a list where one is given more than once. */
type Query = Readonly<Record<string, unknown>>;

/** The names of a route's parameters, and in what other ways clients write them (D16). */
export class QueryNames {
  readonly #repeatable: ReadonlySet<string>;
  /** The parameters that name time segments; where the route has none, those that other routes have. */
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
   * What is wrong with parameters that look as if they named time segments and do not: a number for all time
   * must not pass for one of some segments. Other unknown parameters are ignored.
   */
  unknownSegments(query: Query): Issue[] {
    const unknown = Object.keys(query).filter(
      (key) =>
        key.startsWith(SEGMENT_PREFIX) && !(this.#isFilteredBySegments && this.#segments.includes(key)),
    );
    if (unknown.length === 0) return [];
    const known = this.#segments.join(", ");
    const message = this.#isFilteredBySegments
      ? `is no parameter; those for time segments are ${known}`
      : `is no parameter here: time segments restrict counts alone, by ${known}`;
    return unknown.map((path) => ({ path, message }));
  }
}

/** A bracketed name without its brackets. */
function bare(key: string): string {
  return key.slice(0, -BRACKETS.length);
}

/** Whether a parameter may be repeated: it is described as a list. */
function isRepeatable(schema: z.core.$ZodType | undefined): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isRepeatable(schema.unwrap());
  const json = schema instanceof z.ZodType ? (schema.meta()?.json as JsonSchema | undefined) : undefined;
  return json?.type === "array";
}
