import type {
  AttemptOutcome,
  Delivery,
  DeliveryStore,
  PageOf,
  QueuedCall,
  QueueRange,
  StoredQueue,
} from "../../engine/ports.ts";
import { appendOutcomes } from "./call-table.ts";
import type { GivenIds } from "./commit-mark.ts";
import type { ColumnData, Connection, Database, SqlRow } from "./database.ts";
import { BIGINT } from "./duckdb-api.ts";
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

  async queues(): Promise<readonly StoredQueue[]> {
    const rows = await this.#read("deliveries/queues", {});
    return rows.map(storedQueue);
  }

  async calls({ webhookId, spaceId, afterId, throughId, limit }: QueueRange): Promise<readonly QueuedCall[]> {
    const rows = await this.#read("deliveries/queue-calls", {
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

function storedQueue(row: SqlRow): StoredQueue {
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
