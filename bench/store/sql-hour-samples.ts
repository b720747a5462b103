import { BIGINT, type DuckDBConnection } from "@duckdb/node-api";
import { dailyResetInstants } from "../../src/domain/daily-reset.ts";
import { DAY_MS } from "../../src/domain/instant.ts";
import type { Engine } from "../../src/engine/engine.ts";
import type { MeasuredRange } from "../site.ts";
import { benchStatement } from "../statements.ts";

/** A daily reset. SQL receives daily resets as data, because DuckDB converts some local times differently (D2). */
export interface DailyReset {
  readonly spaceId: bigint;
  readonly instant: number;
}

/** All daily resets in the measured range. */
export function dailyResets({ catalog }: Engine, { start, end }: MeasuredRange): DailyReset[] {
  return catalog.spaces.all().flatMap(({ id: spaceId, ...space }) => {
    const { schedules } = catalog.history({ id: spaceId, ...space });
    return dailyResetInstants(schedules, start, end).map((instant) => ({ spaceId, instant }));
  });
}

/** Writes daily resets to a temporary table. */
export async function createDailyResets(
  connection: DuckDBConnection,
  resets: readonly DailyReset[],
): Promise<void> {
  await connection.run(benchStatement("create-daily-reset"));
  const appender = await connection.createAppender("daily_reset", null, "temp");
  for (const { spaceId, instant } of resets) {
    appender.appendBigInt(spaceId);
    appender.appendBigInt(BigInt(Math.floor(instant / DAY_MS)));
    appender.appendBigInt(BigInt(instant));
    appender.endRow();
  }
  appender.closeSync();
}

/** Creates the temporary tables that the window functions need in addition to the log. */
export async function prepareSqlSamples(
  connection: DuckDBConnection,
  resets: readonly DailyReset[],
): Promise<void> {
  await createDailyResets(connection, resets);
  await connection.run(benchStatement("create-sensor-day"));
}

/** Computes the hour samples of all spaces with window functions and stores them in a table. */
export async function runSqlSamples(
  connection: DuckDBConnection,
  { start, end }: MeasuredRange,
): Promise<void> {
  const values = { start_ts: BigInt(start), end_ts: BigInt(end) };
  await connection.run(benchStatement("hour-samples"), values, { start_ts: BIGINT, end_ts: BIGINT });
}
