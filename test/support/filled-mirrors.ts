import { join } from "node:path";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { analyse } from "./analysis.ts";
import type { ClickHouseNode } from "./clickhouse.ts";
import { CAMPUS_NOW, fillCampus } from "./example-campus.ts";
import { openApi } from "./http.ts";
import { mirrorOf } from "./mirrors.ts";
import { TEST_SETTINGS } from "./settings.ts";
import { openDirectory } from "./store-directory.ts";

/**
 * Copies the demo's campus to a database of a ClickHouse server.
 * @param folder for its files
 * @returns the local copy for SQL, with the same rows, which the caller closes
 */
export async function mirrorCampus(
  node: ClickHouseNode,
  database: string,
  folder: string,
): Promise<AnalysisDatabase> {
  const clock = { now: () => CAMPUS_NOW };
  const directory = join(folder, "data");
  const store = await openDirectory(directory);
  try {
    const context = await buildEngine(store, { ...TEST_SETTINGS, clock });
    await fillCampus(context);
    await mirrorOf(context, node.url(database), { folder }).catchUp();
  } finally {
    await store.close();
  }
  return analyse(directory, clock, folder);
}

/**
 * Copies a server with three events, of two months, to a mirror that it keeps as a user of ClickHouse.
 * @returns what its check finds
 */
export async function fillMirror(
  node: ClickHouseNode,
  user: string,
  folder: string,
  database = "headcount",
): Promise<unknown> {
  const store = await openDirectory(join(folder, "data"));
  const api = await openApi({ store });
  try {
    await api.site({ time_zone: "Asia/Tokyo" });
    await api.report("a 2024-03-31T23:59:59.999Z 1", "a 2024-04-01T00:00:00Z -1", "a 2024-04-30T08:00:00Z 1");
    await mirrorOf(api.context, node.url(database, user), { folder }).catchUp();
    // As after a start: the tables are there, and the views are made again.
    const mirror = mirrorOf(api.context, node.url(database, user), { folder });
    await mirror.catchUp();
    return (await mirror.verify()).differences;
  } finally {
    await api.app.close();
    await store.close();
  }
}
