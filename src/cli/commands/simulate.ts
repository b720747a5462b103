import { Command } from "commander";
import { SIMULATION_RATE_MAX, SIMULATION_SPEED_MAX } from "../../domain/limits.ts";
import { printJson, say } from "../console.ts";
import { pause, type ReportRow, runLiveFeed } from "../live-feed.ts";
import { duration, numberWithin, option, webAddress, wholeNumber } from "../options.ts";
import { RemoteServer } from "../remote-server.ts";

interface SimulateOptions {
  readonly url: string;
  readonly token: string;
  readonly rate?: number;
  readonly speed: number;
  readonly errorRate: number;
  readonly seed: number;
  readonly for?: number;
}

/** How long a request under way may still take once the simulation is stopped, in ms. */
const STOP_MS = 2_000;

/** For how long a server that cannot be reached is tried again, and how long to wait in between, in ms. */
const UNREACHED_MS_MAX = 60_000;
const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 5_000;

/** `headcount simulate`: plausible people on a site that is set up, live, through a server. */
export function simulateCommand(): Command {
  return new Command("simulate")
    .description(
      "sends the events of plausible people to a server as they happen: they come by the hour of each " +
        "space's local week, stay, and leave the way they came; Ctrl-C ends it",
    )
    .addOption(
      option("--url <address>", "the server whose site people use")
        .argParser(webAddress)
        .makeOptionMandatory(),
    )
    .addOption(
      option("--token <token>", "the token to show it: scopes read and ingest").makeOptionMandatory(),
    )
    .addOption(
      option(
        "--rate <events>",
        "about so many events a minute of the clock over the whole site, entrances and exits together, " +
          "at the hour of the week at which it starts; as many more or fewer at other hours as habits have " +
          "it, at most 3 times as many. Stays get shorter where the site has no room for so many people. " +
          "(default: as many as suit the spaces' capacities)",
      ).argParser(wholeNumber(1, SIMULATION_RATE_MAX)),
    )
    .addOption(
      option(
        "--speed <times>",
        "lets hours of the week and stays pass so many times faster than the clock; timestamps are always " +
          "the clock's",
      )
        .argParser(numberWithin(0.1, SIMULATION_SPEED_MAX))
        .default(1),
    )
    .addOption(
      option("--error-rate <share>", "the share of passages that sensors miss, and of those they count twice")
        .argParser(numberWithin(0, 0.5))
        .default(0.005),
    )
    .addOption(
      option("--seed <number>", "another seed makes other people")
        .argParser(wholeNumber(0, 2 ** 31))
        .default(1),
    )
    .addOption(
      option("--for <duration>", "how long, such as 90s, 10m or 2h (default: until Ctrl-C)").argParser(
        duration,
      ),
    )
    .action(simulate);
}

async function simulate(options: SimulateOptions): Promise<void> {
  // Loaded where they are used: help and wrong usage are answered without.
  const { LiveCrowd } = await import("../../engine/simulation/live-crowd.ts");
  const { readSiteUse } = await import("../simulated-site.ts");
  const { speed, errorRate, seed, rate = null } = options;
  const server = new RemoteServer(options.url, options.token);
  const { destinations, capacity, inside, sensors } = await readSiteUse(server);
  const start = Date.now();
  const idPrefix = `sim-${start.toString(36)}-${seed}`;
  const crowd = new LiveCrowd({
    destinations,
    seed,
    errorRate,
    start,
    speed,
    rate,
    capacity,
    inside,
    idPrefix,
  });
  const places = new Set(destinations.map(({ place }) => place)).size;
  // Before it says so: who reads that Ctrl-C stops it may press it at once.
  const stopping = stopOnSignal();
  say(`Simulating people in ${places} spaces behind ${sensors} sensors of ${options.url}; Ctrl-C stops it.`);
  const sender = new BatchSender(server, stopping);
  try {
    await runLiveFeed({
      advance: (now) => crowd.advance(now),
      send: (rows) => sender.send(rows),
      clock: { now: () => Date.now() },
      start,
      end: options.for === undefined ? null : start + options.for,
      signal: stopping.stop,
    });
  } finally {
    stopping.release();
    sender.report((Date.now() - start) / 1_000);
  }
}

/** The wish to stop, and, a moment later, the order to cut off what is under way. */
interface Stopping {
  readonly stop: AbortSignal;
  readonly cut: AbortSignal;
  /** Leaves signals alone again. */
  release(): void;
}

function stopOnSignal(): Stopping {
  const stop = new AbortController();
  const cut = new AbortController();
  const onSignal = () => {
    stop.abort();
    setTimeout(() => cut.abort(), STOP_MS).unref();
  };
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  return {
    stop: stop.signal,
    cut: cut.signal,
    release: () => process.off("SIGINT", onSignal).off("SIGTERM", onSignal),
  };
}

/** Sends batches and counts what became of their rows. */
class BatchSender {
  readonly #server: RemoteServer;
  readonly #stopping: Stopping;
  readonly #totals = { accepted: 0, duplicates: 0, rejected: 0, requests: 0 };

  constructor(server: RemoteServer, stopping: Stopping) {
    this.#server = server;
    this.#stopping = stopping;
  }

  /** @throws HeadcountError `unavailable` where the server refuses the batch or cannot be reached for long */
  async send(rows: readonly ReportRow[]): Promise<void> {
    const { cut } = this.#stopping;
    const answer = await this.#server.run(({ v2 }, { answerOf, Problem }) =>
      this.#patiently(
        () => answerOf(v2.POST("/v2/sensor_events/", { body: [...rows], signal: cut })),
        (error) => error instanceof Problem,
      ),
    );
    if (answer === null) return;
    const { accepted, duplicates, rejected, errors } = answer;
    const totals = this.#totals;
    if (totals.rejected === 0 && errors[0] !== undefined)
      say(`Some events are refused: ${errors[0].message}`);
    totals.accepted += accepted;
    totals.duplicates += duplicates;
    totals.rejected += rejected;
    totals.requests++;
  }

  report(seconds: number): void {
    const { accepted, duplicates, rejected, requests } = this.#totals;
    const number = (value: number) => value.toLocaleString("en");
    say(
      `${number(accepted)} events in ${seconds.toFixed(1)} s, in ${number(requests)} requests; ` +
        `${number(duplicates)} duplicates, ${number(rejected)} refused`,
    );
    printJson({ ...this.#totals, seconds });
  }

  /**
   * Repeats what gets no answer; events have ids, so a batch that did arrive only counts as duplicates.
   * Null where it was stopped meanwhile.
   */
  async #patiently<T>(request: () => Promise<T>, isFinal: (error: unknown) => boolean): Promise<T | null> {
    const { stop, cut } = this.#stopping;
    const latest = performance.now() + UNREACHED_MS_MAX;
    for (let delay = RETRY_MS_MIN; ; delay = Math.min(2 * delay, RETRY_MS_MAX)) {
      try {
        return await request();
      } catch (error) {
        if (cut.aborted || (stop.aborted && !isFinal(error))) return null;
        if (isFinal(error) || performance.now() > latest) throw error;
        say("The server cannot be reached; trying again…");
        await pause(delay, stop);
        if (stop.aborted) return null;
      }
    }
  }
}
