/** `npm test`, `npm run test:system`: installs and builds if needed, then runs tests once with the given vitest options. */
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";

await prepare();

// The test runner runs in this process, so that it receives signals and sets the exit code.
const runner = new URL("../node_modules/vitest/vitest.mjs", import.meta.url);
process.argv.splice(1, 1, fileURLToPath(runner), "run");
await import(runner.href);
