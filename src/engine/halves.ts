import { isOfEnvironment } from "../domain/errors.ts";

/**
 * The halves of a group of writes that could not be made: each is made by itself then, so that in the end only those fail
 * that fail alone.
 *
 * @returns null if the error is that of its only write, or concerns all alike
 */
export function halvesOf<T>(group: readonly T[], error: unknown): readonly (readonly T[])[] | null {
  if (group.length < 2 || isOfEnvironment(error)) return null;
  const middle = group.length >> 1;
  return [group.slice(0, middle), group.slice(middle)];
}
