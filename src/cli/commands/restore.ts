import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { formatNumber, info, printJson } from "../console.ts";
import type { SettingsOf } from "../settings.ts";

/** `headcount restore BACKUP`: a data directory from a backup. */
export function restoreCommand(): Command {
  return newCommand("restore", "verifies a backup and creates a data directory from it")
    .argument("<backup>", "folder that `headcount backup` has created, or an archive (.tar) from a server")
    .action(restore);
}

async function restore(backup: string, { dataDir }: SettingsOf<"restore">): Promise<void> {
  const { restoreBackup } = await import("../../backup/restore.ts");
  const { bytesOf } = await import("../../backup/manifest.ts");
  const { requireKnownVersion } = await import("../../store/duckdb/schema.ts");
  const { showProgress } = await import("../progress.ts");
  const progress = showProgress("restore");
  try {
    const manifest = await restoreBackup(backup, dataDir, {
      requireVersion: (version, release) => requireKnownVersion(backup, version, { release }),
      onProgress: (done, total) =>
        progress.update("verifying and copying", { fraction: done / total, bytes: total }),
    });
    const { noteRestored } = await import("../../store/duckdb/commit-record.ts");
    await noteRestored(dataDir);
    progress.stop();
    const { taken_at, events, last_event_id } = manifest;
    info(`${dataDir}: ${formatNumber(events)} events as of ${taken_at}.`);
    printJson({ data_dir: dataDir, taken_at, events, last_event_id, bytes: bytesOf(manifest) });
  } finally {
    progress.stop();
  }
}
