import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Command } from "commander";
import type { OnProgress } from "../../backup/files.ts";
import { bytesOf, readManifest } from "../../backup/manifest.ts";
import { releaseVersion } from "../../program-folder.ts";
import { sayCreated, withStore } from "../open-engine.ts";
import { counted, info, megabytes, printSummary, stopwatch, systemClock } from "../process.ts";
import { showProgress } from "../progress.ts";
import type { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { chooseTarget } from "../target.ts";

export async function backup(folder: string, options: SettingsOf<"backup">, command: Command): Promise<void> {
  const elapsed = stopwatch();
  const target = chooseTarget(command, options);
  await withProgress("backup", "copying", (onProgress) =>
    target.kind === "server"
      ? backUpThroughServer(target.server, folder, onProgress)
      : withStore(target.directory, {}, ({ backups }) =>
          backups.write(folder, { release: releaseVersion(), now: systemClock.now(), onProgress }),
        ),
  );
  const manifest = await readManifest(folder);
  const { taken_at, events, last_event_id, schema_version } = manifest;
  const bytes = bytesOf(manifest);
  const size = `${megabytes(bytes)} in ${elapsed().toFixed(1)} s`;
  info(`${folder}: ${counted(events, "event")} as of ${taken_at}, ${size}.`);
  info(
    "The backup contains the hashes of tokens and the secrets of webhooks. Protect it like the data itself.",
  );
  printSummary({ folder, taken_at, events, last_event_id, schema_version, bytes });
}

/** @throws HeadcountError as `unpackBackup` does; `unavailable` if the server rejects the request or closes the connection */
async function backUpThroughServer(
  server: ServerClient,
  folder: string,
  onProgress: OnProgress,
): Promise<void> {
  const { unpackBackup } = await import("../../backup/archive.ts");
  const { inEmptyFolder } = await import("../../backup/files.ts");
  await inEmptyFolder(folder, () =>
    // The response can take minutes to begin.
    server.runUntimed(async ({ v2 }, { answerOf }) => {
      const body = await answerOf(v2.POST("/v2/admin/backup", { parseAs: "stream" }));
      await unpackBackup(Readable.fromWeb(body as unknown as ReadableStream), folder, onProgress);
    }),
  );
}

export async function restore(backup: string, { dataDir }: SettingsOf<"restore">): Promise<void> {
  const { restoreBackup } = await import("../../backup/restore.ts");
  const { requireKnownVersion } = await import("../../store/duckdb/schema.ts");
  const requireVersion = (version: number, release: string) => requireKnownVersion(backup, version, release);
  const manifest = await withProgress("restore", "verifying and copying", (onProgress) =>
    restoreBackup(backup, dataDir, { requireVersion, onProgress }),
  );
  const { taken_at, events, last_event_id } = manifest;
  sayCreated(dataDir);
  info(`${dataDir}: ${counted(events, "event")} as of ${taken_at}.`);
  printSummary({ data_dir: dataDir, taken_at, events, last_event_id, bytes: bytesOf(manifest) });
}

async function withProgress<T>(
  label: string,
  phase: string,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T> {
  const progress = showProgress(label);
  try {
    return await work((done, total) => progress.update(phase, { fraction: done / total, bytes: total }));
  } finally {
    progress.stop();
  }
}
