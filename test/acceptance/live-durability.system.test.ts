import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { succeed, temporaryFolder } from "../support/headcount.ts";
import { demand, LIVE_TOKEN, ServedDirectory } from "../support/live-api.ts";
import { checkMessages, checkServer } from "../support/live-checks.ts";
import { LiveListener } from "../support/live-listener.ts";
import { LiveReceiver } from "../support/live-receiver.ts";
import { Ledger, sendAll, sendFirst } from "../support/live-senders.ts";
import { makeLiveSite } from "../support/live-site.ts";
import { casesOf, numbersOfSeeds, SEEDS } from "../support/random.ts";
import { moment, until } from "../support/waiting.ts";

/** How often the server is killed. */
const KILLS = casesOf(3);

/** How long a server is let serve before it is killed at most, in ms. */
const SERVING_MS_MAX = 2_000;

/** How long a start takes at most before it is killed, in ms, and a stop. */
const STARTING_MS_MAX = 900;
const STOPPING_MS_MAX = 300;

type Below = (bound: number) => number;

/** Kills the server at random moments: while it serves, starts, and stops. */
async function killAndRestart(server: ServedDirectory, below: Below): Promise<void> {
  for (let kill = 0; kill < KILLS; kill++) {
    // The first few are one of each.
    const kind = kill < 3 ? kill : below(5);
    await moment(below(SERVING_MS_MAX));
    if (kind === 1) {
      await server.killWhileStopping(below(STOPPING_MS_MAX));
    } else {
      await server.end("SIGKILL");
    }
    if (kind === 2) {
      server.launch();
      await moment(below(STARTING_MS_MAX));
      await server.end("SIGKILL");
    }
    await server.start();
  }
}

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

/** Stops the server by a signal while its clients and the receiver of its webhook calls hang. */
async function stopWhileClientsHang(server: ServedDirectory, receiver: LiveReceiver): Promise<void> {
  const address = await server.address();
  receiver.isHanging = true;
  for (let reader = 0; reader < 3; reader++)
    await readNothing(address, "/v2/sensors/listed/events/?start_time=2024-01-01");
  await openDeaf(address);
  const calls = receiver.calls;
  await until(() => receiver.calls > calls);
  // A stop is cut short after 10 s; what is not cut short never ends, nor does this test.
  expect(await server.end("SIGTERM")).toBe(0);
  receiver.isHanging = false;
  await server.start();
}

describe("a server that is killed again and again, and stopped while clients hang", () => {
  it(`loses nothing that it has acknowledged (seeds ${SEEDS})`, async () => {
    const directory = join(temporaryFolder(), "data");
    const server = new ServedDirectory(directory);
    await server.start();
    const spaces = await makeLiveSite(await server.address());
    const receiver = await LiveReceiver.listen(numbersOfSeeds(1));
    await receiver.register(await server.address());

    const ledger = new Ledger();
    const after = await sendFirst(server, ledger);
    const rows = Array.from({ length: LISTED }, (_, row) => ({
      sensor_serial_number: "listed",
      timestamp: new Date(Date.UTC(2024, 0, 1) + row * 1_000).toISOString(),
      trajectory: 1,
    }));
    await demand(await server.address(), "/v2/sensor_events/?live=false", rows);
    const listener = new LiveListener(after);
    const listening = listener.listen(server);

    let isOver = false;
    const sending = sendAll({ server, ledger, below: numbersOfSeeds(), isOver: () => isOver });
    const interruptions = async () => {
      await killAndRestart(server, numbersOfSeeds(2));
      await stopWhileClientsHang(server, receiver);
    };
    await interruptions().finally(() => {
      isOver = true;
    });
    await sending;
    const log = await checkServer(await server.address(), { ledger, spaces, receiver });
    checkMessages(listener, after, spaces, log);
    // Calls that hung have been made again.
    expect(receiver.repeats).toBeGreaterThan(0);
    listener.stop();

    expect(await server.end("SIGTERM")).toBe(0);
    await listening;
    expect(existsSync(join(directory, "headcount.duckdb.wal"))).toBe(false);
    const verified = await succeed(["rebuild", "--verify", "--data-dir", directory]);
    expect(JSON.parse(verified.stdout)).toMatchObject({ differences: [] });
  });
});
