import { VARCHAR } from "@duckdb/node-api";
import type { AnsweredRequest, IdempotentRequest, RememberedRequest } from "../../engine/ports.ts";
import type { Connection } from "./database.ts";
import { statement } from "./statements.ts";

/** Notes which event a request has made and what it is answered, and forgets old ones, within a transaction of the caller's (D9). */
export async function rememberRequest(
  connection: Connection,
  { tokenHash, key, fingerprint, instant, since, eventId, answer }: AnsweredRequest,
): Promise<void> {
  await connection.run(statement("events/forget-idempotent-requests"), { before: BigInt(since) });
  const values = {
    token_hash: tokenHash,
    key,
    fingerprint,
    event_id: eventId,
    answer,
    created_at: BigInt(instant),
  };
  await connection.run(statement("events/insert-idempotent-request"), values, { answer: VARCHAR });
}

/** What is remembered of a request with the same token and key. */
export async function findRequest(
  connection: Connection,
  { tokenHash, key, since }: IdempotentRequest,
): Promise<RememberedRequest | null> {
  const values = { token_hash: tokenHash, key, since: BigInt(since) };
  const [row] = await connection.rows(statement("events/find-idempotent-request"), values);
  if (row === undefined) return null;
  return {
    fingerprint: String(row.fingerprint),
    eventId: row.event_id as bigint,
    answer: row.answer as string | null,
  };
}

/** Remembers the first answer to a request, and gives it back. */
export async function setAnswer(
  connection: Connection,
  request: IdempotentRequest,
  answer: string,
): Promise<string> {
  const { tokenHash, key } = request;
  await connection.run(statement("events/set-idempotent-answer"), { token_hash: tokenHash, key, answer });
  return (await findRequest(connection, request))?.answer ?? answer;
}
