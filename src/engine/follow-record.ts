import type { Engine } from "./engine.ts";
import { followEvents } from "./ingest/group-decision.ts";
import type { LogRecord } from "./ports.ts";

/**
 * Stores and applies a record that another engine has decided, on the same state. What has been decided is in the
 * record; what follows from it, such as counts and the messages of sockets, is computed.
 */
export function followRecord(engine: Engine, record: LogRecord): Promise<void> {
  const { journal, live } = engine;
  return journal.follow(record, async (draft) => {
    if (record.notifications === undefined) return;
    const notifications = live.notifications(draft);
    const { events } = record;
    if (events !== undefined) notifications.isLive = events.isLive;
    await live.repeat(notifications, record.notifications);
    if (events !== undefined) await followEvents(engine, notifications, { ...record, events });
    live.showApplied(notifications, draft.changes?.spaceIds ?? []);
  });
}
