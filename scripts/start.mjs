/** `npm start`: installs and builds where needed, then runs `headcount demo` with the given options. */
import { fileURLToPath } from "node:url";
import { prepare } from "./prepare.mjs";

const ECHO_MS = 500;

/**
 * Under npm one Ctrl-C arrives twice at once: from the terminal, which signals every process, and from npm, which
 * passes it on. A program takes the second as an order to stop without finishing, so the echo is dropped.
 */
function dropEchoedSignals() {
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
dropEchoedSignals();

// In this process, not in a child: signals reach the program and its exit code is ours with nothing between.
const program = new URL("../bin/headcount", import.meta.url);
process.argv.splice(1, 1, fileURLToPath(program), "demo");
await import(program.href);
