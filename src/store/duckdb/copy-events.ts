import { join } from "node:path";
import type { EventCopies } from "../../engine/ports.ts";
import type { Database } from "./database.ts";
import { statement } from "./statements.ts";

/** Ids that one file covers: it is written in a fraction of a second. */
const PART_IDS = 1_000_000n;

/** Copies the events with ids after one up to another, as `EventStore.copyEvents` says. */
export async function copyEvents(
  database: Database,
  ids: { readonly after: bigint; readonly last: bigint },
  folder: string,
): Promise<Omit<EventCopies, "retained">> {
  const { after, last } = ids;
  const parts: string[] = [];
  for (let first = after; first < last; first += PART_IDS) {
    const path = join(folder, `events-${parts.length}.parquet`);
    const end = first + PART_IDS < last ? first + PART_IDS : last;
    await database.read((connection) =>
      connection.run(statement("events/copy-events"), { after_id: first, last_id: end, path }),
    );
    parts.push(path);
  }
  return {
    lastEventId: parts.length === 0 ? after : last,
    parts,
    voided: await copyVoided(database, folder),
  };
}

function copyVoided(database: Database, folder: string): Promise<string | null> {
  return database.read(async (connection) => {
    const { voided } = await connection.row(statement("events/has-voided"));
    if (voided !== true) return null;
    const path = join(folder, "voided.parquet");
    await connection.run(statement("events/copy-voided"), { path });
    return path;
  });
}
