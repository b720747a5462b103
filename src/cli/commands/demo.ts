import type { Command } from "commander";
import { newCommand } from "../command.ts";
import type { SettingsOf } from "../settings.ts";

/** `headcount demo`: a small campus with months of events, a table of its counts, and a server. */
export function demoCommand(): Command {
  return newCommand(
    "demo",
    "creates a small campus with months of simulated events, prints the counts of today and serves them",
  ).action(demo);
}

async function demo(options: SettingsOf<"demo">): Promise<void> {
  // Imported here, so that other commands do not load the server.
  const { runDemo } = await import("../demo.ts");
  await runDemo(options);
}
