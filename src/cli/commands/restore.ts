import { Command } from "commander";
import { printJson, say } from "../console.ts";
import { option } from "../options.ts";

interface RestoreOptions {
  readonly dataDir: string;
}

/** `headcount restore BACKUP`: a data directory from a backup. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("makes a data directory from a backup, once all of that has been checked")
    .argument("<backup>", "the folder that `headcount backup` has made, or an archive (.tar) from a server")
    .addOption(
      option(
        "--data-dir <directory>",
        "the data directory; it must not exist, or be empty",
      ).makeOptionMandatory(),
    )
    .action(restore);
}

async function restore(backup: string, { dataDir }: RestoreOptions): Promise<void> {
  const { restoreBackup } = await import("../../backup/restore.ts");
  const { bytesOf } = await import("../../backup/manifest.ts");
  const { requireKnownVersion } = await import("../../store/duckdb/schema.ts");
  const { showProgress } = await import("../progress.ts");
  const progress = showProgress("restore");
  try {
    const manifest = await restoreBackup(backup, dataDir, {
      requireVersion: (version, release) => requireKnownVersion(backup, version, { release }),
      onProgress: (done, total) =>
        progress.update("checking and copying", { fraction: done / total, bytes: total }),
    });
    const { noteRestored } = await import("../../store/duckdb/commit-record.ts");
    noteRestored(dataDir);
    progress.stop();
    const { taken_at, events, last_event_id } = manifest;
    say(`${dataDir}: ${events.toLocaleString("en")} events, as they were at ${taken_at}.`);
    printJson({ data_dir: dataDir, taken_at, events, last_event_id, bytes: bytesOf(manifest) });
  } finally {
    progress.stop();
  }
}
