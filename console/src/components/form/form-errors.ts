import type { Problem } from "../../../../src/client/index.ts";
import { readable } from "../../format.ts";

/** The errors of a form: by field, and those that belong to no field. */
export interface FormErrors {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
}

export const NO_ERRORS: FormErrors = { fields: {}, rest: [] };

/**
 * Assigns each issue of a problem to the field that its path starts with: `days.0` belongs to `days`. A conflict
 * has no path (D17); it belongs to the field whose value its message quotes first.
 *
 * @param values the values of the form by field name
 * @param conflicting the fields that must be unique
 */
export function formErrorsOf(
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
    if (field === null) rest.push(formatIssue(issue));
    else fields[field] = [fields[field], formatPartIssue(issue)].filter(Boolean).join("; ");
  }
  return { fields, rest };
}

function fieldOf(path: string, values: object): string | null {
  const field = path.split(".", 1).join();
  return Object.hasOwn(values, field) ? field : null;
}

/** The message of an issue with the name of the part of the field, unless the part is an item of a list. */
function formatPartIssue({ path, message }: { readonly path: string; readonly message: string }): string {
  const part = path.split(".").slice(1).join(".");
  return part === "" || /^\d+$/.test(part) ? message : `${JSON.stringify(part)} ${message}`;
}

/** The message of an issue with the name of its field, unless it is about the whole body. */
function formatIssue({ path, message }: { readonly path: string; readonly message: string }): string {
  return path === "" || path === "body" ? message : `${readable(path)}: ${message}`;
}

function quotedFirst(message: string, values: object, fields: readonly string[]): string | null {
  const byField = new Map<string, unknown>(Object.entries(values));
  const quoted = fields
    .map((field) => ({ field, at: message.indexOf(JSON.stringify(byField.get(field) ?? null)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return quoted[0]?.field ?? null;
}
