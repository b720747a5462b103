import { tmpdir } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import { PEER_NAMES, type PeerName } from "./peers/peer.ts";
import { DAYS_DEFAULT } from "./site.ts";

/** The options of the benchmarks. */
export interface Options {
  /** The approximate number of events of each log. */
  readonly events: readonly number[];
  readonly huge: boolean;
  readonly days: number;
  readonly only: readonly string[];
  readonly peers: readonly PeerName[];
  readonly dir: string;
  readonly keepData?: string;
  readonly record: boolean;
  readonly liveSeconds: number;
  readonly steadySeconds: number;
}

/** The number of events that `--huge` adds. */
const HUGE_EVENTS = 1e9;

const DAYS_MIN = 60;
const DAYS_MAX = 365;

/** Parses the command line; `names` are all benchmarks. */
export function readOptions(names: readonly string[]): Options {
  const program = new Command("bench")
    .description("Measures Headcount and its alternatives on generated data.")
    .addOption(
      new Option("--events <counts>", "approximate numbers of events")
        .argParser(readCounts)
        .default([1e6, 1e7], "1m,10m"),
    )
    .option("--huge", "adds a log of 1,000 M events, which takes a quarter of an hour to generate", false)
    .addOption(
      new Option("--days <days>", "number of days with events")
        .argParser((text) => readWhole(text, "days", DAYS_MIN, DAYS_MAX))
        .default(DAYS_DEFAULT),
    )
    .addOption(
      new Option("--only <names>", "benchmarks to run")
        .argParser((text) => readNames(text, names))
        .default([...names], names.join(",")),
    )
    .addOption(
      new Option("--peers <names>", "databases to compare with, or none; npm installs them at first use")
        .argParser(readPeers)
        .default([...PEER_NAMES], PEER_NAMES.join(",")),
    )
    .option("--dir <folder>", "folder for temporary data, which is removed at the end", tmpdir())
    .option("--keep-data <folder>", "folder in which generated logs are kept for later runs")
    .addOption(
      new Option("--live-seconds <seconds>", "duration of the steady load of `live`")
        .argParser(readSeconds)
        .default(20),
    )
    .addOption(
      new Option("--steady-seconds <seconds>", "duration of the ingest load of `steady`")
        .argParser(readSeconds)
        .default(20),
    )
    .option("--no-record", "do not append results to bench/results");
  program.parse();
  const options = program.opts<Options>();
  return options.huge ? { ...options, events: [...options.events, HUGE_EVENTS] } : options;
}

/** Parses `1m,10m`, `500k` or plain numbers. */
function readCounts(text: string): number[] {
  return text.split(",").map((part) => {
    const [, digits, unit] = /^(\d+)(k|m?)$/.exec(part.trim().toLowerCase()) ?? [];
    if (digits === undefined) throw new InvalidArgumentError("Write numbers of events such as 500k,1m,100m.");
    return Number(digits) * (unit === "k" ? 1e3 : unit === "m" ? 1e6 : 1);
  });
}

function readSeconds(text: string): number {
  return readWhole(text, "seconds", 10, 3_600);
}

function readWhole(text: string, unit: string, min: number, max: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new InvalidArgumentError(`Write ${unit}, from ${min} to ${max}.`);
  return value;
}

function readPeers(text: string): PeerName[] {
  return text.trim() === "none" ? [] : readNames(text, PEER_NAMES);
}

/** Parses a list of known names. */
function readNames<Name extends string>(text: string, names: readonly Name[]): Name[] {
  return text.split(",").map((part) => {
    const found = names.find((name) => name === part.trim());
    if (found === undefined) throw new InvalidArgumentError(`The names are ${names.join(", ")}.`);
    return found;
  });
}
