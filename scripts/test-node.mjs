/**
 * `npm run test:node -- 22 24 [vitest options]`: runs the tests with each of these versions of Node. They use the
 * packages and the build that the current version has installed. It fails if one of the runs fails.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentOf, nodeFolder } from "./node-versions.mjs";
import { prepare } from "./prepare.mjs";

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => !/^\d+(\.\d+){0,2}$/.test(arg));
const versions = firstOption === -1 ? args : args.slice(0, firstOption);
const options = firstOption === -1 ? [] : args.slice(firstOption);

if (versions.length === 0) {
  console.error("Give the versions of Node to test: npm run test:node -- 22 24");
  process.exit(2);
}

await prepare();
const runner = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
for (const version of versions) {
  const folder = nodeFolder(version);
  const node = join(folder, "node");
  const env = environmentOf(folder);
  const { stdout } = spawnSync(node, ["--version"], { env, encoding: "utf8" });
  console.error(`Testing under Node ${stdout.trim()}…`);
  const { status } = spawnSync(node, [runner, "run", ...options], { env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
