import type { Change, Journal } from "../journal/journal.ts";
import { RECORD_FORMAT } from "../journal/record-format.ts";
import {
  ALIVE_SECONDS,
  type ClusterReader,
  type ClusterState,
  type ListedNode,
  olderNodes,
} from "../ports/cluster.ts";

function isAlive({ seenSecondsAgo }: ListedNode): boolean {
  return seenSecondsAgo <= ALIVE_SECONDS;
}

/** The newest format of records that all nodes which are alive read. */
export function commonFormat({ nodes, log }: Pick<ClusterState, "nodes" | "log">): number {
  const alive = nodes.filter(isAlive);
  return alive.length === 0 ? log.recordFormat : Math.min(...alive.map(({ recordFormat }) => recordFormat));
}

/**
 * Lets all nodes of a cluster write records in the newest format that any of them knows, from a record on that says so. If
 * they do so already, nothing changes.
 *
 * @param format the newest format of this node's release
 * @throws HeadcountError `conflict` (`older-node`) if a node that is alive cannot read it
 */
export function upgradeRecords(
  { journal, ...change }: Change & { readonly journal: Journal },
  read: ClusterReader,
  format = RECORD_FORMAT,
): Promise<void> {
  return journal.transact(change, async (draft) => {
    const alive = (await read()).nodes.filter(isAlive);
    const newest = Math.max(format, ...alive.map(({ recordFormat }) => recordFormat));
    if ((journal.followed?.format ?? newest) >= newest) return;
    const older = alive.filter(({ recordFormat }) => recordFormat < newest);
    if (older.length > 0) throw olderNodes(older, `read records in format ${newest}`);
    draft.add({ format });
  });
}
