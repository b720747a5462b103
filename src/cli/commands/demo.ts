import { Command } from "commander";
import type { DemoOptions } from "../demo.ts";
import { option, wholeNumber } from "../options.ts";

/** `headcount demo`: a small campus with months of events, a table of its counts, and a server. */
export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "sets a small campus up with months of plausible events, shows today's counts and serves them",
    )
    .addOption(option("--data-dir <directory>", "where to keep the demo's data").default(".headcount/demo"))
    .addOption(option("--port <port>", "0 picks a free one").argParser(wholeNumber(0, 65_535)).default(8080))
    .addOption(option("--host <address>", "the address to listen on").default("127.0.0.1"))
    .addOption(
      option("--days <days>", "how many days of history to make")
        .argParser(wholeNumber(1, 3_650))
        .default(90),
    )
    .addOption(
      option("--seed <number>", "another seed makes other people")
        .argParser(wholeNumber(0, 2 ** 31))
        .default(1),
    )
    .addOption(option("--live", "keep people coming and going while it serves").default(true))
    .addOption(option("--no-live", "leave the counts as they are"))
    .addOption(
      option(
        "--allow-private-webhooks",
        "call webhooks at private, loopback and link-local addresses, too",
      ).default(false),
    )
    .action(demo);
}

async function demo(options: DemoOptions): Promise<void> {
  // Only the commands that serve load what serving takes.
  const { runDemo } = await import("../demo.ts");
  await runDemo(options);
}
