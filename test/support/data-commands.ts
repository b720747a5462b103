import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { headcount } from "./headcount.ts";
import { ROOM_HOURS } from "./room-directory.ts";
import { treeOf } from "./store-harness.ts";

/** Commands that work on an existing data directory, in a folder of their own. */
export const COMMANDS_ON_DATA: readonly (readonly string[])[] = [
  ["backup", "backup"],
  ["export", "events", "--out", "events.parquet"],
  ["rebuild"],
  ["rebuild", "--verify"],
  ["retention", "--keep", "2y"],
  ["retention", "--keep", "2y", "--apply"],
  ["counts", "Room", ...ROOM_HOURS],
  ["site", "export", "exported.yaml"],
  ["token", "list"],
  ["token", "revoke", "tkn_1"],
  ["sql", "-c", "SELECT 1"],
];

/** All commands that open a data directory, in a folder with `site.yaml` and `events.csv`. */
const ALL_COMMANDS: readonly (readonly string[])[] = [
  ...COMMANDS_ON_DATA,
  ["serve", "--port", "0"],
  ["demo", "--port", "0"],
  ["rebuild", "--accept-loss"],
  ["site", "apply", "site.yaml"],
  ["site", "apply", "site.yaml", "--dry-run"],
  ["backfill", "events.csv"],
  ["token", "create"],
];

/** Expects every command to reject the data directory `data` of a folder, and to leave all files as they were. */
export async function expectRejectedByAll(cwd: string, message: RegExp): Promise<void> {
  writeFileSync(join(cwd, "site.yaml"), "spaces: [{name: Room}]\n");
  writeFileSync(join(cwd, "events.csv"), "sensor_serial_number,timestamp,trajectory\ns,2024-05-06,1\n");
  const before = treeOf(cwd);
  for (const args of ALL_COMMANDS) {
    const rejected = await headcount([...args, "--data-dir", "data"], { cwd });
    expect(rejected, args.join(" ")).toMatchObject({ code: 1, stdout: "" });
    expect(rejected.stderr, args.join(" ")).toMatch(message);
    expect(treeOf(cwd), args.join(" ")).toEqual(before);
  }
}
