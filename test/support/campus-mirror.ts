import { join } from "node:path";
import type { AnalysisDatabase } from "../../src/analysis/analysis-database.ts";
import { buildEngine } from "../../src/engine/build-engine.ts";
import { analyse } from "./analysis.ts";
import type { ClickHouseNode } from "./clickhouse.ts";
import { CAMPUS_NOW, fillCampus } from "./example-campus.ts";
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
