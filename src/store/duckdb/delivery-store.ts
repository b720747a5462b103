import type {
  AttemptOutcome,
  CallMessage,
  CommittedIds,
  Delivery,
  DeliveryStore,
  EventReference,
  LaneStretch,
  NewCall,
  PageOf,
  QueuedCall,
  StoredLane,
} from "../../engine/ports.ts";
import type { GivenIds } from "./commit-mark.ts";
import { type ColumnData, type Connection, type Database, type SqlRow, slicesOf } from "./database.ts";
import { BIGINT, INTEGER, VARCHAR } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

/** The outbox of webhooks in DuckDB: calls, and outcomes beside them, so that rows are only added and removed. */
export class DuckDbDeliveryStore implements DeliveryStore {
  readonly #database: Database;
  readonly #given: GivenIds;

  /** @param given the highest ids that have been assigned, which commits raise */
  constructor(database: Database, given: GivenIds) {
    this.#database = database;
    this.#given = given;
  }

  async lastCallId(): Promise<bigint> {
    return this.#given.ids.callId;
  }

  async lanes(): Promise<readonly StoredLane[]> {
    const rows = await this.#read("deliveries/lanes", {});
    return rows.map(storedLane);
  }

  async calls(stretch: LaneStretch): Promise<readonly QueuedCall[]> {
    const { webhookId, spaceId, afterId, throughId, limit } = stretch;
    const rows = await this.#read("deliveries/lane-calls", {
      webhook_id: webhookId,
      space_id: spaceId,
      after_id: afterId,
      through_id: throughId,
      limit: BigInt(limit),
    });
    return rows.map((row) => queuedCall({ ...row, webhook_id: webhookId, space_id: spaceId }));
  }

  record(outcomes: readonly AttemptOutcome[]): Promise<void> {
    return this.#database.transaction((connection) => appendOutcomes(connection, outcomes));
  }

  /**
   * Looks for what need not be kept beside the writer, since it stays so: finished calls do not change, and
   * nothing else removes any.
   */
  async compact(kept: { readonly delivered: number; readonly dead: number }, limit: number): Promise<number> {
    const calls = await this.#read("deliveries/doomed-calls", {
      delivered_kept: BigInt(kept.delivered),
      dead_kept: BigInt(kept.dead),
      limit: BigInt(limit),
    });
    const retried = await this.#read("deliveries/retried-calls", { limit: BigInt(limit) });
    if (calls.length + retried.length > 0)
      await this.#database.transaction((connection) => removeCalls(connection, calls, retried));
    return calls.length;
  }

  deliveries(
    webhookId: bigint,
    newest: number,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<PageOf<Delivery>> {
    const values = { webhook_id: webhookId, newest: BigInt(newest) };
    return this.#database.read(async (connection) => {
      const { total } = await connection.row(statement("deliveries/count-deliveries"), values);
      const page = { ...values, offset: BigInt(offset), limit: BigInt(limit) };
      const rows = await connection.rows(statement("deliveries/list-deliveries"), page);
      return { total: Number(total), items: rows.map(delivery) };
    });
  }

  async delivery(webhookId: bigint, id: bigint): Promise<Delivery | null> {
    const [row] = await this.#read("deliveries/find-delivery", { webhook_id: webhookId, id });
    return row === undefined ? null : delivery(row);
  }

  #read(name: string, values: Readonly<Record<string, bigint>>): Promise<SqlRow[]> {
    return this.#database.read((connection) => connection.rows(statement(name), values));
  }
}

async function removeCalls(
  connection: Connection,
  calls: readonly SqlRow[],
  retried: readonly SqlRow[],
): Promise<void> {
  await connection.run(statement("deliveries/create-doomed-call"));
  await connection.run(statement("deliveries/create-last-attempt"));
  await connection.append("doomed_call", columns(calls, "id", "message_id"), "temp");
  await connection.append("last_attempt", columns(retried, "call_id", "attempt"), "temp");
  await connection.run(statement("deliveries/remove-replaced-outcomes"));
  await connection.run(statement("deliveries/remove-doomed-outcomes"));
  await connection.run(statement("deliveries/remove-doomed-calls"));
  await connection.run(statement("deliveries/remove-messages"));
}

function columns(rows: readonly SqlRow[], ...names: readonly string[]): ColumnData[] {
  return names.map((name) => ({ type: BIGINT, values: rows.map((row) => row[name] as bigint) }));
}

function storedLane(row: SqlRow): StoredLane {
  return {
    webhookId: row.webhook_id as bigint,
    spaceId: row.space_id as bigint,
    sequence: Number(row.sequence),
    finishedId: row.finished_id as bigint,
    pending: Number(row.pending),
    attempts: Number(row.attempts),
    nextAttemptAt: row.next_attempt_at === null ? null : Number(row.next_attempt_at),
  };
}

function queuedCall(row: SqlRow): QueuedCall {
  return {
    id: row.id as bigint,
    webhookId: row.webhook_id as bigint,
    sequence: Number(row.sequence),
    createdAt: Number(row.created_at),
    message: {
      id: row.message_id as bigint,
      spaceId: row.space_id as bigint,
      eventId: row.event_id as bigint | null,
      body: String(row.body),
    },
  };
}

function delivery(row: SqlRow): Delivery {
  return {
    call: queuedCall(row),
    status: row.status as Delivery["status"],
    attempts: Number(row.attempts),
    responseStatus: row.response_status === null ? null : Number(row.response_status),
    error: row.error as string | null,
    nextAttemptAt: row.next_attempt_at === null ? null : Number(row.next_attempt_at),
  };
}

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
async function appendOutcomes(connection: Connection, outcomes: readonly AttemptOutcome[]): Promise<void> {
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
