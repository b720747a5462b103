import { HeadcountError } from "../../domain/errors.ts";
import { Crowd } from "../../engine/simulation/crowd.ts";
import { type SensedDoorway, type SiteUse, siteUse } from "../../engine/simulation/site-use.ts";
import { counted, formatNumber, info, pause, printSummary, stopwatch, systemClock } from "../process.ts";
import { RemoteServer } from "../remote-server.ts";
import type { SettingsOf } from "../settings.ts";
import { batchAnswer, type ReportRow, sendSimulated } from "../simulated-sender.ts";

/** How long to retry while the server cannot be reached, in seconds, and the delay between attempts, in ms. */
const RETRY_SECONDS_MAX = 60;
const RETRY_DELAY_MS = 1_000;

/** `headcount simulate`: sends the events of simulated people to a server in real time. */
export async function simulate(options: SettingsOf<"simulate">): Promise<void> {
  const { speed, errorRate, seed, rate = null } = options;
  const server = new RemoteServer(options.url, options.token);
  const { destinations, capacity, inside, sensors } = await readSiteUse(server);
  const start = systemClock.now();
  const idPrefix = `sim-${start.toString(36)}-${seed}`;
  const crowd = new Crowd({
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
  // Before the message: a user may press Ctrl-C as soon as it is printed.
  const { stop, release } = stopOnSignal();
  info(
    `Simulating people in ${counted(places, "space")} with ${counted(sensors, "sensor")} at ${options.url}; Ctrl-C stops the simulation.`,
  );
  const totals = { accepted: 0, duplicates: 0, rejected: 0, requests: 0 };
  const send = async (rows: readonly ReportRow[]) => {
    const answer = await sendBatch(server, rows, stop);
    if (answer === null) return;
    const [problem] = answer.errors;
    if (totals.rejected === 0 && problem !== undefined) info(`Some events are rejected: ${problem.message}`);
    for (const name of ["accepted", "duplicates", "rejected"] as const) totals[name] += answer[name];
    totals.requests++;
  };
  try {
    await sendSimulated({
      advance: (now) => crowd.advance(now),
      send,
      clock: systemClock,
      start,
      end: options.for === undefined ? null : start + options.for,
      signal: stop,
    });
  } finally {
    release();
    const seconds = (systemClock.now() - start) / 1_000;
    const { accepted, duplicates, rejected, requests } = totals;
    info(
      `${counted(accepted, "event")} in ${seconds.toFixed(1)} s, in ${counted(requests, "request")}; ` +
        `${counted(duplicates, "duplicate")}, ${formatNumber(rejected)} rejected`,
    );
    printSummary({ ...totals, seconds });
  }
}

/** A signal that Ctrl-C and SIGTERM abort, once the current request has ended; a second one ends the process. */
function stopOnSignal(): { readonly stop: AbortSignal; readonly release: () => void } {
  const stopping = new AbortController();
  const onSignal = () => stopping.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal);
  const release = () => void process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  return { stop: stopping.signal, release };
}

/**
 * Sends a batch, again if it gets no response. Events have ids, so the rows of a batch that did arrive count as
 * duplicates. Returns null if the simulation was stopped meanwhile.
 *
 * @throws HeadcountError `unavailable` if the server rejects the batch or cannot be reached for a minute
 */
async function sendBatch(server: RemoteServer, rows: readonly ReportRow[], stop: AbortSignal) {
  return server.run(async (client, library) => {
    const elapsed = stopwatch();
    for (;;) {
      try {
        return await batchAnswer(client, library, rows);
      } catch (error) {
        const isFinal = error instanceof library.Problem;
        if (stop.aborted && !isFinal) return null;
        if (isFinal || elapsed() > RETRY_SECONDS_MAX) throw error;
        info("Cannot reach the server; retrying…");
        await pause(RETRY_DELAY_MS, stop);
        if (stop.aborted) return null;
      }
    }
  });
}

/**
 * Reads from a server the spaces that people can enter.
 *
 * @throws HeadcountError `unavailable` if no doorway with a sensor is linked to a space
 */
async function readSiteUse(server: RemoteServer): Promise<SiteUse & { readonly sensors: number }> {
  const [spaces, doorways, links] = await Promise.all([
    server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } })),
    server.list((v2, query) => v2.GET("/v2/doorways/", { params: { query } })),
    server.list((v2, query) => v2.GET("/v2/links/", { params: { query } })),
  ]);
  const sensed = doorways.flatMap(({ id, sensor_serial_number: serialNumber }): SensedDoorway[] => {
    const linked = links
      .filter((link) => link.doorway_id === id)
      .map((link) => ({ place: link.space_id, sensorPlacement: link.sensor_placement }));
    return serialNumber === null || linked.length === 0 ? [] : [{ serialNumber, links: linked }];
  });
  const use = siteUse(
    spaces.map((space) => ({
      id: space.id,
      parentId: space.parent_id,
      function: space.function,
      timeZone: space.time_zone,
      capacity: space.target_capacity ?? space.capacity,
      count: space.current_count,
    })),
    sensed,
  );
  if (use.destinations.length === 0) {
    throw new HeadcountError(
      "unavailable",
      "nothing to simulate: no doorway with a sensor is linked to a space (`headcount site apply` creates a site)",
    );
  }
  return { ...use, sensors: sensed.length };
}
