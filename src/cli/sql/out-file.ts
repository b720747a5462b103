import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { HeadcountError } from "../../domain/errors.ts";

/** Writes bytes to a file; returns when they are written. */
type WriteBytes = (piece: string | Uint8Array) => void;

/**
 * Writes a file. The output goes to a second file, which replaces the first when the work has succeeded; if it fails,
 * the first file is unchanged. Anything but a regular file, such as a pipe, is written directly.
 *
 * @param work returns whether it succeeded
 * @throws HeadcountError `unavailable` if the file cannot be written
 */
export async function withOutFile(
  path: string,
  work: (write: WriteBytes) => Promise<boolean>,
): Promise<boolean> {
  const { target, part } = pathsOf(path);
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

/** The file at a path, and the file to write first. */
function pathsOf(path: string): { readonly target: string; readonly part: string } {
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
