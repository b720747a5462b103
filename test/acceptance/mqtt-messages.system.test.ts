import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { headcount, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, ServedDirectory } from "../support/live-api.ts";
import { describeWithMosquitto, Mosquitto } from "../support/mosquitto.ts";
import {
  commandLine,
  connected,
  idle,
  passages,
  serverOf,
  stateOf,
  taken,
  total,
  USER,
} from "../support/mqtt-server.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

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

  it("reads the messages of each topic with its adapter, with several filters in one variable", async () => {
    const broker = await Mosquitto.start();
    const topics = [
      ...words`headcount=site/# ngsi=fiware/+ esphome=+/crossing esphome=+/status presence=z/#`,
      "presence=y/Big hall",
    ];
    const env = { HEADCOUNT_MQTT: broker.address(), HEADCOUNT_MQTT_TOPIC: topics.join(" ") };
    const server = new ServedDirectory(temporaryFolder(), [], env);
    await server.start();
    await connected(server);
    const filters = (await stateOf(server))?.filters.map(({ adapter, filter }) => `${adapter}=${filter}`);
    expect(filters).toEqual(topics);
    const device = await broker.device();
    const crossing = { sensor_serial_number: "gate", timestamp: total("", 0).at, trajectory: -1 };
    await device.publish(
      "site/rows",
      [total("door", 0), total("door", 1), crossing].map((row) => JSON.stringify(row)).join("\n"),
    );
    await device.publish("fiware/flow", {
      id: "urn:flow:1",
      type: "CrowdFlowObserved",
      dateObservedFrom: total("", 0).at,
      dateObservedTo: total("", 5).at,
      peopleCountTowards: 3,
      peopleCountAway: 4,
    });
    await device.publish("hall/crossing", "Exit");
    await device.publish("loft/status", "online");
    await device.publish("z/Big room", { occupancy: true });
    await device.publish("not/subscribed", crossing);
    await taken(server, 5);
    expect(await passages(server)).toEqual([
      "door 1: 2",
      "door -1: 1",
      "gate -1: 1",
      "hall -1: 1",
      "urn:flow:1 1: 3",
      "urn:flow:1 -1: 4",
    ]);
    // Presence is no count.
    expect(await stateOf(server)).toMatchObject({ messages: 5, refused_messages: 1 });
    const sensors = "/v2/sensors/?page_size=100";
    const { results } = await demand<{ results: { serial_number: string; status: string }[] }>(
      await server.address(),
      sensors,
    );
    const online = results.filter(({ status }) => status === "online").map((each) => each.serial_number);
    expect(online).toEqual(expect.arrayContaining(["loft", "Big room"]));
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
    await device.publish("site/b", { ...total("door", 0), in_total: -1 });
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
});
