import { BIGINT, LIST, listValue } from "@duckdb/node-api";
import { DAY_MS } from "../../domain/instant.ts";
import type { RebuildRange, RebuildResult, SpaceRun } from "../../engine/ports.ts";
import type { Connection, Database } from "./database.ts";
import { readUintegerLists } from "./list-vectors.ts";
import { statement } from "./statements.ts";

/** Days beyond any event. */
const DAY_MIN = 0;
const DAY_MAX = 2 ** 31 - 1;

/**
 * The runs derived from the log. Whatever changes what a run should hold marks it stale in the same
 * transaction; readers wait until the stale ones have been derived again.
 */
export class RunStore {
  readonly #database: Database;
  #stale: boolean;
  #refreshing: Promise<void> | null = null;

  constructor(database: Database, stale: boolean) {
    this.#database = database;
    this.#stale = stale;
  }

  /** To be called when a transaction that marked runs has been committed. */
  becameStale(): void {
    this.#stale = true;
  }

  /** The runs of some spaces, as the port says. */
  async *runs(spaceIds: readonly bigint[], fromDay: number, toDay: number): AsyncIterable<SpaceRun> {
    await this.refresh();
    const reader = await this.#database.acquire();
    try {
      const days = { first_day: Math.max(fromDay, DAY_MIN), last_day: Math.min(toDay - 1, DAY_MAX) };
      const [spaceId] = spaceIds;
      const result =
        spaceIds.length === 1 && spaceId !== undefined
          ? await reader.stream(statement("runs/of-space"), { ...days, space_id: spaceId })
          : await reader.stream(
              statement("runs/of-spaces"),
              { ...days, space_ids: listValue([...spaceIds]) },
              { space_ids: LIST(BIGINT) },
            );
      for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        const ids = chunk.getColumnValues(0) as bigint[];
        const dayNumbers = chunk.getColumnValues(1) as number[];
        const { elements, offsets } = readUintegerLists(chunk, 2);
        for (let row = 0; row < ids.length; row++) {
          yield {
            spaceId: ids[row] as bigint,
            dayStart: (dayNumbers[row] as number) * DAY_MS,
            changes: elements.subarray(offsets[row], offsets[row + 1]),
          };
        }
      }
    } finally {
      this.#database.release(reader);
    }
  }

  /** Derives what is stale again; callers at the same time share the work. */
  async refresh(): Promise<void> {
    while (this.#stale) {
      this.#refreshing ??= this.#refresh().finally(() => {
        this.#refreshing = null;
      });
      await this.#refreshing;
    }
  }

  async #refresh(): Promise<void> {
    await this.#database.transaction(async (connection) => {
      // Marks made from here on belong to transactions that come after this one.
      this.#stale = false;
      await deriveStale(connection);
    }).catch((error: unknown) => {
      this.#stale = true;
      throw error;
    });
  }

  /** Derives a range again, or compares it with the log, as the port says. */
  async rebuild({ spaceId, from, to, verify }: RebuildRange): Promise<RebuildResult> {
    const range = {
      space_id: spaceId,
      first_day: Math.max(Math.floor(from / DAY_MS), DAY_MIN),
      last_day: Math.min(Math.ceil(to / DAY_MS) - 1, DAY_MAX),
    };
    const types = { space_id: BIGINT };
    if (verify) {
      await this.refresh();
    } else {
      await this.#database.transaction(async (connection) => {
        await connection.run(statement("runs/mark-range"), range, types);
        await deriveStale(connection);
      });
    }
    return this.#database.read(async (connection) => {
      const summary = await connection.row(statement("runs/summary"), range, types);
      const differing = verify ? await connection.rows(statement("runs/verify"), range, types) : [];
      return {
        runs: Number(summary["runs"]),
        events: Number(summary["events"]),
        differences: differing.map((row) => ({ spaceId: row["space_id"] as bigint, day: Number(row["day"]) })),
      };
    });
  }
}

/** Whether a data directory has runs that are not what its log says. */
export async function hasStaleRuns(connection: Connection): Promise<boolean> {
  const { first_day: firstDay } = await connection.row(statement("runs/stale-days"));
  return firstDay !== null;
}

async function deriveStale(connection: Connection): Promise<void> {
  const { first_day: firstDay, last_day: lastDay } = await connection.row(statement("runs/stale-days"));
  if (firstDay === null) return;
  await connection.run(statement("runs/remove-stale"));
  await connection.run(statement("runs/derive-stale"), {
    start_ts: BigInt(Number(firstDay) * DAY_MS),
    end_ts: BigInt((Number(lastDay) + 1) * DAY_MS),
  });
  await connection.run(statement("runs/clear-stale"));
}
