import type { Engine } from "./engine.ts";
import { GroupChanges } from "./ingest/group-changes.ts";
import { prepareCounts, recordedEvents, spacesOf } from "./ingest/group-decision.ts";
import type { Draft } from "./journal/draft.ts";
import { ChangedCounts } from "./live/live-counts.ts";
import { Pacer } from "./yielding.ts";

/**
 * Computes what follows from records that another engine has decided on the same state, such as counts and the messages
 * of sockets. They are stored in one transaction afterwards.
 */
export async function prepareFollowed(
  engine: Pick<Engine, "notifier" | "catalog" | "events">,
  drafts: readonly Draft[],
): Promise<void> {
  const { notifier, catalog } = engine;
  const pacer = new Pacer();
  const counts = new ChangedCounts(notifier.counts);
  const changes = drafts.flatMap((draft) => {
    const { record } = draft;
    if (record?.notifications === undefined) return [];
    const { events, notifications: decided } = record;
    const incoming = events === undefined ? null : recordedEvents({ catalog }, { ...record, events });
    return [{ draft, decided, incoming, notifications: notifier.notifications(draft, counts) }];
  });
  const [first] = changes;
  if (first === undefined) return;
  // For all of them together: while they are prepared, the store has the events of none.
  const groups = changes.flatMap(({ incoming }) => incoming ?? []);
  const { spacesWithLostRuns } = await prepareCounts(engine, first.notifications, groups, pacer);
  const events = groups.reduce((sum, group) => sum + group.events.length, 0);
  // A node that catches up: computing counts from the runs afterwards takes less than updating them with each event.
  if (!first.notifications.isWanted && events > notifier.counts.changes) {
    const sensors = [...new Set(groups.flatMap((group) => group.events.sensors))];
    for (const id of spacesOf({ sensors }, notifier.bindings)) counts.forget(id);
  }
  const changed = new Set<bigint>();
  for (const { draft, decided, incoming, notifications } of changes) {
    await notifier.repeat(notifications, decided);
    if (incoming !== null) {
      notifications.isLive = incoming.parts.some(({ part }) => part.isLive);
      const deferred = new Set(decided.pending);
      const group = new GroupChanges(engine, notifications, incoming, { deferred, spacesWithLostRuns });
      await group.apply(pacer);
      draft.changes = group.changes;
    }
    if (notifications.isLive) for (const id of draft.changes?.spaceIds ?? []) changed.add(id);
  }
  // The first one that is shown shows the counts of all: noting them once is enough.
  const noting = changes.findLast(({ notifications }) => notifications.isLive);
  for (const change of changes)
    notifier.showApplied(change.notifications, change === noting ? [...changed] : []);
}
