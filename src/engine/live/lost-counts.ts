import { HeadcountError } from "../../domain/errors.ts";

/**
 * Does some work for all of some spaces. Where runs of some are lost and cannot be derived again, it is done for each of
 * the others alone.
 *
 * @returns the spaces whose runs are lost
 */
export async function skipLost(
  spaceIds: readonly bigint[],
  work: (spaceIds: readonly bigint[]) => Promise<void>,
): Promise<bigint[]> {
  if (spaceIds.length === 0) return [];
  try {
    await work(spaceIds);
    return [];
  } catch (error) {
    if (!isLost(error)) throw error;
    if (spaceIds.length === 1) return [...spaceIds];
    const lost: bigint[] = [];
    for (const id of spaceIds) lost.push(...(await skipLost([id], work)));
    return lost;
  }
}

function isLost(error: unknown): boolean {
  return error instanceof HeadcountError && error.kind === "data-lost";
}
