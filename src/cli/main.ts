import { isReaderGone, say } from "./console.ts";
import { runProgram } from "./run-program.ts";

// Who reads may have had enough, as `head` has: that is nobody's failure.
process.stdout.on("error", (error) => {
  if (isReaderGone(error)) return;
  say(`headcount: what is to be said cannot be written: ${error.message}`);
  process.exit(1);
});
process.stderr.on("error", (error) => {
  if (!isReaderGone(error)) process.exit(1);
});

process.exitCode = await runProgram(process.argv.slice(2));
