import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder } from "../support/headcount.ts";
import { demand, LIVE_TOKEN, ServedDirectory } from "../support/live-api.ts";
import { checkServer } from "../support/live-checks.ts";
import { LiveReceiver } from "../support/live-receiver.ts";
import { Ledger, sendAll } from "../support/live-senders.ts";
import { makeLiveSite } from "../support/live-site.ts";
import { numbersOfSeeds, SEEDS } from "../support/random.ts";
import { until } from "../support/waiting.ts";

/** Events of which a list is larger than what connections hold. */
const LISTED = 60_000;

/** Asks for a long list and never reads the answer. */
async function readNothing(address: string, path: string): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}).pause();
  await once(socket, "connect");
  const head = [`GET ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: Bearer ${LIVE_TOKEN}`];
  socket.write(`${head.join("\r\n")}\r\nAccept: text/csv\r\n\r\n`);
}

/** Opens a websocket that never answers. */
async function openDeaf(address: string): Promise<void> {
  const { url } = await demand<{ url: string }>(address, "/v2/sockets/", {});
  const socket = new WebSocket(url);
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  socket.pause();
}

describe("a server that gets a stop signal", () => {
  it(`ends with 0 though clients hang, and loses nothing (seeds ${SEEDS})`, async () => {
    const server = new ServedDirectory(join(temporaryFolder(), "data"));
    await server.start();
    const address = await server.address();
    const spaces = await makeLiveSite(address);
    const rows = Array.from({ length: LISTED }, (_, row) => ({
      sensor_serial_number: "listed",
      timestamp: new Date(Date.UTC(2024, 0, 1) + row * 1_000).toISOString(),
      trajectory: 1,
    }));
    await demand(address, "/v2/sensor_events/", rows);
    const receiver = await LiveReceiver.listen(numbersOfSeeds(1));
    await receiver.register(address);
    receiver.isHanging = true;
    for (let reader = 0; reader < 3; reader++)
      await readNothing(address, "/v2/sensors/listed/events/?start_time=2024-01-01");
    await openDeaf(address);

    const ledger = new Ledger();
    let isOver = false;
    const sending = sendAll({ server, ledger, below: numbersOfSeeds(), isOver: () => isOver });
    await until(() => ledger.requests > 50 && receiver.calls > 0);
    // A stop is cut short after 10 s; what is not cut short never ends, nor does this test.
    expect(await server.end("SIGTERM")).toBe(0);
    expect(receiver.calls).toBeGreaterThan(0);

    receiver.isHanging = false;
    await server.start();
    isOver = true;
    await sending;
    await checkServer(await server.address(), { ledger, spaces, receiver });
    // Those that hung have been made again.
    expect(receiver.repeats).toBeGreaterThan(0);
    expect(await server.end("SIGTERM")).toBe(0);
  });
});
