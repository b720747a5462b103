import { Command } from "commander";
import { backfillCommand } from "./commands/backfill.ts";
import { backupCommand } from "./commands/backup.ts";
import { countsCommand } from "./commands/counts.ts";
import { demoCommand } from "./commands/demo.ts";
import { exportCommand } from "./commands/export.ts";
import { rebuildCommand } from "./commands/rebuild.ts";
import { restoreCommand } from "./commands/restore.ts";
import { retentionCommand } from "./commands/retention.ts";
import { serveCommand } from "./commands/serve.ts";
import { simulateCommand } from "./commands/simulate.ts";
import { siteCommand } from "./commands/site.ts";
import { sqlCommand } from "./commands/sql.ts";
import { tokenCommand } from "./commands/token.ts";
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
