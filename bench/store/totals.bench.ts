import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { MINUTE_MS } from "../../src/domain/instant.ts";
import { type Figure, info, median, timing } from "../harness.ts";
import { withDatabase } from "../log.ts";
import { PROGRAM } from "../served.ts";
import { benchStatement } from "../statements.ts";
import type { Workspace } from "../workspace.ts";

/** The totals of each sensor, and the crossings between two of them. */
const SENSORS = 200;
const TOTALS = 1_000;
const STEP_MS = 15 * MINUTE_MS;
const ENTERED = 13;
const LEFT = 12;
const START = Date.UTC(2026, 3, 6);
const EVENTS = SENSORS * (TOTALS - 1) * (ENTERED + LEFT);

const REPEATS = 5;

/** Measures `headcount backfill` of a file of totals beside that of the events that they make, both as CSV. */
export async function totalsBench(workspace: Workspace): Promise<Figure[]> {
  info("loading a file of totals…");
  const totals = workspace.path("totals.csv");
  writeFileSync(totals, totalsFile());
  const events = workspace.path("events-of-totals.csv");
  await load(workspace, [totals, "--kind", "totals"], (directory) =>
    withDatabase(directory, (connection) =>
      connection.run(
        `COPY (${benchStatement("export-events-with-ids")}) TO '${events}' (FORMAT csv, HEADER)`,
      ),
    ),
  );
  const [ofEvents, ofTotals]: [number[], number[]] = [[], []];
  for (let run = 0; run < REPEATS; run++) {
    ofEvents.push(await load(workspace, [events]));
    ofTotals.push(await load(workspace, [totals, "--kind", "totals"]));
  }
  rmSync(totals);
  rmSync(events);
  const ratio = median(ofTotals.map((ms, run) => ms / (ofEvents[run] as number)));
  const figure = (name: string, runs: readonly number[], ratio: number): Figure => ({
    bench: "totals",
    name,
    events: EVENTS,
    values: { median_ms: timing(runs).medianMs, time_over_events: ratio },
    runsMs: runs,
  });
  return [
    figure("backfill of the events", ofEvents, 1),
    figure(`backfill of ${SENSORS * TOTALS} totals that make them`, ofTotals, ratio),
  ];
}

/** Totals of the sensors of the site, by time. */
function totalsFile(): string {
  const rows = ["serial_number,at,in_total,out_total"];
  for (let number = 0; number < TOTALS; number++) {
    const at = new Date(START + number * STEP_MS).toISOString();
    for (let sensor = 1; sensor <= SENSORS; sensor++)
      rows.push(`S${sensor},${at},${1_000 + number * ENTERED},${900 + number * LEFT}`);
  }
  return `${rows.join("\n")}\n`;
}

/** Loads a file into a new directory, and returns how long it took, in ms. */
async function load(
  workspace: Workspace,
  file: readonly string[],
  look: (directory: string) => Promise<unknown> = async () => {},
): Promise<number> {
  const directory = await workspace.emptyDirectory("loaded");
  const start = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [
    PROGRAM,
    "backfill",
    "--data-dir",
    directory,
    ...file,
  ]);
  const ms = performance.now() - start;
  const { accepted } = JSON.parse(stdout);
  if (accepted === 0) throw new Error(`nothing was loaded: ${stdout}`);
  await look(directory);
  rmSync(directory, { recursive: true });
  return ms;
}
