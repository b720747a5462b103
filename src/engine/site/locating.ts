import { HeadcountError } from "../../domain/errors.ts";
import { refusal } from "./match.ts";

/** Failures that say that what is asked for cannot be. */
const REFUSALS: readonly string[] = ["invalid", "conflict", "not-found"];

/** Fields that an entry does not have, because its place in the document says them. */
const IMPLIED = ["parent_id"];

/**
 * Does a part of the work that an entry of a document asks for.
 *
 * @param path where the entry stands
 * @throws HeadcountError `invalid` that names the place, whatever rule the work breaks
 */
export async function locating<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HeadcountError) || !REFUSALS.includes(error.kind)) throw error;
    const issues = error.issues.map((issue) => ({
      path: IMPLIED.includes(issue.path) ? path : `${path}.${issue.path}`,
      message: issue.message,
    }));
    throw refusal(issues.length > 0 ? issues : [{ path, message: error.message }], error);
  }
}
