import { expect, it } from "vitest";
import { flagOf, variableOf } from "../../src/cli/program.ts";
import type { Setting } from "../../src/cli/settings/setting-types.ts";
import { SETTINGS } from "../../src/cli/settings/settings.ts";
import { inRepository, readRepository } from "../support/repository.ts";

const PAGE = "docs/configuration.md";

const code = (text: string) => `\`${text}\``;

function rowOf([key, setting]: [string, Setting]): string[] {
  const { value = "", help, choices, isVariableOnly, isRequired, short, negated } = setting;
  const flag = [short, flagOf(key, negated === undefined ? "--" : "--no-")].filter(Boolean).join(", ");
  const text = setting.defaultText ?? (setting.default === undefined ? "" : String(setting.default));
  return [
    isVariableOnly ? "" : code(`${flag} ${value}`.trim()),
    short === undefined ? code(variableOf(flag.slice(2))) : "",
    isRequired ? "required" : negated === undefined ? text.replaceAll("<", "\\<") : "",
    `${negated ?? help}${choices === undefined ? "" : `: ${choices.map(code).join(", ")}`}`,
  ];
}

function tableOf(settings: Readonly<Record<string, Setting>>): string {
  const rows = [
    ["flag", "environment variable", "default", "description"],
    ...Object.entries(settings).map(rowOf),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`);
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

it("has every setting of the table on the configuration page", async () => {
  const [introduction = ""] = readRepository(PAGE).split(/^## /m);
  const sections = Object.entries(SETTINGS).map(
    ([name, settings]) => `## headcount ${name}\n\n${tableOf(settings)}\n`,
  );
  await expect(introduction + sections.join("\n")).toMatchFileSnapshot(inRepository(PAGE));
});
