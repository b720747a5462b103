import { Problem } from "../../../../src/client/index.ts";
import { readable } from "../../format.ts";

/** The fields of a body that have changed, which a PUT sends (D26). */
export function changesOf<Body extends object>(before: Body, after: Body): Partial<Body> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(after).filter(([field, value]) => !isSame(old.get(field), value));
  // Filtering entries keeps their types, which the compiler cannot infer.
  return Object.fromEntries(changed) as Partial<Body>;
}

/** Whether two values have the same JSON. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A trimmed text; null if it is empty. */
export function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;

/** Parses a number with or without thousands separators; null if the text is empty. @throws Problem for the field if it is not a number */
export function numberOrNull(text: string, field: string): number | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = Number(GROUPED.test(trimmed) ? trimmed.replaceAll(",", "") : trimmed);
  if (!Number.isFinite(value)) throw fieldError(field, `${JSON.stringify(trimmed)} is not a number`);
  return value;
}

/** Parses JSON; null if the text is empty. @throws Problem for the field if it is not valid */
export function jsonOrNull(text: string, field: string): unknown {
  if (text.trim() === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    throw fieldError(field, "is not valid JSON");
  }
}

/** An error of a field that the console itself finds, in the form of an error of the server. */
export function fieldError(field: string, message: string): Problem {
  return new Problem(400, message, [{ path: field, message }]);
}

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
 * @param within the object of the body that has the fields; none if they are the body's own
 */
export function formErrorsOf(
  { status, message, issues }: Problem,
  values: object,
  conflicting: readonly string[],
  within?: string,
): FormErrors {
  if (status === 409) {
    const field = quotedFirst(message, values, conflicting);
    return field === null ? { fields: {}, rest: [message] } : { fields: { [field]: message }, rest: [] };
  }
  if (issues.length === 0) return { fields: {}, rest: [message] };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of issues) {
    const issue = { path: path.startsWith(`${within}.`) ? path.slice(`${within}.`.length) : path, message };
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
