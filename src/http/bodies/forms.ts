import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { OBJECT_MEMBERS_MAX } from "../../domain/limits.ts";
import { malformed, notUtf8 } from "../errors.ts";

export const FORM_TYPE = "application/x-www-form-urlencoded";

/** @throws Refusal 400 if it is not UTF-8, or has too many fields */
export function decodeForm(bytes: Buffer): URLSearchParams {
  if (!isUtf8(bytes)) throw notUtf8();
  const text = bytes.toString().trim();
  if (text.split("&").length > OBJECT_MEMBERS_MAX)
    throw malformed(`the body has more than ${OBJECT_MEMBERS_MAX} fields`);
  return new URLSearchParams(text);
}

/** The fields of a form by name. One that its schema does not accept as a string is read as JSON: `-1`, `true`, `null`. */
export function formFields(form: URLSearchParams, schema: z.ZodObject): object {
  const fields = [...form].map(([name, text]) => {
    const field = schema.shape[name];
    const isText = !(field instanceof z.ZodType) || field.safeParse(text).success;
    return [name, isText ? text : jsonOr(text)] as const;
  });
  return Object.fromEntries(fields);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
