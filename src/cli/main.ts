import { isReaderGone } from "./console.ts";
import { runProgram } from "./run-program.ts";

// Who reads may have had enough, as `head` has: that is nobody's failure.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error) => {
    if (!isReaderGone(error)) throw error;
  });

process.exitCode = await runProgram(process.argv.slice(2));
