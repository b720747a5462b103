import { readFileSync } from "node:fs";
import { PROGRAM_FOLDER } from "../program-folder.ts";

/** The version of this program. */
export function releaseVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("package.json", PROGRAM_FOLDER), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
