/** Installs versions of Node, which npm provides as the package `node`, in a folder outside the clone. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const CACHE = join(tmpdir(), `headcount-node-${process.getuid?.() ?? 0}`);

/**
 * Installs a version of Node, unless it is installed already.
 *
 * @param {string} version such as 22, or 22.13.0
 * @returns {string} the folder that contains its `node`
 */
export function nodeFolder(version) {
  const folder = join(CACHE, version);
  const programs = join(folder, "node_modules", ".bin");
  if (existsSync(join(programs, "node"))) return programs;
  // Another folder is used until the install is complete, so that an interrupted install is not used.
  const unfinished = `${folder}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "package.json"), "{}");
  const options = ["--no-audit", "--no-fund", "--loglevel=error", "--no-save", "--foreground-scripts=false"];
  execFileSync("npm", ["install", ...options, `node@${version}`], {
    cwd: unfinished,
    stdio: ["ignore", 2, 2],
  });
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return programs;
}

/** The environment in which `node` and `npm` are the programs in a folder. */
export function environmentOf(folder) {
  return { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
}
