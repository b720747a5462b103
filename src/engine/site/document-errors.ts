import { HeadcountError, invalidInput } from "../../domain/errors.ts";

const DOCUMENT_FAILURES: readonly string[] = ["invalid", "conflict", "not-found"];

/** The fields that conflicts without an issue are about. */
const CONFLICT_FIELDS: Readonly<Record<string, string>> = {
  "sensor-attached-elsewhere": ".sensor_serial_number",
};

/** Fields that an entry does not have, because its position in the document implies them. */
const IMPLIED = ["parent_id"];

/**
 * Runs the work for an entry of a document, and adds the entry's position to failures.
 *
 * @param path the position of the entry
 * @throws HeadcountError `invalid`, naming the position, whatever rule the work breaks
 */
export async function atPosition<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HeadcountError) || !DOCUMENT_FAILURES.includes(error.kind)) throw error;
    const issues = error.issues.map((issue) => ({
      path: IMPLIED.includes(issue.path) ? path : `${path}.${issue.path}`,
      message: issue.message,
    }));
    const field = CONFLICT_FIELDS[error.reason ?? ""] ?? "";
    throw invalidInput(issues.length > 0 ? issues : [{ path: path + field, message: error.message }], error);
  }
}
