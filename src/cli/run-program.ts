import { CommanderError } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { isReaderGone, say } from "./console.ts";
import { DONE, FAILED, MISUSED } from "./exit-codes.ts";
import { buildProgram } from "./program.ts";

/**
 * Runs the command line and says in one line what went wrong, if anything did. Its streams, environment and
 * working directory are the process's.
 *
 * @param args what comes after the program's name
 * @returns the exit code
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  const code = await attempt(args);
  // A command that failed earlier, such as one file of several, has said so itself.
  return code === DONE ? Number(process.exitCode ?? DONE) : code;
}

async function attempt(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: "user" });
    return DONE;
  } catch (error) {
    if (isReaderGone(error)) return DONE;
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    if (error instanceof HeadcountError) {
      say(`headcount: ${error.message}`);
      return error.kind === "invalid" ? MISUSED : FAILED;
    }
    say(`headcount: this should not have happened: ${error instanceof Error ? error.stack : String(error)}`);
    return FAILED;
  }
}
