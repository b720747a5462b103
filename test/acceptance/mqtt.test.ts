import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { headcount, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, ServedDirectory } from "../support/live-api.ts";
import { describeWithMosquitto, Mosquitto } from "../support/mosquitto.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { instant, moment, until } from "../support/waiting.ts";

const USER = { name: "counter", password: "p@ss/word", filter: "site/#" };

/** The last minutes, of which each has a total. */
const START = Math.floor(Date.now() / 60_000) * 60_000 - 12 * 60 * 60_000;

function total(serialNumber: string, index: number) {
  const at = new Date(START + index * 60_000).toISOString();
  return { kind: "total", serial_number: serialNumber, at, in_total: 2 * index, out_total: index };
}

/** A server that takes the messages of a broker. */
function serverOf(broker: string, topics: readonly string[], ...flags: readonly string[]): ServedDirectory {
  const filters = topics.flatMap((topic) => ["--mqtt-topic", topic]);
  return new ServedDirectory(temporaryFolder(), ["--mqtt", broker, ...filters, ...flags]);
}

interface State {
  readonly connected: boolean;
  readonly messages: number;
  readonly refused_messages: number;
  readonly waiting_messages: number;
  readonly error: string | null;
  readonly filters: readonly {
    readonly filter: string;
    readonly subscribed: boolean;
    readonly error: string | null;
  }[];
}

async function stateOf(server: ServedDirectory): Promise<State | undefined> {
  return (await demand<{ results: State[] }>(await server.address(), "/v2/admin/mqtt/")).results[0];
}

/** Waits until a server is connected to its broker, and has subscribed. */
async function connected(server: ServedDirectory): Promise<void> {
  await until(async () => {
    const state = await stateOf(server);
    return state?.connected && state.filters.every(({ subscribed }) => subscribed);
  });
}

/** Waits until a server has taken a number of messages since its start. */
async function taken(server: ServedDirectory, messages: number): Promise<void> {
  await until(async () => ((await stateOf(server))?.messages ?? 0) >= messages);
}

/** Waits until nothing waits to be stored. */
async function idle(server: ServedDirectory): Promise<void> {
  await until(async () => (await stateOf(server))?.waiting_messages === 0);
}

/** What passed by sensor and direction, such as `door 1: 4`. */
async function passages(server: ServedDirectory): Promise<string[]> {
  const query =
    "SELECT sensor_serial_number, trajectory, count(*) FROM events GROUP BY ALL ORDER BY 1, 2 DESC";
  const { rows } = await demand<{ rows: unknown[][] }>(await server.address(), "/v2/sql", { query });
  return rows.map(([serial, trajectory, count]) => `${serial} ${trajectory}: ${count}`);
}

/** The command line of a process, as the system shows it. */
function commandLine(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}

