import { BIGINT, INTEGER, LIST, listValue, VARCHAR } from "@duckdb/node-api";
import { column } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import {
  type Row,
  type Statement,
  type StatementPath,
  statement,
  type ValuesOf,
} from "../../duckdb/statements.ts";
import type {
  AttemptOutcome,
  CallMessage,
  CommittedIds,
  Delivery,
  DeliveryStore,
  NewCall,
  QueuedCall,
  StoredQueue,
  SurplusCalls,
} from "../../engine/ports.ts";
import type { AssignedIds } from "./commit-recorder.ts";
import type { Database } from "./database.ts";

/** The outbox of webhooks in DuckDB: calls, with outcomes in a separate table: rows are only added and removed. */
export function duckDbDeliveryStore(database: Database, given: AssignedIds): DeliveryStore {
  const read = <Path extends StatementPath>(path: Path, values?: ValuesOf<Statement<Path>>) =>
    database.read((connection) => connection.rows(statement(path), values));
  return {
    lastCallId: async () => given.ids.callId,
    queues: async () => (await read("deliveries/queues")).map(storedQueue),
    calls: async ({ webhookId, spaceId, afterId, throughId, limit }) => {
      const queue = { webhook_id: webhookId, space_id: spaceId };
      const range = { after_id: afterId, through_id: throughId, limit: BigInt(limit) };
      const rows = await read("deliveries/queue-calls", { ...queue, ...range });
      return rows.map((row) => queuedCall({ ...row, ...queue }));
    },
    surplus: (kept, limit) => findSurplus(database, kept, BigInt(limit)),
    deliveries: async (webhookId, newest, { before, offset, limit }) => {
      const values = { webhook_id: webhookId, newest: BigInt(newest), before: BigInt(before) };
      const [counted] = await read("deliveries/count-deliveries", values);
      const page = { ...values, offset: BigInt(offset), limit: BigInt(limit) };
      const listed = await read("deliveries/list-deliveries", page);
      return { total: Number(counted?.total), items: listed.map(delivery) };
    },
    delivery: async (webhookId, id) => {
      const [row] = await read("deliveries/find-delivery", { webhook_id: webhookId, id });
      return row === undefined ? null : delivery(row);
    },
  };
}

async function findSurplus(
  database: Database,
  kept: { readonly delivered: number; readonly dead: number },
  limit: bigint,
): Promise<SurplusCalls> {
  const bounds = { delivered_kept: BigInt(kept.delivered), dead_kept: BigInt(kept.dead), limit };
  return database.read(async (reader) => {
    const calls = await reader.rows(statement("deliveries/doomed-calls"), bounds);
    const retried = await reader.rows(statement("deliveries/retried-calls"), { limit });
    return {
      calls: calls.map((row) => row.id),
      messages: calls.map((row) => row.message_id),
      retried: retried.map((row) => row.call_id),
    };
  });
}

/** Removes calls and outcomes, within a transaction of the caller. */
export async function removeSurplus(
  writer: Connection,
  { calls, messages, retried }: SurplusCalls,
): Promise<void> {
  const types = { ids: LIST(BIGINT) };
  await writer.run(statement("deliveries/remove-replaced-outcomes"), { ids: listValue(retried) }, types);
  await writer.removeRows("webhook_outcome", calls, "call_id");
  await writer.removeRows("webhook_call", calls);
  await writer.run(statement("deliveries/remove-messages"), { ids: listValue(messages) }, types);
}

function storedQueue(row: Row<"deliveries/queues">): StoredQueue {
  return {
    webhookId: row.webhook_id,
    spaceId: row.space_id,
    sequence: Number(row.sequence),
    finishedId: row.finished_id,
    pending: Number(row.pending),
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at === null ? null : Number(row.next_attempt_at),
  };
}

function queuedCall(
  row: Row<"deliveries/queue-calls"> & { readonly webhook_id: bigint; readonly space_id: bigint },
): QueuedCall {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    sequence: Number(row.sequence),
    createdAt: Number(row.created_at),
    message: {
      id: row.message_id,
      spaceId: row.space_id,
      eventId: row.event_id,
      body: row.body,
    },
  };
}

function delivery(row: Row<"deliveries/find-delivery">): Delivery {
  return {
    call: queuedCall(row),
    status: row.status as Delivery["status"],
    attempts: row.attempts,
    responseStatus: row.response_status,
    error: row.error,
    nextAttemptAt: row.next_attempt_at === null ? null : Number(row.next_attempt_at),
  };
}

/**
 * Appends calls and their new messages, within a transaction of the caller. A new message has the id of the first call
 * that shares it.
 *
 * @param ids the ids of the first
 */
export async function appendCalls(
  connection: Connection,
  calls: readonly NewCall[],
  { callId, eventId }: CommittedIds,
): Promise<void> {
  const messages: CallMessage[] = [];
  let last: NewCall["message"] | null = null;
  const numbered = calls.map((call, index) => {
    const { message } = call;
    const id = callId + BigInt(index);
    if ("id" in message) return { call, id, messageId: message.id };
    if (message !== last) {
      const { event } = message;
      messages.push({ ...message, id, eventId: typeof event === "number" ? eventId + BigInt(event) : event });
    }
    last = message;
    return { call, id, messageId: messages.at(-1)?.id ?? id };
  });
  await connection.append("webhook_message", [
    column(BIGINT, messages, ({ id }) => id),
    column(BIGINT, messages, ({ spaceId }) => spaceId),
    column(BIGINT, messages, ({ eventId }) => eventId),
    column(VARCHAR, messages, ({ body }) => body),
  ]);
  await connection.append("webhook_call", [
    column(BIGINT, numbered, ({ id }) => id),
    column(BIGINT, numbered, ({ call }) => call.webhookId),
    column(BIGINT, numbered, ({ call }) => call.message.spaceId),
    column(BIGINT, numbered, ({ call }) => BigInt(call.sequence)),
    column(BIGINT, numbered, ({ messageId }) => messageId),
    column(BIGINT, numbered, ({ call }) => BigInt(call.createdAt)),
  ]);
}

/** Appends outcomes, within a transaction of the caller. */
export async function appendOutcomes(
  connection: Connection,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  await connection.append("webhook_outcome", [
    column(BIGINT, outcomes, ({ callId }) => callId),
    column(INTEGER, outcomes, ({ attempt }) => attempt),
    column(BIGINT, outcomes, ({ instant }) => BigInt(instant)),
    column(VARCHAR, outcomes, ({ status }) => status),
    column(INTEGER, outcomes, ({ responseStatus }) => responseStatus),
    column(VARCHAR, outcomes, ({ error }) => error),
    column(BIGINT, outcomes, ({ nextAttemptAt }) => (nextAttemptAt === null ? null : BigInt(nextAttemptAt))),
  ]);
}
