import { isPipeClosed } from "../domain/errors.ts";
import { info } from "./process.ts";
import { runProgram } from "./program.ts";

// A reader such as `head` may close the pipe early, which is not an error.
process.stdout.on("error", (error) => {
  if (isPipeClosed(error)) return;
  info(`headcount: cannot write output: ${error.message}`);
  process.exit(1);
});
process.stderr.on("error", (error) => {
  if (!isPipeClosed(error)) process.exit(1);
});

/** How often a program that `npx` started asks whether that has ended, in ms. */
const PARENT_MS = 500;

// A signal ends npx and the shell that it starts programs with, which does not pass it on.
if (process.env.npm_command === "exec") {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_MS);
  timer.unref();
}

process.exitCode = await runProgram(process.argv.slice(2));
