import { CommanderError } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { say } from "./console.ts";
import { buildProgram } from "./program.ts";

/** Exit codes: done, failed, wrongly used. */
const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** Runs the command line and says in one line what went wrong, if anything did. */
async function main(): Promise<number> {
  try {
    await buildProgram().parseAsync();
    return DONE;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    if (error instanceof HeadcountError) {
      say(`headcount: ${error.message}`);
      return error.kind === "invalid" ? MISUSED : FAILED;
    }
    say(`headcount: this should not have happened: ${error instanceof Error ? error.stack : String(error)}`);
    return FAILED;
  }
}

const code = await main();
// A command that failed earlier, such as one file of several, has said so itself.
process.exitCode = code === DONE ? (process.exitCode ?? DONE) : code;
