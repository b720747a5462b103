import type { Problem } from "../../../../src/client/index.ts";
import { readable } from "../../format.ts";

/** What a server has against a form: field by field, and what belongs to none of its fields. */
export interface FormErrors {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
}

export const NO_ERRORS: FormErrors = { fields: {}, rest: [] };

/**
 * Puts each of a problem's complaints at the field that its path begins with: `days.0` belongs to `days`. A
 * conflict names no field (D17); it belongs to the one whose value its words quote first.
 *
 * @param values what the form holds, by the API's names of its fields
 * @param conflicting the fields that may be taken already
 */
export function placeProblem(
  { status, message, issues }: Problem,
  values: object,
  conflicting: readonly string[],
): FormErrors {
  if (status === 409) {
    const field = quotedFirst(message, values, conflicting);
    return field === null ? { fields: {}, rest: [message] } : { fields: { [field]: message }, rest: [] };
  }
  if (issues.length === 0) return { fields: {}, rest: [message] };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const issue of issues) {
    const field = fieldOf(issue.path, values);
    if (field === null) rest.push(wordsOf(issue));
    else fields[field] = [fields[field], partWords(issue)].filter(Boolean).join("; ");
  }
  return { fields, rest };
}

function fieldOf(path: string, values: object): string | null {
  const field = path.split(".", 1).join();
  return Object.hasOwn(values, field) ? field : null;
}

/** What is wrong with a part of a field, with the part where it has a name: one of a list is seen without it. */
function partWords({ path, message }: { readonly path: string; readonly message: string }): string {
  const part = path.split(".").slice(1).join(".");
  return part === "" || /^\d+$/.test(part) ? message : `${JSON.stringify(part)} ${message}`;
}

/** The whole body is no place that a reader of a form knows. */
function wordsOf({ path, message }: { readonly path: string; readonly message: string }): string {
  return path === "" || path === "body" ? message : `${readable(path)}: ${message}`;
}

function quotedFirst(message: string, values: object, fields: readonly string[]): string | null {
  const held = new Map<string, unknown>(Object.entries(values));
  const places = fields
    .map((field) => ({ field, at: message.indexOf(JSON.stringify(held.get(field) ?? null)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return places[0]?.field ?? null;
}
