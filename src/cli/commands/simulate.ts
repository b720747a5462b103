import { Crowd } from "../../simulation/crowd.ts";
import { counted, formatNumber, info, printSummary, systemClock } from "../process.ts";
import { batchAnswer, type ReportRow } from "../report-rows.ts";
import { ServerClient } from "../server-client.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { playDevices } from "../simulating/simulated-devices.ts";
import { sendSimulated, sendUntilAnswered, stopOnSignal } from "../simulating/simulated-sender.ts";
import { readSiteUse } from "../simulating/simulated-site.ts";

export async function simulate(options: SettingsOf<"simulate">): Promise<void> {
  if (options.device !== undefined) return playDevices({ ...options, device: options.device });
  const { speed, errorRate, seed, rate = null } = options;
  const server = new ServerClient(options.url, options.token);
  const { sensors, ...use } = await readSiteUse(server);
  const start = systemClock.now();
  const idPrefix = `sim-${start.toString(36)}-${seed}`;
  const crowd = new Crowd({ ...use, seed, errorRate, start, speed, rate, idPrefix });
  const places = new Set(use.destinations.map(({ place }) => place)).size;
  // Before the message: a user may press Ctrl-C as soon as it is printed.
  const { stop, release } = stopOnSignal();
  info(
    `Simulating people in ${counted(places, "space")} with ${counted(sensors.length, "sensor")} at ${options.url}; ` +
      "Ctrl-C stops the simulation.",
  );
  const totals = { accepted: 0, duplicates: 0, rejected: 0, requests: 0 };
  const send = async (rows: readonly ReportRow[]) => {
    const answer = await sendUntilAnswered(server, batchAnswer(rows), stop);
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
