import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Command } from "commander";
import type { OnProgress } from "../../backup/files.ts";
import { newCommand } from "../command.ts";
import { formatNumber, info, printJson } from "../console.ts";
import { withEngine } from "../open-engine.ts";
import { releaseVersion } from "../release.ts";
import type { RemoteServer } from "../remote-server.ts";
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

async function make(target: Target, folder: string, onProgress: OnProgress): Promise<void> {
  if (target.kind === "server") return backUpThroughServer(target.server, folder, onProgress);
  return withEngine(target.directory, ({ backups, clock }) =>
    backups.write(folder, { release: releaseVersion(), now: clock.now(), onProgress }),
  );
}

/**
 * Backs up the data of a server to a local folder.
 *
 * @throws HeadcountError as `unpackBackup` does; `unavailable` if the server rejects the request or closes the connection
 */
async function backUpThroughServer(
  server: RemoteServer,
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  const { unpackBackup } = await import("../../backup/archive.ts");
  const { inEmptyFolder } = await import("../../backup/files.ts");
  await inEmptyFolder(folder, () =>
    // The response can take minutes to begin, and must not be requested twice.
    server.runOnce(async ({ v2 }, { answerOf }) => {
      const body = await answerOf(v2.POST("/v2/admin/backup", { parseAs: "stream" }));
      await unpackBackup(Readable.fromWeb(body as unknown as ReadableStream), folder, onProgress);
    }),
  );
}

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
