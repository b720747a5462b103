import { createHash } from "node:crypto";
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DATABASE_FILE, LAST_COMMIT_FILE } from "../../src/domain/data-directory.ts";
import { launchHeadcount, succeed, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN } from "../support/live-api.ts";
import { runSql } from "../support/store-directory.ts";

/** Where DuckDB's blocks begin in its file, and how long they are, in bytes. */
const BLOCKS_START = 12_288;
const BLOCK_BYTES = 262_144;

const EVENTS = 100_000;
const START = Date.UTC(2024, 4, 1);
const HEADER = "sensor_serial_number,timestamp,trajectory";

/** A data directory with events of which the ids around one row's are not what was written any more. */
async function damagedDirectory(row: number): Promise<string> {
  const folder = temporaryFolder();
  const directory = join(folder, "data");
  const file = join(folder, "events.csv");
  writeFileSync(file, `${HEADER}\n9001,2024-04-30,1\n`);
  await succeed(["token", "create", "--data-dir", directory]);
  await succeed(["backfill", file, "--data-dir", directory]);
  await runSql(
    directory,
    `INSERT INTO event BY NAME
     SELECT range + 2 AS id, ${START} + range AS ts, key AS sensor, 1 AS trajectory, md5(range::VARCHAR) AS event_id
     FROM range(${EVENTS}), sensor`,
  );
  const [[block] = []] = await runSql(
    directory,
    `SELECT block_id FROM pragma_storage_info('event')
     WHERE column_name = 'event_id' AND segment_type = 'VARCHAR' AND row_group_id = 0
       AND start <= ${row} AND start + count > ${row}`,
  );
  const database = openSync(join(directory, DATABASE_FILE), "r+");
  writeSync(database, Buffer.alloc(64, 0xa7), 0, 64, BLOCKS_START + Number(block) * BLOCK_BYTES + 4_000);
  closeSync(database);
  // It does not know of these events.
  rmSync(join(directory, LAST_COMMIT_FILE));
  return directory;
}

/** A report of a stored event, to be found among those of its time. */
function reportOf(row: number): string {
  return JSON.stringify([
    {
      event_id: createHash("md5").update(String(row)).digest("hex"),
      sensor_serial_number: "9001",
      timestamp: new Date(START + row).toISOString(),
      trajectory: 1,
    },
  ]);
}

const DAMAGED =
  /^the data of the server is damaged; stop the server and restore the data directory from a backup/;

describe("a data directory of which a part is damaged", () => {
  it("is named as damaged in every answer that needs it, in the log and by /readyz; all else is answered", async () => {
    const directory = await damagedDirectory(35_000);
    const args = ["serve", "--data-dir", directory, "--port", "0", "--rate-limit", "none"];
    const server = launchHeadcount(args, { HEADCOUNT_TOKEN: LIVE_TOKEN });
    const address = await server.address;
    expect((await ask(address, "/readyz")).status).toBe(200);
    for (let time = 0; time < 2; time++) {
      const refused = await ask(address, "/v2/sensor_events/", { text: reportOf(35_000) });
      expect(refused.status, refused.text).toBe(500);
      expect(JSON.parse(refused.text).detail).toMatch(DAMAGED);
      expect(refused.text).not.toContain(directory);
    }
    const health = await ask(address, "/readyz");
    expect(health.status).toBe(503);
    expect(JSON.parse(health.text).detail).toMatch(DAMAGED);
    expect((await ask(address, "/healthz")).status).toBe(200);
    await demand(address, "/v2/spaces/", { name: "Hall" });
    const stored = await ask(address, "/v2/sensor_events/", { text: reportOf(90_000) });
    expect(JSON.parse(stored.text)).toMatchObject({ accepted: 0, duplicates: 1 });
    expect(
      server.stderr().match(/^headcount: the data in .* are damaged: .*Corrupt database file/gm),
    ).toHaveLength(1);
    await server.stop();
  });
});
