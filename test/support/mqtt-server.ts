import { readFileSync } from "node:fs";
import { temporaryFolder } from "./headcount.ts";
import { demand, ServedDirectory } from "./live-api.ts";
import { until } from "./waiting.ts";

export const USER = { name: "counter", password: "p@ss/word", filter: "site/#" };

/** The last minutes, of which each has a total. */
const START = Math.floor(Date.now() / 60_000) * 60_000 - 12 * 60 * 60_000;

export function total(serialNumber: string, index: number) {
  const at = new Date(START + index * 60_000).toISOString();
  return { kind: "total", serial_number: serialNumber, at, in_total: 2 * index, out_total: index };
}

/** A crossing into a space, which is one of its own for each index. */
export function crossing(serialNumber: string, index: number) {
  const timestamp = new Date(START + index).toISOString();
  return { sensor_serial_number: serialNumber, timestamp, trajectory: 1, event_id: String(index) };
}

/** A server that takes the messages of a broker. */
export function serverOf(
  broker: string,
  topics: readonly string[],
  ...flags: readonly string[]
): ServedDirectory {
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
    readonly adapter: string;
    readonly filter: string;
    readonly subscribed: boolean;
    readonly error: string | null;
  }[];
}

export async function stateOf(server: ServedDirectory): Promise<State | undefined> {
  return (await demand<{ results: State[] }>(await server.address(), "/v2/admin/mqtt/")).results[0];
}

/** Waits until a server is connected to its broker, and has subscribed. */
export async function connected(server: ServedDirectory): Promise<void> {
  await until(async () => {
    const state = await stateOf(server);
    return state?.connected && state.filters.every(({ subscribed }) => subscribed);
  });
}

/** Waits until a server has taken a number of messages since its start. */
export async function taken(server: ServedDirectory, messages: number): Promise<void> {
  await until(async () => ((await stateOf(server))?.messages ?? 0) >= messages);
}

/** Waits until nothing waits to be stored. */
export async function idle(server: ServedDirectory): Promise<void> {
  await until(async () => (await stateOf(server))?.waiting_messages === 0);
}

/** What passed by sensor and direction, such as `door 1: 4`. */
export async function passages(server: ServedDirectory): Promise<string[]> {
  const query =
    "SELECT sensor_serial_number, trajectory, count(*) FROM events GROUP BY ALL ORDER BY 1, 2 DESC";
  const { rows } = await demand<{ rows: unknown[][] }>(await server.address(), "/v2/sql", { query });
  return rows.map(([serial, trajectory, count]) => `${serial} ${trajectory}: ${count}`);
}

/** The command line of a process, as the system shows it. */
export function commandLine(pid: number | undefined): string {
  return readFileSync(`/proc/${pid}/cmdline`, "utf8");
}
