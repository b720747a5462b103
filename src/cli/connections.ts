import { readFileSync } from "node:fs";
import { CONNECTIONS_DEFAULT } from "../domain/limits.ts";
import { connectionsFor } from "../http/connections/bounds.ts";
import { say } from "./console.ts";

/**
 * How many connections a server of this process may have open at a time: as many as the user asks for, or the default,
 * but never so many that the process runs out of file descriptors.
 *
 * @param requested the value of `--connections`; undefined where it is not given
 */
export function connectionsOf(requested: number | undefined): number {
  const descriptors = descriptorLimit();
  const most = descriptors === null ? Number.POSITIVE_INFINITY : connectionsFor(descriptors);
  if (requested !== undefined && requested > most)
    say(
      `headcount: ${descriptors} file descriptors are enough for ${most} connections, not for ${requested}`,
    );
  return Math.min(requested ?? CONNECTIONS_DEFAULT, most);
}

/** How many file descriptors this process may have; null where the system does not say, or has no limit. */
function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
