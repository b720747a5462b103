import { readFileSync } from "node:fs";
import { PROGRAM_FOLDER } from "../../program-folder.ts";

type Node = Readonly<Record<string, unknown>>;

/**
 * The descriptions of `openapi/fields.json`: by the name of a field or parameter, or by the end of its path,
 * such as `Space.description` or `peak.value`. A path begins with the name of a schema or the id of an operation.
 */
const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries(JSON.parse(readFileSync(new URL("openapi/fields.json", PROGRAM_FOLDER), "utf8"))),
);

/**
 * Adds to a schema, or to the parts of an operation, the descriptions of all fields and parameters in it.
 *
 * @param path the schema's name or the operation's id, and the names of the fields that lead to the part
 */
export function withDescriptions<Part>(part: Part, path: readonly string[]): Part {
  if (Array.isArray(part)) return part.map((each) => withDescriptions(each, path)) as Part;
  if (!isNode(part)) return part;
  const described = Object.entries(part).map(([key, value]) => {
    if (key === "properties" && isNode(value)) return [key, describeFields(value, path)];
    return [key, withDescriptions(value, path)];
  });
  const node: Node = Object.fromEntries(described);
  // A parameter has its name beside its schema.
  return (typeof node.in === "string" ? describe(node, [...path, String(node.name)]) : node) as Part;
}

function describeFields(fields: Node, path: readonly string[]): Node {
  const described = Object.entries(fields).map(([name, field]) => {
    const fieldPath = [...path, name];
    return [name, describe(withDescriptions(field as Node, fieldPath), fieldPath)];
  });
  return Object.fromEntries(described);
}

/** The description of a field precedes that of its format. */
function describe(field: Node, path: readonly string[]): Node {
  const description = [descriptionOf(path), field.description].filter(Boolean).join(" ");
  return description === "" ? field : { ...field, description };
}

function descriptionOf(path: readonly string[]): string | undefined {
  const ends = path.map((_, index) => path.slice(index).join("."));
  return DESCRIPTIONS.get(ends.find((end) => DESCRIPTIONS.has(end)) ?? "");
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null;
}
