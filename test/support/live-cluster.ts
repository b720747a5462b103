import { join } from "node:path";
import { type Served, ServedDirectory } from "./live-api.ts";
import { moment } from "./waiting.ts";

/** The time zones of the machines: nothing may depend on them. */
const SYSTEM_ZONES = ["Australia/Lord_Howe", "America/New_York", "Pacific/Apia"];

/** How many ms the clocks of the machines are ahead. */
const CLOCK_SHIFTS = [0, 5_000, -5_000];

/** Sets the clock of a program. */
const SHIFTED_CLOCK = new URL("shifted-clock.mjs", import.meta.url);

/** Servers that share a log, each with a data directory of its own; each request goes to any of those that serve. */
export class ServedCluster implements Served {
  readonly nodes: readonly ServedDirectory[];
  readonly #below: (bound: number) => number;

  /** @param databases the address under which each of them reaches the database */
  constructor(
    folder: string,
    { databases, below }: { databases: readonly string[]; below: (bound: number) => number },
  ) {
    this.nodes = databases.map(
      (database, node) =>
        new ServedDirectory(join(folder, `node-${node}`), ["--database", database], {
          TZ: SYSTEM_ZONES[node % SYSTEM_ZONES.length] ?? "UTC",
          CLOCK_SHIFT_MS: String(CLOCK_SHIFTS[node % CLOCK_SHIFTS.length]),
          NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
        }),
    );
    this.#below = below;
  }

  async address(): Promise<string> {
    for (;;) {
      const serving = this.nodes.filter(({ isServing }) => isServing);
      const chosen = serving[this.#below(Math.max(1, serving.length))];
      if (chosen !== undefined) return chosen.address();
      await moment(20);
    }
  }

  /** Starts all servers, and waits until each serves. */
  async start(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.start()));
  }

  /** Stops all servers. @returns their exit codes */
  stop(): Promise<(number | null)[]> {
    return Promise.all(this.nodes.map((node) => node.end("SIGTERM")));
  }
}
