import { expect } from "vitest";
import { committedIds } from "../../src/engine/catalog/catalog.ts";
import type {
  CatalogWrite,
  IdempotentRequest,
  NewCall,
  NewEvents,
  QueuedCall,
  Store,
} from "../../src/engine/ports.ts";
import { logColumns } from "./store-log.ts";

type Journaled = Pick<Store, "journal">;

/** Commits a change of the catalog. */
export async function saveCatalog({ journal }: Journaled, catalog: CatalogWrite): Promise<void> {
  committedIds(await journal.commit({ now: 0, catalog }));
}

/** Commits webhook calls, which are to get the ids that they have here. A message is new where it has its call's id. */
export async function queueCalls({ journal }: Journaled, queued: readonly QueuedCall[]): Promise<void> {
  const calls: NewCall[] = [];
  for (const { id, message, ...call } of queued) {
    const { id: messageId, eventId: event, ...content } = message;
    const shared = queued.find((each) => each.id === messageId && each.id < id);
    const earlier = shared && calls[queued.indexOf(shared)]?.message;
    calls.push({ ...call, message: messageId === id ? { ...content, event } : (earlier ?? message) });
  }
  const { callId } = committedIds(await journal.commit({ now: 0, calls }));
  if (queued[0] !== undefined) expect(callId).toBe(queued[0].id);
}

/** Events of one sensor at some instants in ms, which change no space. */
export function eventsAt(sensorKey: number, ...instants: readonly number[]): NewEvents {
  return {
    columns: logColumns(
      instants.map((timestamp) => ({ sensorKey, timestamp, trajectory: 1, eventId: null })),
    ),
    changes: {
      length: 0,
      spaceIds: [],
      spaces: new Int32Array(),
      timestamps: new Float64Array(),
      directions: new Int8Array(),
    },
    after: null,
  };
}

/** Commits the answer to a stored request; gives back the one that stays. */
export async function answerRequest(
  { journal, events }: Pick<Store, "journal" | "events">,
  request: IdempotentRequest,
  answer: string,
): Promise<string | null | undefined> {
  committedIds(await journal.commit({ now: 0, answers: [{ request, answer }] }));
  return (await events.requests([request]))[0]?.answer;
}

/** Has a store count the events of each commit that has some before the commit begins. */
export function observeCommits(
  { journal }: Journaled,
  begins: (events: number) => Promise<void> | void,
): void {
  const commit = journal.commit.bind(journal);
  journal.commit = async (write) => {
    if (write.events !== undefined) await begins(write.events.columns.length);
    return commit(write);
  };
}
