import { beforeAll, describe, expect, it } from "vitest";
import type { ReportRow } from "../../src/cli/report-rows.ts";
import { duration, numberWithin } from "../../src/cli/settings/setting-types.ts";
import { type SimulatedReports, sendSimulated } from "../../src/cli/simulating/simulated-sender.ts";
import { MINUTE_MS } from "../../src/domain/instant.ts";
import { SIMULATION_RATE_MAX, SIMULATION_SPEED_MAX } from "../../src/domain/limits.ts";
import type { SensorReport } from "../../src/engine/ports.ts";
import { forwardingServer } from "../support/forwarding.ts";
import { ends, type Finished, headcount, headcountProcess, launchHeadcount } from "../support/headcount.ts";
import { ADMIN, testApi } from "../support/http.ts";
import { subcommandOf } from "../support/repository.ts";
import { words } from "../support/words.ts";

/** A server with one room behind one sensor, as the command line names it. */
async function roomServer() {
  // A moment ahead, so that all that happens while the test runs has happened.
  const api = await testApi({ now: new Date(Date.now() + 2 * MINUTE_MS).toISOString() });
  await api.site();
  const address = await api.listen();
  return { api, through: ["--url", address, "--token", ADMIN] };
}

describe("headcount simulate", () => {
  /** The end of one without a server: it tries for ten seconds, while other tests run. */
  let unreached: Promise<Finished>;

  beforeAll(() => {
    unreached = headcountProcess(["simulate", "--url", "http://127.0.0.1:9", "--token", "t"]);
  });

  it("sends people's events to a server for the given time", async () => {
    const { through } = await roomServer();
    const result = await headcount(["simulate", ...through, "--rate", "6000", "--for", "3s"]);
    expect(result.stderr).toContain("1 space with 1 sensor");
    expect(result.code).toBe(0);
    const totals = JSON.parse(result.stdout);
    expect(totals).toMatchObject({ duplicates: 0, rejected: 0 });
    expect(totals.accepted).toBeGreaterThan(100);
    expect(totals.accepted).toBeLessThan(500);
  });

  it("ends cleanly with its totals on Ctrl-C", async () => {
    const { through } = await roomServer();
    const child = launchHeadcount(["simulate", ...through, "--rate", "6000"]);
    await expect.poll(child.stderr).toContain("Simulating");
    expect([await child.stop("SIGINT"), child.stderr()]).toEqual([0, expect.stringMatching(/events? in /)]);
    expect(JSON.parse(child.stdout())).toMatchObject({ rejected: 0 });
  });

  it("repeats what got no answer, in order and without counting anything twice", async () => {
    const { api, through } = await roomServer();
    const { address, posts } = await forwardingServer(through[1] ?? "", (post, request) => {
      if (post === 0) request.socket.destroy();
      return post === 0 ? "treated" : post === 2 ? "lose the answer" : "forward";
    });
    // Two retries take two seconds; the rest is for a busy machine.
    const args = ["simulate", "--url", address, "--token", ADMIN, "--rate", "3000", "--for", "8s"];
    const { code, stdout, stderr } = await headcount(args);
    expect(stderr).toContain("Cannot reach the server; retrying");
    expect(code).toBe(0);
    const totals = JSON.parse(stdout);
    expect(posts()).toBe(totals.requests + 2);
    expect(totals.duplicates).toBeGreaterThan(0);
    const events = await api.get("/v2/sensors/a/events/?start_time=1970-01-01");
    expect(events.body.total).toBe(totals.accepted + totals.duplicates);
  });

  it("says so if nothing leads into a space", async () => {
    const api = await testApi();
    await api.create("/v2/spaces/", { name: "Hall" });
    const args = words`simulate --url ${await api.listen()} --token ${ADMIN}`;
    await ends(1, "no doorway with a sensor is linked to a space", args);
  });

  it.each([
    [[], "required option '--url"],
    [["--url", "http://127.0.0.1:9"], "required option '--token"],
    [["--url", "nowhere", "--token", "t"], "must be an address"],
    [["--url", "http://h", "--token", "t", "--rate", "0"], "whole number"],
    [["--url", "http://h", "--token", "t", "--speed", "0"], "number from 0.1"],
    [["--url", "http://h", "--token", "t", "--error-rate", "0.6"], "number from 0 to 0.5"],
    [["--url", "http://h", "--token", "t", "--for", "10"], "Write it as 90s"],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    await ends(2, message, ["simulate", ...args]);
  });

  it("fails with exit code 1 if the server cannot be reached or rejects the token", async () => {
    const unreachable = await unreached;
    expect([unreachable.code, unreachable.stderr]).toEqual([1, expect.stringContaining("cannot reach")]);
    const { through } = await roomServer();
    await ends(1, "403", ["simulate", ...through.slice(0, 2), "--token", "wrong"]);
  });
});

