/** `npm test`: installs and builds where needed, then runs the tests once with the given vitest options. */
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";

await prepare();

// In this process, as in start.mjs: the runner's exit code and signal handling are kept as they are.
const runner = new URL("../node_modules/vitest/vitest.mjs", import.meta.url);
process.argv.splice(1, 1, fileURLToPath(runner), "run");
await import(runner.href);
