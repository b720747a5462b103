/** Other versions of Node, from the npm packages of that name, in a folder outside the clone. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

const CACHE = join(tmpdir(), `headcount-node-${process.getuid?.() ?? 0}`);

/**
 * Installs a version of Node where it is not installed yet.
 *
 * @param {string} version such as 22, or 22.13.0
 * @returns {string} the folder that has its `node`
 */
export function nodeFolder(version) {
  const folder = join(CACHE, version);
  const programs = join(folder, "node_modules", ".bin");
  if (existsSync(join(programs, "node"))) return programs;
  // Made elsewhere first, so that an install cut short is never taken for a finished one.
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

/** The environment in which `node` and `npm` are those of a folder. */
export function environmentOf(folder) {
  return { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
}
