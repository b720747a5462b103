import type { Command } from "commander";
import { newCommand } from "../command.ts";
import { printJson, say } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { releaseVersion } from "../release.ts";
import type { SettingsOf } from "../settings.ts";
import { chooseTarget, type Target } from "../target.ts";

/** `headcount backup DIR`: a backup of all data, as it is at one instant (D30). */
export function backupCommand(): Command {
  return newCommand("backup", "backs up all data to a folder, also while a server runs (with --url)")
    .argument("<folder>", "folder of the backup; must not exist, or be empty")
    .action(backup);
}

async function backup(folder: string, options: SettingsOf<"backup">, command: Command): Promise<void> {
  const target = chooseTarget(command, options);
  const { showProgress } = await import("../progress.ts");
  const progress = showProgress("backup");
  const started = performance.now();
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
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(
    `${folder}: ${events.toLocaleString("en")} events as of ${taken_at}, ` +
      `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB in ${seconds} s.`,
  );
  say("It has the hashes of tokens and the secrets of webhooks in it: keep it as safe as the data itself.");
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
