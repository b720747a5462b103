import type { Engine } from "./engine.ts";
import { GroupChanges } from "./ingest/group-changes.ts";
import { prepareCounts, recordedEvents } from "./ingest/group-decision.ts";
import type { Draft } from "./journal/draft.ts";
import type { LogRecord } from "./ports.ts";
import { Pacer } from "./yielding.ts";

/**
 * Stores and applies records that another engine has decided, on the same state. What has been decided is in the
 * records; what follows from it, such as counts and the messages of sockets, is computed.
 */
export async function followRecords(engine: Engine, records: readonly LogRecord[]): Promise<void> {
  for (const group of groupsOf(records))
    await engine.journal.follow(group, (drafts) => prepare(engine, drafts));
}

/** Groups of records that are stored in one transaction, in their order. */
function groupsOf(records: readonly LogRecord[]): LogRecord[][] {
  const groups: LogRecord[][] = [];
  for (const record of records) {
    const last = groups.at(-1);
    if (last !== undefined && canJoin(last, record)) last.push(record);
    else groups.push([record]);
  }
  return groups;
}

/** Whether what a record changes can be computed from the state before a group of others, and from these. */
function canJoin(group: readonly LogRecord[], record: LogRecord): boolean {
  const withEvents = group.find(({ events }) => events !== undefined);
  const areAlike =
    withEvents === undefined ||
    record.events === undefined ||
    withEvents.events?.isLive === record.events.isLive;
  return (
    areAlike && [...group.slice(-1), record].every(hasOnlyEvents) && record.now >= (group.at(-1)?.now ?? 0)
  );
}

/** Whether nothing but new events, and what follows from them, changes counts and messages. */
function hasOnlyEvents({ catalog, voided, load, logStart, acceptedLoss, notifications }: LogRecord): boolean {
  const others = [catalog, voided, load, logStart, acceptedLoss];
  const { marks = [], notified = [] } = notifications ?? {};
  return (
    others.every((part) => part === undefined) &&
    notified.length === 0 &&
    marks.every(({ sent }) => sent === null)
  );
}

async function prepare(engine: Engine, drafts: readonly Draft[]): Promise<void> {
  const { notifier, catalog } = engine;
  const pacer = new Pacer();
  const counts = notifier.changedCounts();
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
  for (const { draft, decided, incoming, notifications } of changes) {
    await notifier.repeat(notifications, decided);
    if (incoming !== null) {
      notifications.isLive = incoming.parts.some(({ part }) => part.isLive);
      const deferred = new Set(decided.pending);
      const group = new GroupChanges(engine, notifications, incoming, {
        now: draft.now,
        deferred,
        spacesWithLostRuns,
      });
      await group.apply(pacer);
      draft.changes = group.changes;
    }
    notifier.showApplied(notifications, draft.changes?.spaceIds ?? []);
  }
}
