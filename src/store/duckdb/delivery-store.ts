import { BIGINT, INTEGER, listValue, VARCHAR } from "@duckdb/node-api";
import { column } from "../../duckdb/columns.ts";
import type { Connection } from "../../duckdb/connection.ts";
import type { Database } from "../../duckdb/database.ts";
import { type Row, statement } from "../../duckdb/statements.ts";
import type {
  AttemptOutcome,
  CommittedIds,
  Delivery,
  DeliveryMessage,
  DeliveryStore,
  NewDelivery,
  SurplusDeliveries,
} from "../../engine/ports.ts";
import type { AssignedIds } from "./commits.ts";
import { readRows } from "./event-rows.ts";

/** The outbox of webhooks in DuckDB: deliveries, with outcomes in a separate table: rows are only added and removed. */
export function duckDbDeliveryStore(database: Database, given: AssignedIds): DeliveryStore {
  return {
    lastDeliveryId: async () => given.ids.deliveryId,
    queues: () => readRows(database, "deliveries/queues"),
    queued: async ({ webhookId, spaceId, afterId, throughId, limit }) => {
      const queue = { webhook_id: webhookId, space_id: spaceId };
      const range = { after_id: afterId, through_id: throughId, limit: BigInt(limit) };
      const rows = await readRows(database, "deliveries/queued-deliveries", { ...queue, ...range });
      return rows.map(withMessage);
    },
    surplus: ({ delivered, dead }, max) =>
      database.read(async (reader) => {
        const limit = BigInt(max);
        const bounds = { delivered_kept: BigInt(delivered), dead_kept: BigInt(dead), limit };
        const deliveries = await reader.rows(statement("deliveries/surplus-deliveries"), bounds);
        const retried = await reader.rows(statement("deliveries/retried-deliveries"), { limit });
        return {
          deliveries: deliveries.map((row) => row.id),
          messages: deliveries.map((row) => row.message_id),
          retried: retried.map((row) => row.delivery_id),
        };
      }),
    deliveries: async (webhookId, newest, { before, offset, limit }) => {
      const values = { webhook_id: webhookId, newest: BigInt(newest), before: BigInt(before) };
      const [counted] = await readRows(database, "deliveries/count-deliveries", values);
      const page = { ...values, offset: BigInt(offset), limit: BigInt(limit) };
      const listed = await readRows(database, "deliveries/list-deliveries", page);
      return { total: Number(counted?.total), items: listed.map(withMessage) as Delivery[] };
    },
    delivery: async (webhookId, id) => {
      const [row] = await readRows(database, "deliveries/find-delivery", { webhook_id: webhookId, id });
      return row === undefined ? null : (withMessage(row) as Delivery);
    },
  };
}

/** Removes deliveries and outcomes, within a transaction of the caller. */
export async function removeSurplus(
  writer: Connection,
  { deliveries, messages, retried }: SurplusDeliveries,
): Promise<void> {
  await writer.run(statement("deliveries/remove-replaced-outcomes"), { ids: listValue(retried) });
  await writer.removeRows("webhook_outcome", deliveries, "delivery_id");
  await writer.removeRows("webhook_delivery", deliveries);
  await writer.run(statement("deliveries/remove-messages"), { ids: listValue(messages) });
}

/** A row of a delivery, whose message is an object of its own. */
function withMessage<D extends Row<"deliveries/queued-deliveries">>(row: D) {
  const { messageId, spaceId, eventId, body, ...delivery } = row;
  return { ...delivery, message: { id: messageId, spaceId, eventId, body } };
}

const DELIVERIES_APPENDED = 10_000;

/**
 * Appends deliveries and their new messages, within a transaction of the caller. A new message has the id of the first
 * delivery that shares it.
 *
 * @param ids the ids of the first
 */
export async function appendDeliveries(
  connection: Connection,
  deliveries: readonly NewDelivery[],
  { deliveryId, eventId }: CommittedIds,
): Promise<void> {
  let [last, lastId]: [NewDelivery["message"] | null, bigint] = [null, 0n];
  for (let start = 0; start < deliveries.length; start += DELIVERIES_APPENDED) {
    const messages: DeliveryMessage[] = [];
    const numbered = deliveries.slice(start, start + DELIVERIES_APPENDED).map((delivery, index) => {
      const { message } = delivery;
      const id = deliveryId + BigInt(start + index);
      if ("id" in message) return { delivery, id, messageId: message.id };
      if (message !== last) {
        const { event } = message;
        const reference = typeof event === "number" ? eventId + BigInt(event) : event;
        messages.push({ ...message, id, eventId: reference });
        [last, lastId] = [message, id];
      }
      return { delivery, id, messageId: lastId };
    });
    await connection.append("webhook_message", [
      column(BIGINT, messages, ({ id }) => id),
      column(BIGINT, messages, ({ spaceId }) => spaceId),
      column(BIGINT, messages, ({ eventId }) => eventId),
      column(VARCHAR, messages, ({ body }) => body),
    ]);
    await connection.append("webhook_delivery", [
      column(BIGINT, numbered, ({ id }) => id),
      column(BIGINT, numbered, ({ delivery }) => delivery.webhookId),
      column(BIGINT, numbered, ({ delivery }) => delivery.message.spaceId),
      column(BIGINT, numbered, ({ delivery }) => BigInt(delivery.sequence)),
      column(BIGINT, numbered, ({ messageId }) => messageId),
      column(BIGINT, numbered, ({ delivery }) => BigInt(delivery.createdAt)),
    ]);
  }
}

/** Appends outcomes, within a transaction of the caller. */
export async function appendOutcomes(
  connection: Connection,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  await connection.append("webhook_outcome", [
    column(BIGINT, outcomes, ({ deliveryId }) => deliveryId),
    column(INTEGER, outcomes, ({ attempt }) => attempt),
    column(BIGINT, outcomes, ({ instant }) => BigInt(instant)),
    column(VARCHAR, outcomes, ({ status }) => status),
    column(INTEGER, outcomes, ({ responseStatus }) => responseStatus),
    column(VARCHAR, outcomes, ({ error }) => error),
    column(BIGINT, outcomes, ({ nextAttemptAt }) => (nextAttemptAt === null ? null : BigInt(nextAttemptAt))),
  ]);
}
