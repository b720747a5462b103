import { Argument, Command, CommanderError, Option } from "commander";
import { HeadcountError, isPipeClosed } from "../domain/errors.ts";
import { EXPORT_TABLES } from "../domain/table-columns.ts";
import { TIME_ZONE_DATA } from "../domain/time-zone-data.ts";
import { releaseVersion } from "../program-folder.ts";
import { DONE, FAILED, info, MISUSED, reportError } from "./process.ts";
import type { Setting } from "./settings/setting-types.ts";
import { type CommandName, SETTINGS } from "./settings/settings.ts";

interface CommandSpec {
  readonly description: string;
  readonly argument?: Argument;
  /** Loads the code of the command, so that help and usage errors load no other code. */
  readonly load: () => Promise<(...given: never[]) => Promise<void>>;
}

const GROUPS: Readonly<Record<string, string>> = {
  analytics: "shows and compares the mirrors of a server in ClickHouse",
  cluster: "manages servers that share a log in PostgreSQL",
  site: "exports and applies a site as one YAML file",
  token: "manages tokens",
};

const COMMANDS: Readonly<Record<CommandName, CommandSpec>> = {
  serve: {
    description: "serves a data directory over HTTP",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  backfill: {
    description:
      "loads sensor events from CSV, NDJSON or Parquet files, or readings of counters, also from Arrow files. On a data " +
      "directory each file is one transaction; " +
      "through a server each batch is one, and running the command again completes an interrupted load",
    argument: new Argument("<file...>", "files to load"),
    load: async () => (await import("./commands/backfill.ts")).backfill,
  },
  rebuild: {
    description: "derives runs from the log again",
    load: async () => (await import("./commands/rebuild.ts")).rebuild,
  },
  counts: {
    description: "prints the counts of a space over a time range",
    argument: new Argument("<space>", "id of the space, such as spc_12, or its name in any case"),
    load: async () => (await import("./commands/counts.ts")).counts,
  },
  "site export": {
    description: "writes spaces, doorways, links and time segments to a YAML file",
    argument: new Argument("<file>", "file to write; - is stdout"),
    load: async () => (await import("./commands/site.ts")).exportTo,
  },
  "site apply": {
    description: "changes the site to match a YAML file, in one transaction",
    argument: new Argument("<file>", "file to read; - is stdin"),
    load: async () => (await import("./commands/site.ts")).apply,
  },
  export: {
    description: "writes events, counts or quarter-hour roll-ups as Parquet, CSV or Arrow",
    argument: new Argument("<table>", "table to export").choices(EXPORT_TABLES),
    load: async () => (await import("./commands/export.ts")).exportToFiles,
  },
  backup: {
    description: "backs up all data to a folder, also while a server runs (with --url)",
    argument: new Argument("<folder>", "folder of the backup; must not exist, or be empty"),
    load: async () => (await import("./commands/backup.ts")).backup,
  },
  restore: {
    description: "verifies a backup and creates a data directory from it",
    argument: new Argument(
      "<backup>",
      "folder that `headcount backup` has created, or an archive (.tar) from a server",
    ),
    load: async () => (await import("./commands/backup.ts")).restore,
  },
  retention: {
    description:
      "reports how many events are older than --keep and how long the disk lasts; --apply removes these events",
    load: async () => (await import("./commands/retention.ts")).retention,
  },
  void: {
    description: "voids an import, or the events of a sensor in a range: with --apply, they no longer count",
    load: async () => (await import("./commands/void.ts")).voidRows,
  },
  "token create": {
    description: "creates a token and prints it once",
    load: async () => (await import("./commands/token.ts")).create,
  },
  "token list": {
    description: "lists the tokens",
    load: async () => (await import("./commands/token.ts")).list,
  },
  "token revoke": {
    description: "revokes a token at once",
    argument: new Argument("<id>", "id of the token, such as tkn_12"),
    load: async () => (await import("./commands/token.ts")).revoke,
  },
  "cluster init": {
    description: "makes a log in PostgreSQL from a data directory, which becomes the first node of a cluster",
    load: async () => (await import("./commands/cluster.ts")).init,
  },
  "cluster status": {
    description: "lists the nodes of a cluster with their duties, and the state of its log",
    load: async () => (await import("./commands/cluster.ts")).status,
  },
  "cluster upgrade": {
    description:
      "lets all nodes write records in the newest format, when all of them have been upgraded: from then on, nodes of an " +
      "older release cannot follow the log",
    load: async () => (await import("./commands/cluster.ts")).upgrade,
  },
  "cluster leave": {
    description: "makes the data directory of a stopped node independent of its cluster",
    load: async () => (await import("./commands/cluster.ts")).leave,
  },
  "cluster rejoin": {
    description:
      "replaces the data directory of a stopped node that has records which the log does not have, once all that only " +
      "this directory has is saved",
    load: async () => (await import("./commands/cluster.ts")).rejoin,
  },
  "cluster forget": {
    description: "removes a node that is gone for good from the list of a cluster",
    argument: new Argument("<node>", "name of the node, as cluster status shows it"),
    load: async () => (await import("./commands/cluster.ts")).forget,
  },
  "analytics status": {
    description: "lists the mirrors that a server keeps up to date, and how far they are",
    load: async () => (await import("./commands/analytics.ts")).status,
  },
  "analytics verify": {
    description: "compares the mirrors of a server with its data, by table and month",
    load: async () => (await import("./commands/analytics.ts")).verify,
  },
  "analytics rebuild": {
    description: "sends the data of a range to the mirrors of a server again",
    load: async () => (await import("./commands/analytics.ts")).rebuild,
  },
  sql: {
    description:
      "runs SQL queries on events, counts and the site. Without -c, --file or a pipe, it opens a shell. If a server " +
      "has the data directory open, it runs the queries, with the token of --token or HEADCOUNT_TOKEN",
    load: async () => (await import("./commands/sql.ts")).sql,
  },
  simulate: {
    description:
      "sends the events of simulated people to a server in real time. How many come depends on the local hour of the " +
      "week in each space. They stay for a while and leave by the same doorways. Ctrl-C stops the simulation",
    load: async () => (await import("./commands/simulate.ts")).simulate,
  },
  demo: {
    description:
      "creates a small campus with months of simulated events, prints the counts of today and serves them",
    load: async () => (await import("./commands/demo.ts")).demo,
  },
};

export function buildProgram(): Command {
  const program = new Command("headcount")
    .description("Turns doorway-sensor events into occupancy counts, and serves them over HTTP.")
    .version(`${releaseVersion()} (time zone data ${TIME_ZONE_DATA})`, "-V, --version")
    .showHelpAfterError(hint("headcount"))
    .exitOverride();
  for (const name of Object.keys(COMMANDS) as CommandName[]) {
    const [group = "", subcommand] = name.split(" ");
    const parent = subcommand === undefined ? program : groupOf(program, group);
    add(parent, buildCommand(name), `headcount ${name}`);
  }
  return program;
}

/** The command that has the subcommands of a group; it is added with the first of them. */
function groupOf(program: Command, name: string): Command {
  const added = program.commands.find((command) => command.name() === name);
  return added ?? add(program, new Command(name).description(GROUPS[name] ?? ""), `headcount ${name}`);
}

function add(parent: Command, command: Command, path: string): Command {
  parent.addCommand(command);
  return command.copyInheritedSettings(parent).showHelpAfterError(hint(path));
}

function hint(command: string): string {
  return `(see ${command} --help for usage)`;
}

function buildCommand(name: CommandName): Command {
  const { description, argument, load } = COMMANDS[name];
  const command = new Command(name.split(" ").at(-1)).description(description);
  if (argument !== undefined) command.addArgument(argument);
  const onlyVariables: string[] = [];
  for (const [key, setting] of Object.entries<Setting>(SETTINGS[name])) {
    if (setting.isVariableOnly) {
      onlyVariables.push(`  ${variableOf(key)}  ${setting.help}`);
      const given = process.env[variableOf(key)];
      if (given) command.setOptionValueWithSource(key, given, "env");
    } else for (const option of optionsOf(key, setting)) command.addOption(option);
  }
  if (onlyVariables.length > 0)
    command.addHelpText("after", `\nEnvironment variables:\n${onlyVariables.join("\n")}`);
  return command.action(async (...given: unknown[]) => {
    requireOptions(command, SETTINGS[name]);
    await (await load())(...(given as never[]));
  });
}

/** Checks that required options are there. Commander would do so before it names an unknown option. */
function requireOptions(command: Command, settings: Readonly<Record<string, Setting>>): void {
  for (const option of command.options)
    if (
      settings[option.attributeName()]?.isRequired &&
      command.getOptionValue(option.attributeName()) === undefined
    )
      command.error(`error: required option '${option.flags}' not specified`);
}

/** The flag of a setting: `dataDir` is `--data-dir`. With the prefix `--no-`, it is the one that negates a switch. */
export function flagOf(key: string, prefix = "--"): string {
  return `${prefix}${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The environment variable of a setting: `dataDir` is `HEADCOUNT_DATA_DIR`. */
export function variableOf(key: string): string {
  return `HEADCOUNT_${flagOf(key).slice(2).replaceAll("-", "_").toUpperCase()}`;
}

function optionsOf(key: string, setting: Setting): Option[] {
  const { value, help, read, choices, defaultText, negated } = setting;
  const initial = value === undefined ? (setting.default ?? false) : setting.default;
  const flags = [setting.short, flagOf(key)].filter(Boolean).join(", ");
  const hasTextOnly = initial === undefined && defaultText !== undefined;
  const option = new Option(
    value === undefined ? flags : `${flags} ${value}`,
    hasTextOnly ? `${help} (default: ${defaultText})` : help,
  ).default(initial, defaultText);
  if (choices !== undefined) option.choices(choices);
  if (read !== undefined) option.argParser(read);
  const options = negated === undefined ? [option] : [option, new Option(flagOf(key, "--no-"), negated)];
  for (const each of setting.short === undefined ? options : []) {
    const variable = variableOf(each.name());
    const isSwitch = !(each.required || each.optional);
    // Commander sets a switch for any value of its variable, even `false`.
    if (!isSwitch || /^(1|true)$/i.test(process.env[variable] ?? "")) each.env(variable);
  }
  return options;
}

/**
 * Runs a command line with the streams, environment and working directory of the process. An error becomes one line
 * on stderr.
 *
 * @returns the exit code
 */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await buildProgram().parseAsync(args, { from: "user" });
  } catch (error) {
    const code = exitCodeOf(error);
    if (code !== DONE) return code;
  }
  // A command that has continued after an error, such as one of several files, has set the exit code.
  return Number(process.exitCode ?? DONE);
}

function exitCodeOf(error: unknown): number {
  if (isPipeClosed(error)) return DONE;
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : MISUSED;
  if (error instanceof HeadcountError) {
    reportError(error);
    return error.kind === "invalid" ? MISUSED : FAILED;
  }
  info(`headcount: unexpected error: ${error instanceof Error ? error.stack : String(error)}`);
  return FAILED;
}
