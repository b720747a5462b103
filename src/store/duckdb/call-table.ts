import type {
  AttemptOutcome,
  CallMessage,
  CommittedIds,
  EventReference,
  NewCall,
} from "../../engine/ports.ts";
import { type Connection, slicesOf } from "./database.ts";
import { BIGINT, INTEGER, VARCHAR } from "./duckdb-api.ts";

/** Appends calls and their new messages, within a transaction of the caller's; `ids` are the first that they get. */
export async function appendCalls(
  connection: Connection,
  calls: readonly NewCall[],
  ids: CommittedIds,
): Promise<void> {
  const numbered = new CallIds(ids);
  for await (const slice of slicesOf(calls)) await appendSlice(connection, slice, numbered);
}

/** Gives calls their ids; a new message has that of the first call that shares it. */
class CallIds {
  readonly #firstEventId: bigint;
  #nextId: bigint;
  #last: NewCall["message"] | null = null;
  #messageId = 0n;

  constructor({ callId, eventId }: CommittedIds) {
    this.#nextId = callId;
    this.#firstEventId = eventId;
  }

  next({ message }: NewCall): { readonly id: bigint; readonly messageId: bigint; readonly isNew: boolean } {
    const id = this.#nextId++;
    if ("id" in message) return { id, messageId: message.id, isNew: false };
    const isNew = message !== this.#last;
    if (isNew) this.#messageId = id;
    this.#last = message;
    return { id, messageId: this.#messageId, isNew };
  }

  eventId(event: EventReference | null): bigint | null {
    return typeof event === "number" ? this.#firstEventId + BigInt(event) : event;
  }
}

async function appendSlice(connection: Connection, calls: readonly NewCall[], ids: CallIds): Promise<void> {
  const given = calls.map((call) => ids.next(call));
  const messages: CallMessage[] = [];
  for (const [index, { message }] of calls.entries()) {
    const { id, isNew } = given[index] as (typeof given)[number];
    if (isNew && !("id" in message)) messages.push({ ...message, id, eventId: ids.eventId(message.event) });
  }
  if (messages.length > 0) await appendMessages(connection, messages);
  await connection.append("webhook_call", [
    { type: BIGINT, values: given.map(({ id }) => id) },
    { type: BIGINT, values: calls.map(({ webhookId }) => webhookId) },
    { type: BIGINT, values: calls.map(({ message }) => message.spaceId) },
    { type: BIGINT, values: calls.map(({ sequence }) => BigInt(sequence)) },
    { type: BIGINT, values: given.map(({ messageId }) => messageId) },
    { type: BIGINT, values: calls.map(({ createdAt }) => BigInt(createdAt)) },
  ]);
}

function appendMessages(connection: Connection, messages: readonly CallMessage[]): Promise<void> {
  return connection.append("webhook_message", [
    { type: BIGINT, values: messages.map(({ id }) => id) },
    { type: BIGINT, values: messages.map(({ spaceId }) => spaceId) },
    { type: BIGINT, values: messages.map(({ eventId }) => eventId) },
    { type: VARCHAR, values: messages.map(({ body }) => body) },
  ]);
}

/** Appends outcomes, within a transaction of the caller's. */
export async function appendOutcomes(
  connection: Connection,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  await connection.append("webhook_outcome", [
    { type: BIGINT, values: outcomes.map(({ callId }) => callId) },
    { type: INTEGER, values: outcomes.map(({ attempt }) => attempt) },
    { type: BIGINT, values: outcomes.map(({ instant }) => BigInt(instant)) },
    { type: VARCHAR, values: outcomes.map(({ status }) => status) },
    { type: INTEGER, values: outcomes.map(({ responseStatus }) => responseStatus) },
    { type: VARCHAR, values: outcomes.map(({ error }) => error) },
    {
      type: BIGINT,
      values: outcomes.map(({ nextAttemptAt }) => (nextAttemptAt === null ? null : BigInt(nextAttemptAt))),
    },
  ]);
}
