import { HeadcountError } from "../../domain/errors.ts";

/**
 * Does some work for all of some spaces or, where runs of some are lost that cannot be derived again, for each of the
 * others alone.
 */
export async function unlessLost(
  spaceIds: readonly bigint[],
  work: (spaceIds: readonly bigint[]) => Promise<void>,
): Promise<void> {
  if (spaceIds.length === 0) return;
  try {
    await work(spaceIds);
  } catch (error) {
    if (!isLost(error)) throw error;
    if (spaceIds.length > 1) for (const id of spaceIds) await unlessLost([id], work);
  }
}

function isLost(error: unknown): boolean {
  return error instanceof HeadcountError && error.kind === "data-lost";
}
