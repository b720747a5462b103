import { existsSync, readFileSync } from "node:fs";

/**
 * The folder of the program, with its `package.json`, `openapi`, `sql` and `fixtures`. It is looked for, because a build puts
 * together what lies in different folders of `src`.
 */
export const PROGRAM_FOLDER = folderOfManifest(new URL("./", import.meta.url));

function folderOfManifest(folder: URL): URL {
  if (existsSync(new URL("package.json", folder))) return folder;
  const above = new URL("../", folder);
  if (above.href === folder.href) throw new Error("no package.json above the program");
  return folderOfManifest(above);
}

/** The version of this program. */
export function releaseVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("package.json", PROGRAM_FOLDER), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
