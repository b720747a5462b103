import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { formatNumber, info, printJson } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { releaseVersion } from "../release.ts";
import type { SettingsOf } from "../settings.ts";
import { stopwatch } from "../system.ts";
import { chooseTarget, type Target } from "../target.ts";

/** `headcount backup DIR`: a backup of all data as of one instant (D30). */
export function backupCommand(): Command {
  return newCommand("backup", "backs up all data to a folder, also while a server runs (with --url)")
    .argument("<folder>", "folder of the backup; must not exist, or be empty")
    .action(backup);
}

async function backup(folder: string, options: SettingsOf<"backup">, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  const { showProgress } = await import("../progress.ts");
  const progress = showProgress("backup");
  const elapsed = stopwatch();
  try {
    await make(target, folder, (done, total) =>
      progress.update("copying", { fraction: done / total, bytes: total }),
    );
  } finally {
    progress.stop();
  }
  const { bytesOf, readManifest } = await import("../../backup/manifest.ts");
  const manifest = await readManifest(folder);
  const { taken_at, events, last_event_id, schema_version } = manifest;
  const bytes = bytesOf(manifest);
  info(
    `${folder}: ${formatNumber(events)} events as of ${taken_at}, ` +
      `${formatNumber(bytes / 1e6)} MB in ${elapsed().toFixed(1)} s.`,
  );
  info(
    "The backup contains the hashes of tokens and the secrets of webhooks. Protect it like the data itself.",
  );
  printJson({ folder, taken_at, events, last_event_id, schema_version, bytes });
}

type OnProgress = (bytes: number, total: number) => void;

async function make(target: Target, folder: string, onProgress: OnProgress): Promise<void> {
  if (target.kind === "server") {
    const { backUpThroughServer } = await import("../remote-backup.ts");
    return backUpThroughServer(target.server, folder, onProgress);
  }
  return withEngine(target.directory, ({ backups, clock }) =>
    backups.write(folder, { release: releaseVersion(), now: clock.now(), onProgress }),
  );
}
