import { setTimeout as sleep } from "node:timers/promises";
import { newStart } from "../../src/engine/journal/chain.ts";
import { FollowedLog } from "../../src/engine/journal/followed-log.ts";
import { RECORD_FORMAT } from "../../src/engine/journal/record-format.ts";
import type { LogRecord } from "../../src/engine/ports.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresLog } from "../../src/postgres/postgres-log.ts";
import { openSchema } from "../../src/postgres/schema.ts";

/*
 * A child process that appends records to a log, one after another, follows those of others, and stores nothing. It
 * sends its rate to its parent process.
 */

/** The log, and the duration of the measurement in ms. */
export interface AppendLoad {
  readonly database: string;
  readonly node: string;
  readonly ms: number;
}

export interface AppendResult {
  readonly recordsPerSecond: number;
}

/** The events of a record. */
const EVENTS = 64;

/** Others have started by then, in ms. */
const START_MS = 1_000;

process.once("message", async (load: AppendLoad) => {
  process.send?.({ recordsPerSecond: await append(load) } satisfies AppendResult);
  process.disconnect();
});

async function append({ database, node, ms }: AppendLoad): Promise<number> {
  const servers = databaseServers(database);
  const create = {
    id: "bench",
    organizationId: 1n,
    startChain: newStart().chain,
    beginsWithSnapshot: false,
    recordFormat: RECORD_FORMAT,
  };
  const log = new PostgresLog(servers, await openSchema(servers, { create }), node);
  const elapsed = { now: () => performance.now() };
  const telemetry = { observe: () => {} };
  const followed: FollowedLog = new FollowedLog(
    log,
    log.start,
    async (records) => {
      const at = records.at(-1)?.write?.at;
      if (at !== undefined) followed.at = at;
    },
    { elapsed, telemetry, onFailure: (error) => console.error(error), format: RECORD_FORMAT },
  );
  await sleep(START_MS);
  const until = performance.now() + ms;
  let records = 0;
  while (performance.now() < until) {
    const record = recordOf(records);
    await followed.transact(async (append) => {
      const isMade = await append(record, async (write) => {
        await write?.confirm?.();
        if (write !== undefined) followed.at = write.at;
      });
      return isMade ? { decided: null } : null;
    });
    records++;
  }
  await log.close();
  return (records * 1_000) / ms;
}

/** A record of single events of the same second. */
function recordOf(number: number): LogRecord {
  const now = Date.UTC(2026, 0, 1) + number * 1_000;
  const columns = {
    length: EVENTS,
    timestamps: Float64Array.from({ length: EVENTS }, (_, row) => now + row * 10),
    trajectories: Int8Array.from({ length: EVENTS }, (_, row) => (row % 3 === 0 ? -1 : 1)),
    sensorKeys: Int32Array.from({ length: EVENTS }, (_, row) => (row * 7) % 1_500),
    eventIds: null,
  };
  const ids = { eventId: BigInt(number * EVENTS + 1), deliveryId: 1n };
  return {
    now,
    actor: { tokenId: null, name: "bench" },
    ids,
    events: { columns, isLive: true },
  } as LogRecord;
}
