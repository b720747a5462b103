import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WebSocket } from "ws";
import { temporaryFolder } from "../support/headcount.ts";
import { askUntilAnswered, demand, LIVE_TOKEN, makeRoom, ServedDirectory } from "../support/live-api.ts";
import { casesOf, numbersOfSeeds, SEEDS } from "../support/random.ts";
import type { SocketMessage } from "../support/sockets.ts";
import { moment, until } from "../support/waiting.ts";

/** How often the server is stopped. */
const STOPS = casesOf(4);

/** For how long it serves between two stops at most, in ms. */
const SERVING_MS_MAX = 900;

/** A client that follows a space, comes back after each loss, and asks for what came after its last event. */
class Follower {
  /** The ids of the events, as often and in the order in which they came. */
  readonly received: string[] = [];
  isOver = false;
  end = () => {};

  /** @param connect follows after an event until the connection is lost */
  async follow(connect: (follower: Follower) => Promise<void>): Promise<void> {
    while (!this.isOver) {
      await connect(this).catch(() => {});
      await moment(20);
    }
  }

  get after(): string {
    return this.received.at(-1) ?? "";
  }

  take(data: string): void {
    const { event_id } = (JSON.parse(data) as SocketMessage).payload;
    if (event_id !== null) this.received.push(event_id);
  }
}

/** Follows by a websocket. */
async function bySocket(server: ServedDirectory, spaceId: string, follower: Follower): Promise<void> {
  const { url } = await demand<{ url: string }>(
    await server.address(),
    `/v2/sockets/?space_id=${spaceId}`,
    {},
  );
  const socket = new WebSocket(`${url}&after=${follower.after}`);
  follower.end = () => socket.terminate();
  socket.on("error", () => {});
  socket.on("message", (data) => follower.take(String(data)));
  await once(socket, "close");
}

/** Follows by server-sent events. */
async function byStream(server: ServedDirectory, spaceId: string, follower: Follower): Promise<void> {
  const aborter = new AbortController();
  follower.end = () => aborter.abort();
  const path = `/v2/live/?space_id=${spaceId}`;
  const headers = { authorization: `Bearer ${LIVE_TOKEN}`, "last-event-id": follower.after };
  const { body } = await fetch(`${await server.address()}${path}`, { headers, signal: aborter.signal });
  let text = "";
  for await (const bytes of body ?? []) {
    text += Buffer.from(bytes).toString();
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").find((line) => line.startsWith("data: "));
      if (data !== undefined) follower.take(data.slice("data: ".length));
    }
  }
}

interface Sending {
  readonly server: ServedDirectory;
  readonly isOver: () => boolean;
  readonly below: (bound: number) => number;
}

/** Sends reports of a door until it is over; each is answered in the end. */
async function sendReports({ server, isOver, below }: Sending, sender: string): Promise<void> {
  for (let batch = 0; !isOver(); batch++) {
    const rows = Array.from({ length: 1 + below(10) }, (_, row) => ({
      sensor_serial_number: "door",
      timestamp: new Date().toISOString(),
      trajectory: 1,
      event_id: `${sender}-${batch}-${row}`,
    }));
    await askUntilAnswered(server, () => false, "/v2/sensor_events/", { text: JSON.stringify(rows) });
    await moment(below(10));
  }
}

/** Loads imports of another sensor, and takes them back, until it is over. */
async function takeBackImports({ server, isOver, below }: Sending): Promise<void> {
  for (let file = 0; !isOver(); file++) {
    const timestamp = new Date(Date.now() - below(3_600_000)).toISOString();
    const rows = [{ sensor_serial_number: "elsewhere", timestamp, trajectory: 1, event_id: `${file}` }];
    const path = `/v2/sensor_events/?live=false&file=list-${file}`;
    const answer = await askUntilAnswered(server, () => true, path, { text: JSON.stringify(rows) });
    await moment(below(60));
    const { import_id: id = null } = JSON.parse(answer?.text ?? "{}") as { import_id?: string | null };
    if (id !== null) await askUntilAnswered(server, () => true, `/v2/imports/${id}/`, { method: "DELETE" });
  }
}

it(`clients that reconnect get each event once, over ${STOPS} stops beside imports that are taken back (seeds ${SEEDS})`, async () => {
  const server = new ServedDirectory(join(temporaryFolder(), "data"));
  await server.start();
  const address = await server.address();
  const spaceId = await makeRoom(address, "door", { daily_reset: null });
  const first = { sensor_serial_number: "door", timestamp: new Date().toISOString(), trajectory: 1 };
  await demand(address, "/v2/sensor_events/", [first]);

  const followers = [new Follower(), new Follower()] as const;
  for (const { received } of followers) received.push("evt_1");
  const following = [
    followers[0].follow((follower) => bySocket(server, spaceId, follower)),
    followers[1].follow((follower) => byStream(server, spaceId, follower)),
  ];
  let isOver = false;
  const sending = { server, isOver: () => isOver, below: numbersOfSeeds() };
  const senders = [sendReports(sending, "a"), sendReports(sending, "b"), takeBackImports(sending)];
  const below = numbersOfSeeds(1);
  for (let stop = 0; stop < STOPS; stop++) {
    await moment(below(SERVING_MS_MAX));
    expect(await server.end("SIGTERM")).toBe(0);
    await server.start();
  }
  isOver = true;
  await Promise.all(senders);

  const range = `?start_time=${new Date(Date.now() - 3_600_000).toISOString()}`;
  const { text } = (await askUntilAnswered(server, () => false, `/v2/spaces/${spaceId}/events/${range}`, {
    headers: { accept: "text/csv" },
  })) ?? { text: "" };
  const stored = text.split(/\r?\n/).flatMap((line) => /^evt_\d+/.exec(line) ?? []);
  const inOrder = stored.toSorted((a, b) => Number(a.slice("evt_".length)) - Number(b.slice("evt_".length)));
  for (const { received } of followers) {
    await until(() => received.length >= inOrder.length).catch(() => undefined);
    expect(received).toEqual(inOrder);
  }
  for (const follower of followers) {
    follower.isOver = true;
    follower.end();
  }
  expect(await server.end("SIGTERM")).toBe(0);
  await Promise.all(following);
});
