import { Command } from "commander";
import { HeadcountError } from "../../domain/errors.ts";
import { readId } from "../../domain/ids.ts";
import { formatInstant, parseInstant } from "../../domain/instant.ts";
import { parseInterval } from "../../domain/interval.ts";
import type { Space } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog.ts";
import { spaceCounts } from "../../engine/count-queries.ts";
import { type CountRow, countRows } from "../../engine/count-rows.ts";
import { print, say } from "../console.ts";
import { asArrow, asCsv, asParquet, asTable } from "../count-formats.ts";
import { withEngine } from "../open-engine.ts";
import { asArgument, option } from "../options.ts";
import type { RemoteServer } from "../remote-server.ts";
import { addTargetOptions, chooseTarget, type TargetOptions, usage } from "../target.ts";

const FORMATS = ["table", "json", "csv", "arrow", "parquet"] as const;

interface CountsOptions extends TargetOptions {
  readonly start: string;
  readonly end: string;
  readonly interval: string;
  readonly format: (typeof FORMATS)[number];
}

/** `headcount counts SPACE`: the counts query (D10 to D15). */
export function countsCommand(): Command {
  const checked = (check: (text: string) => unknown) =>
    asArgument((text) => {
      check(text);
      return text;
    });
  return addTargetOptions(new Command("counts"))
    .description("shows a space's counts over a range of time")
    .argument("<space>", "the space's id, such as spc_12, or its name")
    .addOption(
      option("--start <time>", "where the range starts, such as 2024-05-06 or 2024-05-06T07:00:00Z")
        .argParser(checked((text) => parseInstant(text, "--start")))
        .makeOptionMandatory(),
    )
    .addOption(
      option("--end <time>", "where it ends, exclusive")
        .argParser(checked((text) => parseInstant(text, "--end")))
        .makeOptionMandatory(),
    )
    .addOption(
      option("--interval <length>", "1m, 5m, 10m, 15m, 1h, 1d, 1w or 1M; others where the server takes any")
        .argParser(checked((text) => parseInterval(text, "--interval", "any")))
        .default("1h"),
    )
    .addOption(option("--format <format>", "how to write them").choices(FORMATS).default("table"))
    .action(counts);
}

async function counts(space: string, options: CountsOptions, command: Command): Promise<void> {
  const isBinary = options.format === "arrow" || options.format === "parquet";
  if (isBinary && process.stdout.isTTY)
    throw usage(`${options.format} is not for a terminal; redirect it into a file`);
  const target = chooseTarget(command, options);
}
