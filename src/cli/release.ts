import { readFileSync } from "node:fs";

/** Headcount's own version. */
export function releaseVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
