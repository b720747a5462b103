import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresSnapshots } from "../../src/postgres/snapshots.ts";
import { ask, LIVE_TOKEN } from "./live-api.ts";
import { until } from "./waiting.ts";

/** Stores two snapshots of a node, as the one with that duty does: the log's records before them go. */
export async function storeSnapshots(database: string, address: string): Promise<void> {
  const snapshots = new PostgresSnapshots(databaseServers(database));
  const headers = { authorization: `Bearer ${LIVE_TOKEN}` };
  const { position } = await ask(address, "/v2/spaces/");
  for (let copy = 0; copy < 2; copy++) {
    let archive = new Response();
    // The backup before it is removed after it has been sent.
    await until(async () => {
      archive = await fetch(`${address}/v2/admin/backup`, { method: "POST", headers });
      return archive.ok;
    });
    await snapshots.store(position ?? 0n, archive.body as unknown as AsyncIterable<Uint8Array>);
  }
  await snapshots.close();
}
