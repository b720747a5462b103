import type { AttemptOutcome, CallMessage, QueuedCall } from "../../engine/ports.ts";
import { type Connection, slicesOf } from "./database.ts";
import { BIGINT, INTEGER, VARCHAR } from "./duckdb-api.ts";

/** The highest id of some calls, which come in the order of their ids; undefined where there are none. */
export function lastCallId(calls: readonly QueuedCall[]): bigint | undefined {
  return calls.at(-1)?.id;
}

/** Appends calls and the messages that come with them, within a transaction of the caller's. */
export async function appendCalls(connection: Connection, calls: readonly QueuedCall[]): Promise<void> {
  for await (const slice of slicesOf(calls)) await appendSlice(connection, slice);
}

async function appendSlice(connection: Connection, calls: readonly QueuedCall[]): Promise<void> {
  const messages: CallMessage[] = [];
  for (const { id, message } of calls) if (message.id === id) messages.push(message);
  if (messages.length > 0) await appendMessages(connection, messages);
  await connection.append("webhook_call", [
    { type: BIGINT, values: calls.map(({ id }) => id) },
    { type: BIGINT, values: calls.map(({ webhookId }) => webhookId) },
    { type: BIGINT, values: calls.map(({ message }) => message.spaceId) },
    { type: BIGINT, values: calls.map(({ sequence }) => BigInt(sequence)) },
    { type: BIGINT, values: calls.map(({ message }) => message.id) },
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
