import { info, isPipeClosed } from "./process.ts";
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

process.exitCode = await runProgram(process.argv.slice(2));
