import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeManifest } from "../../src/backup/manifest.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import type { BackupSource } from "../../src/engine/ports.ts";

/** Backups of a store that has nothing on disk: they have no files. */
export const MEMORY_BACKUPS: BackupSource = {
  write: (folder, { release, now }) =>
    writeManifest(folder, {
      release,
      schema_version: 1,
      organization_id: "org_1",
      taken_at: formatInstant(now),
      last_event_id: null,
      events: 0,
      files: [],
    }),

  async stage(order) {
    const folder = mkdtempSync(join(tmpdir(), "headcount-backup-"));
    await MEMORY_BACKUPS.write(folder, order);
    return { folder, discard: async () => rmSync(folder, { recursive: true }) };
  },
};
