/**
 * Prepares a clone: checks the version of Node, installs the packages and builds the program. If everything is up to
 * date, it takes a few milliseconds and prints nothing. As a program (`npm run build`) it always builds.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const inRoot = (...parts) => join(root, ...parts);

const LOCKFILE = inRoot("package-lock.json");
/** The file that npm writes last: an install without it is incomplete. */
const INSTALLED_LOCKFILE = inRoot("node_modules", ".package-lock.json");
const INSTALL_STAMP = inRoot("node_modules", ".headcount-install");

const DIST = inRoot("dist");
const DIST_NEW = inRoot("dist.new");
const DIST_OLD = inRoot("dist.old");
const BUILD_STAMP = ".headcount-build";

/** Outside the clone, because `npm ci` empties node_modules and a build replaces dist. */
const MUTEX = join(tmpdir(), `headcount-${process.getuid?.() ?? 0}-${sha256(root).slice(0, 16)}.pid`);
const MUTEX_POLL_MS = 200;
const MUTEX_STALE_MS = 15 * 60_000;

/** A failure whose message is printed without a stack trace. */
class PrepareError extends Error {}

/**
 * Installs the packages and builds the program if they are missing or out of date; with `rebuild`, it always builds.
 * If that fails, it prints one line and exits with code 1.
 */
export async function prepare({ rebuild = false } = {}) {
  try {
    checkNode();
    if (!isInstalled() || rebuild || !isBuilt()) await exclusively(() => installAndBuild(rebuild));
  } catch (error) {
    if (!(error instanceof PrepareError)) throw error;
    info(error.message);
    process.exit(1);
  }
}

function checkNode() {
  const { engines } = readJson(inRoot("package.json"));
  const [, major, minor] = engines.node.match(/^>=(\d+)\.(\d+)/).map(Number);
  const [ownMajor, ownMinor] = process.versions.node.split(".").map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new PrepareError(`Headcount needs Node ${major}.${minor} or newer; this is ${process.version}.`);
}

/** Checks again what is out of date, because another process may have installed or built while this one waited. */
async function installAndBuild(rebuild) {
  if (!isInstalled()) {
    const first = !fs.existsSync(inRoot("node_modules"));
    const why = first ? "first start only" : "node_modules does not match package-lock.json";
    await timed(`Installing packages (${why})…`, "Installed", install);
  }
  if (rebuild || !isBuilt()) await timed("Building…", "Built", build);
}

// Packages

/** Whether node_modules matches package-lock.json. Writes the stamp if another command has installed a matching tree. */
function isInstalled() {
  const stamp = installStamp();
  if (readText(INSTALL_STAMP) === stamp) return true;
  if (!treeAgrees()) return false;
  try {
    fs.writeFileSync(INSTALL_STAMP, stamp);
  } catch {
    // Without the stamp, which a read-only tree cannot have, each start compares the tree again.
  }
  return true;
}

/** The stamp of an install: the hashes of the lockfile and of the installed tree, and the platform. */
function installStamp() {
  const lockfile = readText(LOCKFILE);
  if (lockfile === undefined) throw new PrepareError("package-lock.json is missing.");
  const tree = readText(INSTALLED_LOCKFILE) ?? "";
  return `${sha256(lockfile)} ${sha256(tree)} ${process.platform}-${process.arch}\n`;
}

function treeAgrees() {
  const tree = readText(INSTALLED_LOCKFILE);
  if (tree === undefined) return false;
  const installed = JSON.parse(tree).packages;
  return Object.entries(readJson(LOCKFILE).packages).every(
    ([path, wanted]) => path === "" || packageAgrees(path, wanted, installed[path]),
  );
}

function packageAgrees(path, wanted, found) {
  // npm does not install optional packages for other platforms.
  if (found === undefined) return wanted.optional === true;
  const fits = wanted.os === undefined || wanted.os.includes(process.platform);
  return fits && found.version === wanted.version && fs.existsSync(inRoot(path, "package.json"));
}

async function install() {
  // Removed first, so that an interrupted install does not count as complete.
  fs.rmSync(INSTALL_STAMP, { force: true });
  fs.rmSync(INSTALLED_LOCKFILE, { force: true });
  // Development packages are included for any NODE_ENV, because the compilers are among them.
  const options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await run("npm", ["ci", ...options]);
  if (code !== 0) throw new PrepareError(`Installing failed: npm ci exited with code ${code}.`);
  fs.writeFileSync(INSTALL_STAMP, installStamp());
}

// The build

function isBuilt() {
  return readText(join(DIST, BUILD_STAMP)) === buildStamp();
}