describeWithMosquitto("a server with a broker of MQTT", () => {
  it("takes messages over TLS with a password, which is nowhere shown", async () => {
    const broker = await Mosquitto.start({ users: [USER], isSecure: true });
    const address = broker.address(USER);
    const server = serverOf(address, ["headcount=site/#"], "--mqtt-ca", broker.ca, "--log-level", "trace");
    const { child, stderr, stdout } = await server.start();
    await connected(server);
    const device = await broker.device(USER);
    for (let index = 0; index < 3; index++) await device.publish("site/door", total("door", index));
    await taken(server, 3);
    expect(await passages(server)).toEqual(["door 1: 4", "door -1: 2"]);
    const { text: metrics } = await ask(await server.address(), "/metrics");
    expect(metrics).toContain("headcount_mqtt_connected 1\n");
    expect(metrics).toContain("headcount_mqtt_messages_total 3\n");
    const { text: state } = await ask(await server.address(), "/v2/admin/mqtt/");
    const shown = [metrics, state, commandLine(child.pid), stderr(), stdout()].join("\n");
    for (const secret of [USER.password, encodeURIComponent(USER.password)])
      expect(shown).not.toContain(secret);
    expect(await server.end("SIGTERM")).toBe(0);
  });

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
    const LINES = 20;
    const READINGS = 60;
    let isOver = false;
    const sending = (async () => {
      for (let index = 0; index < READINGS; index++) {
        const rows = Array.from({ length: LINES }, (_, line) => total(`line-${line}`, index));
        await Promise.all(rows.map((row) => device.publish(`site/${row.serial_number}`, row)));
        await moment(10);
      }
      isOver = true;
    })();
    while (!isOver) {
      await moment(150);
      await server.end("SIGKILL");
      await server.start();
    }
    await sending;
    await connected(server);
    const each = [READINGS - 1, 2 * (READINGS - 1)];
    const expected = Array.from({ length: LINES }, (_, line) => `line-${line}`).sort();
    await until(async () => (await passages(server)).length === 2 * LINES);
    await idle(server);
    expect(await passages(server)).toEqual(
      expected.flatMap((line) => [`${line} 1: ${each[1]}`, `${line} -1: ${each[0]}`]),
    );
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
    const broker = await Mosquitto.start({ isDurable: true });
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    const { stderr } = await server.start();
    await connected(server);
    const first = await broker.device();
    await first.publish("site/door", total("door", 0));
    await taken(server, 1);
    server.signal("SIGSTOP");
    for (let index = 1; index <= 5; index++) await first.publish("site/door", total("door", index));
    await until(async () => broker.hasSaved(total("door", 5).at));
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
    const began = instant();
    await taken(server, LINES * READINGS);
    console.info(`10,000 messages of a session were stored in ${Math.round(instant() - began)} ms`);
    const query = "SELECT count(*) FROM events";
    const { rows } = await demand<{ rows: unknown[][] }>(await server.address(), "/v2/sql", { query });
    expect(rows).toEqual([[String(3 * LINES * (READINGS - 1))]]);
    expect(await stateOf(server)).toMatchObject({ refused_messages: 0, waiting_messages: 0, error: null });
  });

  it("refuses retained messages, which say nothing of now", async () => {
    const broker = await Mosquitto.start();
    const device = await broker.device();
    await device.publish("site/door", total("door", 1), { retain: true });
    await device.publish("hall/sensor/last_direction/state", "Entry", { retain: true });
    await device.publish("zigbee2mqtt/Office", { occupancy: true }, { retain: true });
    const topics = ["headcount=site/#", "esphome=+/sensor/+/state", "presence=zigbee2mqtt/#"];
    const server = serverOf(broker.address(), topics);
    const { stderr } = await server.start();
    await taken(server, 3);
    expect(await stateOf(server)).toMatchObject({ refused_messages: 3 });
    expect(await passages(server)).toEqual([]);
    expect(stderr()).toContain(
      "headcount: MQTT: a message of the topic site/door is refused by headcount: is a retained message, which does not " +
        "say what passes now",
    );
    // What is published with the flag while the server is subscribed is new.
    await device.publish("site/door", total("door", 2), { retain: true });
    await device.publish("site/door", total("door", 3), { retain: true });
    await taken(server, 5);
    expect(await passages(server)).toEqual(["door 1: 2", "door -1: 1"]);
  });

  it("acknowledges and counts damaged messages, and says so once for each topic", async () => {
    const broker = await Mosquitto.start();
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    const { stderr } = await server.start();
    await connected(server);
    const device = await broker.device();
    await device.publish("site/a", "{");
    await device.publish("site/a", "[]");
    await device.publish("site/b\u0085", { ...total("door", 0), in_total: -1 });
    await device.publish("site/a", total("door", 0));
    await taken(server, 4);
    expect(await stateOf(server)).toMatchObject({ refused_messages: 3 });
    const lines = stderr()
      .split("\n")
      .filter((line) => line.includes("is refused"));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toBe(
      "headcount: MQTT: a message of the topic site/a is refused by headcount: is not JSON",
    );
    const { text } = await ask(await server.address(), "/metrics");
    expect(text).toContain("headcount_mqtt_refused_messages_total 3\n");
    // They do not come again.
    await server.end("SIGKILL");
    await server.start();
    await connected(server);
    await device.publish("site/a", total("door", 1));
    await taken(server, 1);
    expect(await stateOf(server)).toMatchObject({ messages: 1, refused_messages: 0 });
  });

  it("takes a message of several filters once for each adapter", async () => {
    const broker = await Mosquitto.start();
    const topics = ["esphome=#", "headcount=hall/#", "esphome=hall/#", "esphome=+/sensor/+/state"];
    const server = serverOf(broker.address(), topics);
    await server.start();
    await connected(server);
    const device = await broker.device();
    for (let count = 0; count < 3; count++) await device.publish("hall/sensor/a/state", "Entry");
    await device.publish("site/door", "Exit");
    await until(async () => (await passages(server)).length === 2);
    await idle(server);
    expect(await passages(server)).toEqual(["hall 1: 3", "site -1: 1"]);
    // The adapter headcount was asked, too.
    expect(await stateOf(server)).toMatchObject({ refused_messages: 3 });
  });

  it("says that the password is wrong, and goes on when it is right", async () => {
    const broker = await Mosquitto.start({ users: [USER] });
    const wrong = { ...USER, password: "s3cret-and-wrong" };
    const server = serverOf(broker.address(wrong), ["headcount=site/#"]);
    const { stderr } = await server.start();
    await until(async () => (await stateOf(server))?.error !== null);
    const error = "the broker does not let the user in: not authorized";
    expect(await stateOf(server)).toMatchObject({ connected: false, error });
    expect(stderr()).toContain(error);
    expect(stderr()).not.toContain(wrong.password);
    const readyz = await demand(await server.address(), "/readyz");
    expect(readyz).toMatchObject({ status: "ready", warnings: [`MQTT: ${error}`] });
  });

  it("says which filter the broker refuses, and takes the messages of the others", async () => {
    const broker = await Mosquitto.start({ users: [USER] });
    const server = serverOf(broker.address(USER), ["headcount=other/#", "headcount=site/#"]);
    const { stderr } = await server.start();
    await until(async () => (await stateOf(server))?.error !== null);
    const error =
      "the broker refuses the subscription: the user is not authorized to subscribe to the filter";
    expect(await stateOf(server)).toMatchObject({
      connected: true,
      filters: [
        { filter: "other/#", subscribed: false, error },
        { filter: "site/#", subscribed: true, error: null },
      ],
      error: `no messages of the filter other/#: ${error}`,
    });
    expect(stderr()).toContain(
      `no messages of the filter other/# come from 127.0.0.1:${broker.port}: ${error}`,
    );
    const device = await broker.device(USER);
    await device.publish("site/door", total("door", 0));
    await taken(server, 1);
  });

  it("does not trust a certificate of an unknown authority", async () => {
    const broker = await Mosquitto.start({ isSecure: true });
    const server = serverOf(broker.address(), ["headcount=site/#"]);
    await server.start();
    await until(async () => (await stateOf(server))?.error !== null);
    expect((await stateOf(server))?.error).toMatch(
      /^the certificate of the broker is not accepted: .*--mqtt-ca/,
    );
  });

  it.each([
    [["--mqtt", "http://broker"], "mqtt: is not an address such as mqtts://user:password@host:8883"],
    [["--mqtt", "mqtt://u:secret@broker:x"], "mqtt: is not an address such as mqtts://"],
    [["--mqtt", "mqtt://broker"], "--mqtt needs --mqtt-topic"],
    [["--mqtt-topic", "xovis=#"], "--mqtt-topic needs --mqtt"],
    [["--mqtt", "mqtt://broker", "--mqtt-topic", "a/#"], '"a/#" must be an adapter and a topic filter'],
    [
      ["--mqtt", "mqtt://broker", "--mqtt-topic", "nothing=a"],
      "has an unknown adapter; the adapters are axis, ",
    ],
    [["--mqtt", "mqtt://broker", "--mqtt-topic", "xovis=a/#/b"], "must have # at its end only"],
    [["--mqtt", "mqtt://broker", "--mqtt-topic", "xovis=a/b+"], "must have + and # alone between slashes"],
    [["--mqtt", "mqtt://broker", "--mqtt-topic", "xovis=a", "xovis=a"], "is given twice"],
    [
      ["--mqtt", "mqtt://broker", "--mqtt-topic", "xovis=a", "--mqtt-ca", "x"],
      "--mqtt-ca needs an address with mqtts://",
    ],
    [
      ["--mqtt", "mqtts://broker", "--mqtt-topic", "xovis=a", "--mqtt-ca", "/none"],
      "cannot read --mqtt-ca /none",
    ],
  ])("is refused at its start with %j", async (flags, message) => {
    const folder = temporaryFolder();
    const finished = await headcount(["serve", "--data-dir", `${folder}/data`, ...flags]);
    expect(finished.code).not.toBe(0);
    expect(finished.stderr).toContain(message);
    expect(finished.stderr).not.toContain("secret");
    expect(existsSync(`${folder}/data`)).toBe(false);
  });

  it("has several filters in one variable", async () => {
    const broker = await Mosquitto.start();
    const env = {
      HEADCOUNT_MQTT: broker.address(),
      HEADCOUNT_MQTT_TOPIC: "headcount=site/# presence=z/Big hall",
    };
    const server = new ServedDirectory(temporaryFolder(), [], env);
    await server.start();
    await connected(server);
    expect(await stateOf(server)).toMatchObject({
      filters: [
        { adapter: "headcount", filter: "site/#" },
        { adapter: "presence", filter: "z/Big hall" },
      ],
    });
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
