import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, it } from "vitest";
import { DATABASE_FILE } from "../../src/domain/data-directory.ts";
import type { AttemptOutcome } from "../../src/engine/ports.ts";
import { queueCalls, recordOutcomes, removeSurplus, saveCatalog } from "../support/commits.ts";
import { openDirectory } from "../support/store-directory.ts";
import { directoryWith } from "../support/store-refusals.ts";
import { SAMPLE_ROWS } from "../support/store-rows.ts";

it("D23: of each call, the outcome of the last attempt alone stays", async () => {
  const directory = directoryWith({});
  const store = await openDirectory(directory);
  const [webhook] = SAMPLE_ROWS.webhook;
  await saveCatalog(store, { put: { webhook: [{ ...webhook, id: 1n }] as typeof SAMPLE_ROWS.webhook } });
  const message = { id: 1n, spaceId: 5n, eventId: 1n, body: "{}" };
  await queueCalls(store, [{ id: 1n, webhookId: 1n, sequence: 1, createdAt: 0, message }]);
  const failed = (attempt: number): AttemptOutcome => {
    const end = {
      deliveryId: 1n,
      webhookId: 1n,
      spaceId: 1n,
      attempt,
      instant: attempt,
      nextAttemptAt: attempt + 1,
    };
    return { ...end, status: "retrying", responseStatus: null, error: "refused" };
  };
  await recordOutcomes(store, [failed(1), failed(2)]);
  await recordOutcomes(store, [failed(3)]);
  await removeSurplus(store, { delivered: 1, dead: 1 }, 9);
  await store.close();
  const instance = await DuckDBInstance.create(join(directory, DATABASE_FILE));
  const connection = await instance.connect();
  const rows = await connection.runAndReadAll("SELECT attempt FROM webhook_outcome");
  expect(rows.getRowsJson().map(Number)).toEqual([3]);
  connection.closeSync();
  instance.closeSync();
});
