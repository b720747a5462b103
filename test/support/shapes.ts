/**
 * What a JSON value looks like: a list of one shape, an object of shapes (`*` stands for any name), or a
 * word. A word is a type, the alternatives between bars, or the name of a resource after `$`; with a `?`
 * behind it null will do as well.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

type Shapes = Readonly<Record<string, Shape>>;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Types by their words. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  boolean: (value) => typeof value === "boolean",
  duration: (value) => matches(value, /^\d+:[0-5]\d:[0-5]\d$/),
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === "number",
  sign: (value) => value === 1 || value === -1,
  string: (value) => typeof value === "string",
  timestamp: (value) => matches(value, INSTANT),
  uuid: (value) => matches(value, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  "HH:MM": (value) => matches(value, /^([01]\d|2[0-3]):[0-5]\d$/),
  "HH:MM:SS": (value) => matches(value, /^([01]\d|2[0-3])(:[0-5]\d){2}$/),
};

/** Compares answers with the shapes of their resources, and notes what it has seen of those. */
export class ShapeChecker {
  readonly #shapes: Shapes;
  readonly #seen = new Set<string>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  /** What is wrong with a value, each complaint with its path; an undocumented field is wrong, too. */
  complaints(value: unknown, shape: Shape, path: string): string[] {
    if (typeof shape === "string") return this.#wordComplaints(value, shape, path);
    if (isList(shape)) return this.#listComplaints(value, shape[0], path);
    return this.#fieldComplaints(value, shape, path);
  }

  /** The lists of resources that were always empty, and the nullable fields that were always null. */
  unseen(): string[] {
    const all = Object.entries(this.#shapes).flatMap(([name, shape]) => optionalParts(shape, name));
    return all.filter((path) => !this.#seen.has(path)).sort();
  }

  #wordComplaints(value: unknown, word: string, path: string): string[] {
    if (word.endsWith("?")) {
      if (value === null) return [];
      this.#seen.add(path);
      return this.#wordComplaints(value, word.slice(0, -1), path);
    }
    const named = word.startsWith("$") ? this.#shapes[word.slice(1)] : undefined;
    if (named !== undefined) return this.complaints(value, named, word.slice(1));
    return isOfType(value, word) ? [] : [`${path} is ${JSON.stringify(value)}, not ${word}`];
  }

  #listComplaints(value: unknown, item: Shape, path: string): string[] {
    if (!Array.isArray(value)) return [`${path} is no list: ${JSON.stringify(value)}`];
    if (value.length > 0) this.#seen.add(`${path}[]`);
    return value.flatMap((each: unknown) => this.complaints(each, item, `${path}[]`));
  }

  #fieldComplaints(value: unknown, fields: Shapes, path: string): string[] {
    if (typeof value !== "object" || value === null) return [`${path} is ${JSON.stringify(value)}`];
    const common = fields["*"];
    const given = new Map<string, unknown>(Object.entries(value));
    if (common !== undefined)
      return [...given].flatMap(([key, each]) => this.complaints(each, common, `${path}.${key}`));
    const missing = Object.keys(fields).filter((key) => !given.has(key));
    return [
      ...missing.map((key) => `${path}.${key} is missing`),
      ...[...given].flatMap(([key, each]) => {
        const shape = fields[key];
        if (shape === undefined) return [`${path}.${key} is in no table`];
        return this.complaints(each, shape, `${path}.${key}`);
      }),
    ];
  }
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function isOfType(value: unknown, word: string): boolean {
  if (word.includes("|")) return value !== "" && word.split("|").includes(String(value));
  if (word.startsWith("id ")) return matches(value, new RegExp(`^${word.slice(3)}_[1-9]\\d*$`));
  const isType = TYPES[word];
  if (isType === undefined) throw new Error(`${word} is no type`);
  return isType(value);
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === "string" && pattern.test(value);
}

/** The paths of lists and nullable fields in a shape. */
function optionalParts(shape: Shape, path: string): string[] {
  if (typeof shape === "string") return shape.endsWith("?") ? [path] : [];
  if (isList(shape)) return [`${path}[]`, ...optionalParts(shape[0], `${path}[]`)];
  return Object.entries(shape).flatMap(([field, each]) => optionalParts(each, `${path}.${field}`));
}
