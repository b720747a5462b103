import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { HeadcountError } from "../../domain/errors.ts";

/** Writes bytes of a file; returns when they are taken. */
type WriteBytes = (piece: string | Uint8Array) => void;

/**
 * Lends a file to write into: one beside it, which takes its place when the work is done. Where that fails, what was
 * there is there still. What is no plain file, such as a pipe, is written at once.
 *
 * @param work answers whether all of it was done
 * @throws HeadcountError `unavailable` where the file cannot be written
 */
export async function withOutFile(
  path: string,
  work: (write: WriteBytes) => Promise<boolean>,
): Promise<boolean> {
  const { target, part } = placesOf(path);
  const handle = tryTo(path, () => openSync(part, "w"));
  let isDone = false;
  try {
    isDone = await work((piece) => {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      for (let start = 0; start < bytes.length; ) start += writeSync(handle, bytes, start);
    });
  } finally {
    closeSync(handle);
    if (!isDone && part !== target) rmSync(part, { force: true });
  }
  if (isDone && part !== target) tryTo(path, () => renameSync(part, target));
  return isDone;
}

/** The file that a path leads to, and the one to write first. */
function placesOf(path: string): { readonly target: string; readonly part: string } {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return { target: path, part: `${path}.part` };
  const target = realpathSync(path);
  return { target, part: found.isFile() ? `${target}.part` : target };
}

function tryTo<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { message } = error as Error;
    throw new HeadcountError("unavailable", `cannot write ${path}: ${message}`, { cause: error });
  }
}