/** The stamp of a build: a hash of the contents of all inputs, so that a copy of the files needs no build. */
function buildStamp() {
  const configs = fs.readdirSync(root).filter((name) => /^(?:tsconfig.*\.json|vite\.config\.ts)$/.test(name));
  const hash = createHash("sha256");
  for (const path of ["src", "sql", "console", ...configs.sort(), "package-lock.json"].flatMap(filesUnder)) {
    const content = fs.readFileSync(inRoot(path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return `${hash.digest("hex")}\n`;
}

/** The path of a file, or the sorted paths of all files in a folder; empty if the path does not exist. */
function filesUnder(path) {
  const stat = fs.statSync(inRoot(path), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [path];
  return fs
    .readdirSync(inRoot(path))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}

/**
 * Builds the types of the client, the program and the console in a new folder, which replaces dist if all of them
 * succeed. A failed build leaves dist unchanged.
 */
async function build() {
  const stamp = buildStamp();
  fs.rmSync(DIST_NEW, { recursive: true, force: true });
  const compiler = inRoot("node_modules", ".bin", "tsc");
  const bundler = inRoot("node_modules", ".bin", "vite");
  const consoleFolder = join(DIST_NEW, "console");
  const steps = [
    [compiler, ["-p", "tsconfig.build.json", "--outDir", DIST_NEW]],
    [bundler, ["build", "--outDir", DIST_NEW, "--logLevel", "warn"]],
    [bundler, ["build", "console", "--outDir", consoleFolder, "--logLevel", "warn"]],
  ];
  for (const [command, options] of steps) {
    const code = await run(command, options);
    if (code === 0) continue;
    fs.rmSync(DIST_NEW, { recursive: true, force: true });
    throw new PrepareError(`Building failed: ${basename(command)} exited with code ${code}.`);
  }
  fs.writeFileSync(join(DIST_NEW, BUILD_STAMP), stamp);
  replaceDist();
}

function replaceDist() {
  fs.rmSync(DIST_OLD, { recursive: true, force: true });
  if (fs.existsSync(DIST)) fs.renameSync(DIST, DIST_OLD);
  fs.renameSync(DIST_NEW, DIST);
  fs.rmSync(DIST_OLD, { recursive: true, force: true });
}

// One process at a time

/** Runs `work` while no other process installs or builds in this clone. */
async function exclusively(work) {
  await takeMutex();
  try {
    await work();
  } finally {
    fs.rmSync(MUTEX, { force: true });
  }
}

async function takeMutex() {
  for (let isReported = false; !tryMutex(); ) {
    if (!isHeld()) continue;
    if (!isReported) info("Waiting for another process that installs or builds here…");
    isReported = true;
    await sleep(MUTEX_POLL_MS);
  }
}

/** Creates the lock file by linking a complete file, so that no process reads an empty one. */
function tryMutex() {
  const own = `${MUTEX}.${process.pid}`;
  fs.writeFileSync(own, `${process.pid}`);
  try {
    fs.linkSync(own, MUTEX);
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (!isHeld()) fs.rmSync(MUTEX, { force: true });
    return false;
  } finally {
    fs.rmSync(own);
  }
}

/**
 * Whether another process holds the lock: the process that took it, or a command that it started, is alive. An old lock
 * does not count, because the system can reuse process ids.
 */
function isHeld() {
  const stat = fs.statSync(MUTEX, { throwIfNoEntry: false });
  if (stat === undefined || Date.now() - stat.mtimeMs > MUTEX_STALE_MS) return false;
  const holders = (readText(MUTEX) ?? "").split(" ").map(Number);
  return holders.some((pid) => pid > 0 && pid !== process.pid && isAlive(pid));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

// Helpers

/** Runs a command with its output on stderr. A signal to this process is forwarded to the command, and then ends this process. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
    // An install can outlive its parent process. Its id in the lock file prevents a second install in the same folder.
    if (child.pid !== undefined) fs.appendFileSync(MUTEX, ` ${child.pid}`);
    let received;
    const forward = (signal) => {
      received = signal;
      child.kill(signal);
    };
    const stopForwarding = () => process.off("SIGINT", forward).off("SIGTERM", forward);
    process.on("SIGINT", forward).on("SIGTERM", forward);
    child.on("error", (error) => {
      stopForwarding();
      reject(new PrepareError(`Cannot run ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      stopForwarding();
      if (received === undefined) resolve(code ?? signal);
      else process.kill(process.pid, received);
    });
  });
}

async function timed(before, after, work) {
  const start = performance.now();
  info(before);
  await work();
  info(`${after} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
}

function info(line) {
  process.stderr.write(`${line}\n`);
}

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}

function readJson(path) {
  return JSON.parse(fs.readFileSync(path, "utf8"));
}

/** The text of a file, or undefined if it does not exist. */
function readText(path) {
  try {
    return fs.readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

const isProgram = process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) await prepare({ rebuild: true });
