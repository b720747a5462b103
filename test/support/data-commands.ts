import { ROOM_HOURS } from "./room-directory.ts";

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
export const ALL_COMMANDS: readonly (readonly string[])[] = [
  ...COMMANDS_ON_DATA,
  ["serve", "--port", "0"],
  ["demo", "--port", "0"],
  ["rebuild", "--accept-loss"],
  ["site", "apply", "site.yaml"],
  ["site", "apply", "site.yaml", "--dry-run"],
  ["backfill", "events.csv"],
  ["token", "create"],
];
