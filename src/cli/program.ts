import { Command, CommanderError } from "commander";
import { HeadcountError } from "../domain/errors.ts";
import { backfillCommand } from "./commands/backfill.ts";
import { backupCommand, restoreCommand } from "./commands/backup.ts";
import { countsCommand } from "./commands/counts.ts";
import { exportCommand } from "./commands/export.ts";
import { rebuildCommand } from "./commands/rebuild.ts";
import { retentionCommand } from "./commands/retention.ts";
import { demoCommand, serveCommand } from "./commands/serve.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { siteCommand } from "./commands/site.ts";
import { sqlCommand } from "./commands/sql.ts";
import { tokenCommand } from "./commands/token.ts";
import { DONE, FAILED, info, isPipeClosed, MISUSED } from "./console.ts";
import { releaseVersion } from "./release.ts";

/** The `headcount` command with its subcommands. */
export function buildProgram(): Command {
  const program = new Command("headcount")
    .description("Turns doorway-sensor events into occupancy counts, and serves them over HTTP.")
    .version(releaseVersion(), "-V, --version")
    .showHelpAfterError(hint("headcount"))
    .exitOverride();
  for (const command of [
    serveCommand,
    backfillCommand,
    rebuildCommand,
    countsCommand,
    siteCommand,
    exportCommand,
    backupCommand,
    restoreCommand,
    retentionCommand,
    tokenCommand,
    sqlCommand,
    simulateCommand,
    demoCommand,
  ]) {
    addCommand(program, command());
  }
  return program;
}

/** Adds a command whose own subcommands, too, take over how errors and help are shown. */
function addCommand(parent: Command, command: Command): void {
  if (command.parent === null) parent.addCommand(command);
  command.copyInheritedSettings(parent).showHelpAfterError(hint(pathOf(command)));
  for (const subcommand of command.commands) addCommand(command, subcommand);
}

/** A command as it is typed, such as `headcount site apply`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function hint(command: string): string {
  return `(see ${command} --help for usage)`;
}

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