describe("the options", () => {
  it.each([
    ["--rate", SIMULATION_RATE_MAX],
    ["--speed", SIMULATION_SPEED_MAX],
  ])("are bounded: %s takes up to %i", (flag, most) => {
    const parse = (value: number) =>
      subcommandOf(["simulate"])
        .command.exitOverride()
        .configureOutput({ writeErr: () => {} })
        .parseOptions([flag, String(value)]);
    expect(parse(most).unknown).toEqual([]);
    expect(() => parse(most + 1)).toThrow(String(most));
  });

  it("are parsed as durations and numbers", () => {
    expect(["90s", "10m", "2h", "1d"].map(duration)).toEqual([90_000, 600_000, 7_200_000, 86_400_000]);
    for (const text of ["0s", "1w", "s", "-1s", "1.5h", ""]) expect(() => duration(text)).toThrow();
    expect(["0", "0.5", ".25", "1"].map(numberWithin(0, 1))).toEqual([0, 0.5, 0.25, 1]);
    for (const text of ["1.01", "-1", "1e0", "x", ""]) expect(() => numberWithin(0, 1)(text)).toThrow();
  });
});

/** Runs a feed of one report a second under a clock that only its waiting moves. */
async function feed(options: Partial<SimulatedReports> & { readonly lag?: number } = {}) {
  let now = 0;
  let made = 0;
  const stopping = new AbortController();
  const sent: (readonly ReportRow[])[] = [];
  const waits: number[] = [];
  const { lag = 0, ...others } = options;
  await sendSimulated({
    advance: (until) => {
      const reports: SensorReport[] = [];
      for (; made + 1_000 <= until; made += 1_000)
        reports.push({ serialNumber: "a", timestamp: made, trajectory: 1, eventId: `${made}` });
      return reports;
    },
    send: async (rows) => {
      sent.push(rows);
      if (rows.some(({ event_id: id }) => id === "8000")) stopping.abort();
    },
    clock: { now: () => now },
    start: 0,
    end: 5_500,
    signal: stopping.signal,
    wait: async (ms) => {
      waits.push(ms);
      now += ms + lag;
    },
    ...others,
  });
  return { sent, waits };
}

describe("a live feed", () => {
  it("sends new events every second, if there are any, until its end", async () => {
    const { sent, waits } = await feed();
    expect(sent.map((rows) => rows.map(({ timestamp }) => timestamp))).toEqual(
      [0, 1, 2, 3, 4].map((second) => [`1970-01-01T00:00:0${second}.000Z`]),
    );
    expect(waits).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 500]);
  });

  it("catches up, in order, in batches of a bounded size", async () => {
    const seconds: number[][] = [];
    const send = async (rows: readonly ReportRow[]) => {
      seconds.push(rows.map(({ event_id: id }) => Number(id) / 1_000));
    };
    await feed({ lag: 11_999_000, end: 12_000_000, send });
    expect(seconds.map((batch) => batch.length)).toEqual([5_000, 5_000, 2_000]);
    expect(seconds.flat()).toEqual(Array.from({ length: 12_000 }, (_, second) => second));
  });

  it("stops at a signal", async () => {
    const { sent } = await feed({ end: null });
    expect(sent).toHaveLength(9);
  });
});
