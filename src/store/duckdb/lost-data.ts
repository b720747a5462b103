import { join } from "node:path";
import { DATABASE_FILE } from "../../domain/data-directory.ts";
import { type Connection, openInstance } from "../../duckdb/connection.ts";
import { quoteText, type Row, statement, statementWith } from "../../duckdb/statements.ts";
import { timedReading } from "../../formats/in/reading-values.ts";
import { closedPath } from "./open-store.ts";
import { decodeDetails } from "./reading-store.ts";

/** The memory of the comparison; beyond it, it uses the disk. */
const MEMORY_LIMIT = "512MiB";

export type LostEvent = Row<"lost/events">;
export type LostChange = Row<"lost/changes">;

/** What a data directory has that a copy of the log does not have. */
export type LostData = Awaited<ReturnType<typeof readLost>>;

async function readLost(connection: Connection) {
  const { events, readings, changes } = await connection.row(statement("lost/sizes"));
  return {
    /** The number of valid events without an equal one in the log, without those that readings have made. */
    events: Number(events),
    /** The number of readings of devices without an equal one in the log. */
    readings: Number(readings),
    changes: Number(changes),
    eventRows: () => connection.batches(statement("lost/events")),
    /** In the order of arrival: stored again in this order, they make the events that the log lacks (D31). */
    readingRows: async function* () {
      for await (const rows of connection.batches(statement("lost/readings")))
        yield rows.map(({ details, ...row }) => timedReading({ ...row, ...decodeDetails(details) }));
    },
    changeRows: () => connection.batches(statement("lost/changes")),
  };
}

/**
 * Compares two data directories of one log that no process changes.
 *
 * @param kept the directory that may have more
 * @param logged one that has followed the log to its end
 * @throws HeadcountError `store-held` if this process has one of them open
 */
export async function compareWithLog<T>(
  { kept, logged, folder }: { readonly kept: string; readonly logged: string; readonly folder: string },
  work: (lost: LostData) => Promise<T>,
): Promise<T> {
  const settings = { memory_limit: MEMORY_LIMIT, temp_directory: folder };
  const { connection, close } = await openInstance(":memory:", settings);
  try {
    const directories = Object.entries({ kept, logged });
    for (const [database, directory] of directories) {
      const file = quoteText(join(closedPath(directory), DATABASE_FILE));
      await connection.run(statementWith("lost/attach", { database, file }));
    }
    await connection.run(statement("lost/create-compared"));
    await connection.run(statement("lost/create-lost-event"));
    await connection.run(statement("lost/create-lost-reading"));
    await connection.run(statement("lost/create-lost-change"));
    // What is lost is in tables of their own: the directories can be opened meanwhile.
    for (const [database] of directories) await connection.run(statementWith("lost/detach", { database }));
    return await work(await readLost(connection));
  } finally {
    close();
  }
}
