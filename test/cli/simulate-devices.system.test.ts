import { describe, expect, it } from "vitest";
import { MINUTE_MS } from "../../src/domain/instant.ts";
import { DEVICE_NAMES } from "../../src/simulation/devices/kinds.ts";
import { forwardingServer } from "../support/forwarding.ts";
import { ends, headcount, launchHeadcount } from "../support/headcount.ts";
import { ADMIN, testApi } from "../support/http.ts";
import { LIVE_TOKEN, makeRoom } from "../support/live-api.ts";
import { describeWithMosquitto, Mosquitto } from "../support/mosquitto.ts";
import { connected, serverOf } from "../support/mqtt-server.ts";
import { words } from "../support/words.ts";

/** A server with one room behind one sensor, as the command line names it. */
async function roomServer() {
  // A moment ahead, so that all that happens while the test runs has happened.
  const api = await testApi({ now: new Date(Date.now() + 2 * MINUTE_MS).toISOString() });
  await api.site();
  const address = await api.listen();
  return { api, address, through: ["--url", address, "--token", ADMIN] };
}

/** Log periods of a second, and many people and faults. */
const BUSY = words`--rate 1200 --speed 60 --log-period 1m`;
const FAULTY = words`--reset-rate 0.05 --outage-rate 0.05 --loss-rate 0.1 --repeat-rate 0.3`;

describe("headcount simulate --device", () => {
  it("compares what the server counts with what passed, whatever fails on the way", async () => {
    const { through } = await roomServer();
    const args = ["simulate", ...through, "--device", "milesight-vs350", ...BUSY, ...FAULTY];
    const { code, stdout, stderr } = await headcount(words`${args} --delay-rate 0.1 --near-wrap --for 6s`);
    expect([code, stderr], stderr).toEqual([0, expect.stringContaining("0 lines of 1 counted wrong")]);
    const { counted, passed, agrees, lines } = JSON.parse(stdout);
    expect(agrees).toBe(true);
    expect(lines).toEqual([expect.objectContaining({ sensor: "a", agrees: true })]);
    expect(counted.in).toBeGreaterThan(0);
    expect(counted.in).toBeLessThanOrEqual(passed.in);
  });

  it("plays cameras that send each crossing, with times in whole seconds, and resets at a set time", async () => {
    const { through } = await roomServer();
    const args = ["simulate", ...through, "--device"];
    // Half a day away, so that no reset is due while the test runs.
    const resetsAt = new Date(Date.now() + 12 * 60 * MINUTE_MS).toISOString().slice(11, 16);
    const options = ["--each-crossing", "--resets-at", resetsAt, ...BUSY, ...FAULTY, "--for", "4s"];
    const { code, stdout, stderr } = await headcount([...args, "hikvision", ...options]);
    expect([code, stderr], stderr).toEqual([0, expect.stringContaining("0 lines of 1 counted wrong")]);
    expect(JSON.parse(stdout).counted.in).toBeGreaterThan(0);
    await ends(2, "do not send each crossing", [...args, "terabee", ...options]);
  });

  it("sets what a device cannot say, and continues the totals of an earlier run", async () => {
    const { through } = await roomServer();
    const args = ["simulate", ...through, "--device", "axis", ...BUSY, "--reset-rate", "0"];
    for (const run of [1, 2]) {
      const { code, stderr } = await headcount([...args, "--seed", String(run), "--for", "3s"]);
      expect([code, stderr], stderr).toEqual([0, expect.stringContaining("0 lines of 1 counted wrong")]);
    }
  });

  it("repeats what got no answer, and counts nothing twice", async () => {
    const { address } = await roomServer();
    const { address: through } = await forwardingServer(address, (post, request) => {
      if (post === 1) request.socket.destroy();
      return post === 1 ? "treated" : post === 3 ? "lose the answer" : "forward";
    });
    const args = ["simulate", "--url", through, "--token", ADMIN, "--device", "brickstream", ...BUSY];
    const { code, stderr } = await headcount([...args, "--for", "5s"]);
    expect(stderr).toContain("Cannot reach the server; retrying");
    expect([code, stderr], stderr).toEqual([0, expect.stringContaining("0 lines of 1 counted wrong")]);
  });

  it("sends the token in the path if it is told to", async () => {
    const { api, through } = await roomServer();
    const token = await api.token(["ingest"]);
    const args = ["simulate", ...through, "--device", "hikvision", "--device-path-token", token, ...BUSY];
    const { code, stderr } = await headcount([...args, "--for", "3s"]);
    expect([code, stderr], stderr).toEqual([0, expect.stringContaining("0 lines of 1 counted wrong")]);
    await ends(1, "403", [...args, "--device-path-token", "wrong", "--for", "3s"]);
  });

  it("fails if the server has counted anything else", async () => {
    const { api, through } = await roomServer();
    const args = ["simulate", ...through, "--device", "irisys", ...BUSY, "--reset-rate", "0"];
    await headcount([...args, "--for", "1s"]);
    await api.put("/v2/sensors/a/", { counting: { reverse: true }, effective_from: "beginning" });
    const { code, stderr } = await headcount([...args, "--for", "3s"]);
    expect([code, stderr], stderr).toEqual([1, expect.stringContaining("1 line of 1 counted wrong")]);
  });

  it("compares what it has sent on Ctrl-C", async () => {
    const { through } = await roomServer();
    const child = launchHeadcount(["simulate", ...through, "--device", "ngsi", ...BUSY]);
    await expect.poll(child.stderr).toContain("Simulating");
    expect([await child.stop("SIGINT"), child.stderr()]).toEqual([
      0,
      expect.stringContaining("counted wrong"),
    ]);
    expect(JSON.parse(child.stdout())).toMatchObject({ agrees: true });
  });

  it.each([
    [["--device", "abacus"], DEVICE_NAMES.join(", ")],
    [["--reset-rate", "0.6"], "number from 0 to 0.5"],
    [["--network", "lora"], "the-things-stack, chirpstack"],
  ])("answers wrong usage with exit code 2: %s", async (args, message) => {
    const { code, stderr } = await headcount([
      "simulate",
      "--url",
      "http://127.0.0.1:9",
      "--token",
      "t",
      ...args,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describeWithMosquitto("headcount simulate --device --mqtt", () => {
  it("publishes what devices send, and waits until the server has counted it", async () => {
    const broker = await Mosquitto.start();
    const server = serverOf(broker.address(), ["irisys=doors/+"]);
    const { address } = await server.start();
    await connected(server);
    const url = await address;
    await makeRoom(url, "a");
    const args = words`simulate --url ${url} --token ${LIVE_TOKEN} --device irisys ${BUSY} --for 4s`;
    const { code, stdout, stderr } = await headcount([
      ...args,
      ...["--mqtt", broker.address(), "--mqtt-prefix", "doors"],
    ]);
    expect([code, stderr], stderr).toEqual([0, expect.stringContaining("0 lines of 1 counted wrong")]);
    expect(JSON.parse(stdout).counted.in).toBeGreaterThan(0);
    expect(await server.end("SIGTERM")).toBe(0);
  });

  it("fails if the broker cannot be reached", async () => {
    const { through } = await roomServer();
    const args = ["simulate", ...through, "--device", "irisys", "--mqtt", "mqtt://user:secret@127.0.0.1:9"];
    const { code, stderr } = await headcount(args);
    expect([code, stderr]).toEqual([1, expect.stringContaining("cannot reach the broker 127.0.0.1:9")]);
    expect(stderr).not.toContain("secret");
  });
});
