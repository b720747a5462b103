/** `npm start`: installs and builds if needed, then runs `headcount demo` with the given options. */
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";

const ECHO_MS = 500;

/**
 * Ignores a signal that follows another within `ECHO_MS`. Under npm, one Ctrl-C arrives twice: the terminal signals every
 * process, and npm forwards its own signal. At a second signal, the program would stop at once.
 */
function ignoreRepeatedSignals() {
  const emit = process.emit;
  let last = -Infinity;
  process.emit = (event, ...values) => {
    if (event === "SIGINT" || event === "SIGTERM") {
      const sinceLast = performance.now() - last;
      last = performance.now();
      if (sinceLast < ECHO_MS) return true;
    }
    return emit.call(process, event, ...values);
  };
}

await prepare();
ignoreRepeatedSignals();

// The program runs in this process, so that it receives signals and sets the exit code.
const program = new URL("../bin/headcount", import.meta.url);
process.argv.splice(1, 1, fileURLToPath(program), "demo");
await import(program.href);
