import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { headcount, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, ServedDirectory } from "../support/live-api.ts";
import { describeWithMosquitto, Mosquitto } from "../support/mosquitto.ts";
import { describeWithPostgres } from "../support/postgres.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { until } from "../support/waiting.ts";

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
  readonly filters: readonly { readonly filter: string; readonly subscribed: boolean; readonly error: string | null }[];
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

/** What passed by sensor and direction, such as `door 1: 4`. */
async function passages(server: ServedDirectory): Promise<string[]> {
  const query =
    "SELECT sensor_serial_number, trajectory, count(*) FROM events GROUP BY ALL ORDER BY 1, 2 DESC";
  const { rows } = await demand<{ rows: unknown[][] }>(await server.address(), "/v2/sql", { query });
  return rows.map(([serial, trajectory, count]) => `${serial} ${trajectory}: ${count}`);
}

/** What became of a sensor's readings, newest first. */
async function results(server: ServedDirectory, serialNumber: string): Promise<string[]> {
  const path = `/v2/sensors/${serialNumber}/readings/?page_size=1000`;
  const { results: listed } = await demand<{ results: { result: string }[] }>(await server.address(), path);
  return listed.map(({ result }) => result);
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
});
