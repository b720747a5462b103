import type { IdempotentRequest, NewRequest, RememberedRequest, RequestAnswer } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { BIGINT, LIST, listValue, VARCHAR } from "./duckdb-api.ts";
import { statement } from "./statements.ts";

/** Appends requests, each with its event and, where that is known, its answer, within a transaction of the caller's (D9). */
export async function rememberRequests(
  connection: Connection,
  requests: readonly NewRequest[],
  firstEventId: bigint,
): Promise<void> {
  if (requests.length === 0) return;
  await connection.append("idempotent_request", [
    { type: VARCHAR, values: requests.map(({ tokenHash }) => tokenHash) },
    { type: VARCHAR, values: requests.map(({ key }) => key) },
    { type: VARCHAR, values: requests.map(({ fingerprint }) => fingerprint) },
    { type: BIGINT, values: requests.map(({ row }) => firstEventId + BigInt(row)) },
    { type: VARCHAR, values: requests.map(({ answer }) => answer) },
    { type: BIGINT, values: requests.map(({ instant }) => BigInt(instant)) },
  ]);
}

/** Forgets requests from before an instant, in ms. */
export async function forgetRequests(connection: Connection, before: number): Promise<void> {
  await connection.run(statement("events/forget-idempotent-requests"), { before: BigInt(before) });
}

/** What is remembered of each of some requests: of those with its token and key, or null. */
export async function findRequests(
  connection: Connection,
  requests: readonly IdempotentRequest[],
): Promise<(RememberedRequest | null)[]> {
  const rows = await connection.rows(
    statement("events/find-idempotent-requests"),
    { keys: listValue(requests.map(({ key }) => key)) },
    { keys: LIST(VARCHAR) },
  );
  return requests.map(({ tokenHash, key, since }) => {
    const row = rows.find(
      (each) => each.token_hash === tokenHash && each.key === key && Number(each.created_at) >= since,
    );
    if (row === undefined) return null;
    return {
      fingerprint: String(row.fingerprint),
      eventId: row.event_id as bigint,
      answer: row.answer as string | null,
    };
  });
}

/** Remembers the answer to a request that has none yet, within a transaction of the caller's. */
export async function setAnswer(connection: Connection, { request, answer }: RequestAnswer): Promise<void> {
  const { tokenHash, key } = request;
  await connection.run(statement("events/set-idempotent-answer"), { token_hash: tokenHash, key, answer });
}
