import { CommanderError } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { info, isPipeClosed } from "./console.ts";
import { DONE, FAILED, MISUSED } from "./exit-codes.ts";
import { buildProgram } from "./program.ts";

/**
 * Runs a command line with the streams, environment and working directory of the process. An error becomes one line
 * on stderr.
 *
 * @param args the arguments after the name of the program
 * @returns the exit code
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  const code = await attempt(args);
  // A command that has continued after an error, such as one of several files, has set the exit code.
  return code === DONE ? Number(process.exitCode ?? DONE) : code;
}

async function attempt(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: "user" });
    return DONE;
  } catch (error) {
    if (isPipeClosed(error)) return DONE;
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
    if (error instanceof HeadcountError) {
      info(`headcount: ${error.message}`);
      return error.kind === "invalid" ? MISUSED : FAILED;
    }
    info(`headcount: unexpected error: ${error instanceof Error ? error.stack : String(error)}`);
    return FAILED;
  }
}
