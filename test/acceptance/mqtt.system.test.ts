import { expect, it } from "vitest";
import { demand, type ServedDirectory } from "../support/live-api.ts";
import { describeWithMosquitto, Mosquitto } from "../support/mosquitto.ts";
import {
  connected,
  crossing,
  idle,
  passages,
  serverOf,
  stateOf,
  taken,
  total,
} from "../support/mqtt-server.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { moment, until } from "../support/waiting.ts";

describeWithMosquitto("messages of MQTT that wait, are lost, or come again", () => {
  it("gives no message up, and counts none twice, when it is killed before it has acknowledged them", async () => {
    const broker = await Mosquitto.start();
    const link = await TcpLink.to(broker.port);
    const server = serverOf(broker.address(undefined, link.port), ["headcount=site/#"]);
    await server.start();
    await connected(server);
    // What is stored now is acknowledged in vain.
    link.fail("requests lost");
    const device = await broker.device();
    const MESSAGES = 15;
    for (let index = 0; index < MESSAGES; index++) await device.publish("site/door", total("door", index));
    await taken(server, MESSAGES);
    await server.end("SIGKILL");
    link.heal();
    await device.publish("site/door", total("door", MESSAGES));
    await server.start();
    // All come again.
    await taken(server, MESSAGES + 1);
    expect(await passages(server)).toEqual([`door 1: ${2 * MESSAGES}`, `door -1: ${MESSAGES}`]);
    expect(server.errors).toEqual([]);
  });

  it("loses and repeats nothing when it is killed at any moment", async () => {
    const broker = await Mosquitto.start();
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    await server.start();
    await connected(server);
    const device = await broker.device();
    let sent = 0;
    let isOver = false;
    const sending = (async () => {
      while (!isOver) {
        const events = Array.from({ length: 50 }, () => crossing("door", sent++));
        await Promise.all(events.map((event) => device.publish("site/door", event)));
        await moment(5);
      }
    })();
    for (let kills = 0; kills < 3; kills++) {
      await connected(server);
      await moment(50 + 60 * kills);
      await server.end("SIGKILL");
      await server.start();
    }
    isOver = true;
    await sending;
    await until(async () => (await passages(server))[0] === `door 1: ${sent}`);
    await idle(server);
    expect(await passages(server)).toEqual([`door 1: ${sent}`]);
    expect(server.errors).toEqual([]);
  });

  it("counts a crossing once that the broker gives again after a lost connection", async () => {
    const broker = await Mosquitto.start();
    const link = await TcpLink.to(broker.port);
    const server = serverOf(broker.address(undefined, link.port), ["esphome=+/sensor/+/state"]);
    await server.start();
    await connected(server);
    link.fail("requests lost");
    const device = await broker.device();
    for (const text of ["Entry", "Entry", "Exit", "Entry"])
      await device.publish("hall/sensor/last_direction/state", text);
    await taken(server, 4);
    link.heal();
    await until(async () => link.connections === 2);
    await connected(server);
    // It has the next id of the session, behind those that come again.
    await device.publish("hall/sensor/last_direction/state", "Exit");
    await taken(server, 5);
    await idle(server);
    expect(await passages(server)).toEqual(["hall 1: 3", "hall -1: 2"]);
  });

  it("takes what the broker has kept when that is killed and starts again", async () => {
    const broker = await Mosquitto.start();
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    const { stderr } = await server.start();
    await connected(server);
    const first = await broker.device();
    await first.publish("site/door", total("door", 0));
    await taken(server, 1);
    server.signal("SIGSTOP");
    for (let index = 1; index <= 5; index++) await first.publish("site/door", total("door", index));
    await broker.save(total("door", 5).at);
    await broker.kill();
    server.signal("SIGCONT");
    const warning = async () =>
      (await demand<{ warnings?: string[] }>(await server.address(), "/readyz")).warnings;
    await until(async () => (await warning()) !== undefined);
    expect(await warning()).toEqual([
      expect.stringMatching(/^MQTT: the broker (has closed|cannot be reached)/),
    ]);
    await broker.resume();
    await connected(server);
    expect(await warning()).toBeUndefined();
    const second = await broker.device();
    await second.publish("site/door", total("door", 6));
    await until(async () => (await passages(server))[0] === "door 1: 12");
    expect(await passages(server)).toEqual(["door 1: 12", "door -1: 6"]);
    expect(stderr()).toContain("headcount: MQTT: no messages come from the broker");
    expect(stderr()).toContain(`headcount: MQTT: the broker 127.0.0.1:${broker.port} is connected again`);
  });

  it("starts without a broker, and connects when there is one", async () => {
    const broker = await Mosquitto.start();
    await broker.kill();
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    await server.start();
    await until(async () => (await stateOf(server))?.error !== null);
    expect(await stateOf(server)).toMatchObject({
      connected: false,
      error: "the broker cannot be reached: nothing listens at its address",
    });
    expect(await server.isReady()).toBe(true);
    await broker.resume();
    await connected(server);
    expect(await stateOf(server)).toMatchObject({ connected: true, error: null });
  });

  it("takes 10,000 messages that wait in its session", async () => {
    const broker = await Mosquitto.start();
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    await server.start();
    await connected(server);
    expect(await server.end("SIGTERM")).toBe(0);
    const device = await broker.device();
    const LINES = 100;
    const READINGS = 100;
    for (let index = 0; index < READINGS; index++)
      await Promise.all(
        Array.from({ length: LINES }, (_, line) =>
          device.publish(`site/${line}`, total(`line-${line}`, index)),
        ),
      );
    await server.start();
    await taken(server, LINES * READINGS);
    const query = "SELECT count(*) FROM events";
    const { rows } = await demand<{ rows: unknown[][] }>(await server.address(), "/v2/sql", { query });
    expect(rows).toEqual([[3 * LINES * (READINGS - 1)]]);
    expect(await stateOf(server)).toMatchObject({ refused_messages: 0, waiting_messages: 0, error: null });
  });

  describeWithPostgres("of a cluster", (postgres) => {
    it("is used by one of its nodes, and by the next one when that ends without notice", async () => {
      const broker = await Mosquitto.start();
      const database = await postgres().createDatabase();
      const nodes = [0, 1].map(() =>
        serverOf(broker.address(), ["headcount=site/#"], "--database", database),
      );
      const [first, second] = nodes as [ServedDirectory, ServedDirectory];
      await first.start();
      await connected(first);
      await second.start();
      expect(await stateOf(second)).toBeUndefined();
      const device = await broker.device();
      for (let index = 0; index < 5; index++) await device.publish("site/door", total("door", index));
      await taken(first, 5);
      await first.end("SIGKILL");
      // The broker keeps these for the client id, which the next node has, too.
      for (let index = 5; index < 10; index++) await device.publish("site/door", total("door", index));
      await connected(second);
      await until(async () => (await passages(second))[0] === "door 1: 18");
      expect(await passages(second)).toEqual(["door 1: 18", "door -1: 9"]);
      const { nodes: listed } = await demand<{ nodes: { duties: string[] }[] }>(
        await second.address(),
        "/v2/admin/cluster/",
      );
      expect(listed.filter(({ duties }) => duties.includes("mqtt"))).toHaveLength(1);
      // A planned stop hands the duty over at once.
      await first.start();
      expect(await second.end("SIGTERM")).toBe(0);
      await connected(first);
      await device.publish("site/door", total("door", 10));
      await until(async () => (await passages(first))[0] === "door 1: 20");
    });
  });
});
