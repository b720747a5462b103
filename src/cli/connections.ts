import { readFileSync } from "node:fs";
import { CONNECTIONS_DEFAULT } from "../domain/limits.ts";
import { connectionsFor } from "../http/connections/connections.ts";
import { info } from "./console.ts";

/**
 * The limit on open connections of a server in this process: the requested number or the default, but not more than
 * the file descriptors of the process allow.
 *
 * @param requested the value of `--connections`, if given
 */
export function connectionsOf(requested: number | undefined): number {
  const descriptors = descriptorLimit();
  const most = descriptors === null ? Number.POSITIVE_INFINITY : connectionsFor(descriptors);
  if (requested !== undefined && requested > most)
    info(`headcount: ${descriptors} file descriptors allow ${most} connections, not ${requested}`);
  return Math.min(requested ?? CONNECTIONS_DEFAULT, most);
}

/** The limit on file descriptors of this process; null if it is unknown or unlimited. */
function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}
