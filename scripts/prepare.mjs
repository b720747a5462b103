/**
 * Prepares a clone to run, with only Node and npm: checks the version of Node, installs the packages and builds the
 * program. If all of that is done already, it takes a few milliseconds and prints nothing.
 *
 * Run by itself (`npm run build`) it builds even if the build is up to date.
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
/** npm writes its own record of the tree last, so a tree without one was left unfinished. */
const INSTALLED_LOCKFILE = inRoot("node_modules", ".package-lock.json");
const INSTALL_STAMP = inRoot("node_modules", ".headcount-install");

const DIST = inRoot("dist");
const DIST_NEW = inRoot("dist.new");
const DIST_OLD = inRoot("dist.old");
const BUILD_STAMP = ".headcount-build";
/** What is compiled to WebAssembly, and how. */
const ASSEMBLY = "src/http/v2/assembly/asconfig.json";

/** Outside the clone, because `npm ci` empties node_modules and a build replaces dist. */
const MUTEX = join(tmpdir(), `headcount-${process.getuid?.() ?? 0}-${sha256(root).slice(0, 16)}.pid`);
const MUTEX_POLL_MS = 200;
const MUTEX_STALE_MS = 15 * 60_000;

/** A failure that its message explains in full: it is printed without a stack. */
class PrepareError extends Error {}

/**
 * Installs and builds what is missing or out of date, or ends the process with code 1 and a message in one line.
 * `rebuild` builds in any case.
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

/** Looks again at what there is to do, because another process may have done it while this one waited. */
async function installAndBuild(rebuild) {
  if (!isInstalled()) {
    const first = !fs.existsSync(inRoot("node_modules"));
    const why = first ? "first start only" : "they do not match package-lock.json";
    await timed(`Installing packages (${why})…`, "Installed", install);
  }
  if (rebuild || !isBuilt()) await timed("Building…", "Built", build);
}

// Packages

/** Whether node_modules holds what package-lock.json asks for; stamps a tree that another command installed. */
function isInstalled() {
  const stamp = installStamp();
  if (readText(INSTALL_STAMP) === stamp) return true;
  if (!treeAgrees()) return false;
  try {
    fs.writeFileSync(INSTALL_STAMP, stamp);
  } catch {
    // A tree that cannot be written to is only compared again on each start.
  }
  return true;
}

/** Depends on the lockfile, on the tree that npm has installed, and on the platform. */
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
  // npm leaves out optional packages that are for other platforms.
  if (found === undefined) return wanted.optional === true;
  const fits = wanted.os === undefined || wanted.os.includes(process.platform);
  return fits && found.version === wanted.version && fs.existsSync(inRoot(path, "package.json"));
}

async function install() {
  // Gone first, so that an install cut short is never taken for a finished one.
  fs.rmSync(INSTALL_STAMP, { force: true });
  fs.rmSync(INSTALLED_LOCKFILE, { force: true });
  // Dev packages are included explicitly, because the compiler is one, with any value of NODE_ENV.
  const options = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const code = await run("npm", ["ci", ...options]);
  if (code !== 0) throw new PrepareError(`Installing failed: npm ci ended with code ${code}.`);
  fs.writeFileSync(INSTALL_STAMP, installStamp());
}

// The build

function isBuilt() {
  return readText(join(DIST, BUILD_STAMP)) === buildStamp();
}

/** Of contents, not times: a copy or a checkout that changes nothing needs no build. */
function buildStamp() {
  const configs = fs.readdirSync(root).filter((name) => /^(?:tsconfig.*\.json|vite\.config\.ts)$/.test(name));
  const hash = createHash("sha256");
  for (const path of ["src", "sql", "console", ...configs.sort(), "package-lock.json"].flatMap(filesUnder)) {
    const content = fs.readFileSync(inRoot(path));
    hash.update(`${path}\n${content.length}\n`).update(content);
  }
  return `${hash.digest("hex")}\n`;
}

/** The paths of a file, or of all files in a folder in a fixed order; none where it does not exist. */
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
 * Builds the client's types, what is WebAssembly, the program and the console next to dist, and swaps when that
 * succeeds: a failed build leaves the last good one in place.
 */
async function build() {
  const stamp = buildStamp();
  fs.rmSync(DIST_NEW, { recursive: true, force: true });
  const compiler = inRoot("node_modules", ".bin", "tsc");
  const bundler = inRoot("node_modules", ".bin", "vite");
  const assembler = inRoot("node_modules", ".bin", "asc");
  const consoleFolder = join(DIST_NEW, "console");
  const steps = [
    [compiler, ["-p", "tsconfig.build.json", "--outDir", DIST_NEW]],
    [assembler, ["--config", ASSEMBLY, "--outFile", join(DIST_NEW, "samples.wasm")]],
    [bundler, ["build", "--outDir", DIST_NEW, "--logLevel", "warn"]],
    [bundler, ["build", "console", "--outDir", consoleFolder, "--logLevel", "warn"]],
  ];
  for (const [command, options] of steps) {
    const code = await run(command, options);
    if (code === 0) continue;
    fs.rmSync(DIST_NEW, { recursive: true, force: true });
    throw new PrepareError(`Building failed: ${basename(command)} ended with code ${code}.`);
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

/** The file is linked into place when it is complete, so that no process reads it empty. */
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

/** Held while the holder or a command it started lives; its age guards against process ids used again. */
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

/** Runs a command with its output on stderr. A signal sent to this process ends the command, then this process. */
function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", 2, 2] });
    // An install outlives a killed parent; it must not meet a second one in the same folder.
    if (child.pid !== undefined) fs.appendFileSync(MUTEX, ` ${child.pid}`);
    let received;
    const passOn = (signal) => {
      received = signal;
      child.kill(signal);
    };
    const stopPassing = () => process.off("SIGINT", passOn).off("SIGTERM", passOn);
    process.on("SIGINT", passOn).on("SIGTERM", passOn);
    child.on("error", (error) => {
      stopPassing();
      reject(new PrepareError(`Cannot run ${command}: ${error.message}`));
    });
    child.on("close", (code, signal) => {
      stopPassing();
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

/** The file's text, or undefined where it does not exist. */
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
