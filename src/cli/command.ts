import { Command, Option } from "commander";
import type { Setting } from "./readers.ts";
import { type CommandName, SETTINGS } from "./settings.ts";

/** Makes a command with its description and its settings from the table. */
export function newCommand(name: CommandName, description: string): Command {
  const command = new Command(name.split(" ").at(-1)).description(description);
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
  return command;
}

/** The flag of a setting: `dataDir` is `--data-dir`. */
export function flagOf(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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
  )
    .default(initial, defaultText)
    .makeOptionMandatory(setting.isRequired ?? false)
    .hideHelp(setting.isHidden ?? false);
  if (choices !== undefined) option.choices(choices);
  if (read !== undefined) option.argParser(read as (text: string, previous: unknown) => unknown);
  const options = negated === undefined ? [option] : [option, new Option(`--no-${key}`, negated)];
  if (setting.short === undefined) for (const each of options) readVariable(each);
  return options;
}

/** Makes an option read its environment variable; that of a switch is set if it is `true` or `1`. */
function readVariable(option: Option): void {
  const variable = variableOf(option.name());
  const isSwitch = !(option.required || option.optional);
  // Commander sets a switch for any value of its variable, even `false`.
  if (!isSwitch || /^(1|true)$/i.test(process.env[variable] ?? "")) option.env(variable);
}
