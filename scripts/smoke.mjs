/**
 * `npm run smoke -- 22 24`: for each of these versions of Node, builds a copy of the clone, packs it, installs the
 * archive, starts the demo and requests counts, SQL and the console. With a version that is too old, the program must
 * print one sentence and fail.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentOf, nodeFolder } from "./node-versions.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OLDEST_MAJOR = 20;
const READY_WITHIN_MS = 120_000;

const versions = process.argv.slice(2);
if (versions.length === 0) {
  console.error("Give the versions of Node to test: npm run smoke -- 22 24");
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), "headcount-smoke-"));
let passed = 0;
let failed = 0;
try {
  for (const version of versions) {
    const started = performance.now();
    try {
      const env = environmentOf(nodeFolder(version));
      if (Number.parseInt(version, 10) < OLDEST_MAJOR) checkRejection(env);
      else await checkInstallation(join(folder, version), env);
      passed++;
      console.log(`Node ${version}: passed in ${((performance.now() - started) / 1000).toFixed(0)} s.`);
    } catch (error) {
      failed++;
      console.error(`Node ${version}: ${error.stack}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`Smoke tests: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Checks that the program rejects the Node in `env`. */
function checkRejection(env) {
  const { status, stdout, stderr } = spawnSync("node", [join(ROOT, "bin/headcount"), "--version"], {
    env,
    encoding: "utf8",
  });
  assert.deepEqual({ status, stdout }, { status: 1, stdout: "" });
  assert.match(stderr, /^Headcount needs Node \d+\.\d+ or newer; this is v[\d.]+\.\n$/);
}

async function checkInstallation(work, env) {
  const clone = join(work, "clone");
  copySources(clone);
  const run = (cwd, command, ...args) =>
    execFileSync(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  run(clone, "npm", "run", "build");

  run(clone, "npm", "pack", "--ignore-scripts", "--pack-destination", work);
  const archive = readdirSync(work).find((name) => name.endsWith(".tgz"));
  const user = join(work, "user");
  mkdirSync(user);
  writeFileSync(join(user, "package.json"), "{}");
  // A package that does not support this version of Node fails the install, instead of a warning.
  const options = ["--omit=dev", "--engine-strict", "--no-audit", "--no-fund"];
  const installed = spawnSync("npm", ["install", ...options, join(work, archive)], {
    cwd: user,
    env,
    encoding: "utf8",
  });
  assert.equal(installed.status, 0, installed.stderr);
  assert.doesNotMatch(installed.stderr, /EBADENGINE/);

  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const program = join(user, "node_modules", ".bin", "headcount");
  assert.ok(run(user, program, "--version").startsWith(`${version} (`));
  const demo = spawn(program, ["demo", "--port", "0", "--days", "2", "--data-dir", "demo"], {
    cwd: user,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(demo, "close");
  try {
    const address = await addressOf(demo);
    const token = readFileSync(join(user, "demo", "demo-token"), "utf8").trim();
    const through = ["--url", address, "--token", token];
    const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const range = ["--start", day(-2), "--end", day(1), "--interval", "1d"];
    const counts = JSON.parse(run(user, program, "counts", "Cafe", ...range, "--format", "json", ...through));
    assert.equal(counts.total, 3);
    const rows = run(
      user,
      program,
      "sql",
      "--format",
      "csv",
      "-c",
      "SELECT count(*) AS n FROM spaces",
      ...through,
    );
    assert.equal(rows, "n\n8\n");
    await checkConsole(address);
    demo.kill("SIGTERM");
    assert.deepEqual(await ended, [0, null]);
  } finally {
    demo.kill("SIGKILL");
  }
}

/** Copies all files of the clone that git does not ignore. */
function copySources(target) {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const paths = execFileSync("git", list, { cwd: ROOT, encoding: "utf8" }).split("\0").filter(Boolean);
  for (const path of paths) {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    cpSync(join(ROOT, path), join(target, path));
  }
}

/** Waits until a server prints its address. */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let text = "";
    const late = setTimeout(() => reject(new Error(`the demo printed no address: ${text}`)), READY_WITHIN_MS);
    server.stderr.setEncoding("utf8").on("data", (piece) => {
      text += piece;
      const [, address] = /Serving .* at (http:\/\/\S+)/.exec(text) ?? [];
      if (address === undefined) return;
      clearTimeout(late);
      resolve(address);
    });
    server.on("close", () => reject(new Error(`the demo exited before it was ready: ${text}`)));
  });
}

async function checkConsole(address) {
  const page = await fetch(`${address}/`);
  const text = await page.text();
  assert.equal(page.status, 200);
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(text) ?? [];
  assert.ok(script, text);
  assert.equal((await fetch(new URL(script, address))).status, 200);
}
