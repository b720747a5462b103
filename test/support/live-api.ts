import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { launchHeadcount, type StartingServer } from "./headcount.ts";
import { moment } from "./waiting.ts";

/** The token that the servers of these tests let in. */
export const LIVE_TOKEN = "durability";

/** How long a request may take before its sender takes the server for lost, in ms. */
const ANSWER_MS = 20_000;

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
  /** The position of the log that it shows; null without a cluster. */
  readonly position: bigint | null;
}

/** What a request has besides its path. */
interface RequestParts {
  /** By default POST with a body, GET without. */
  readonly method?: string;
  readonly text?: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where requests are sent: a server, or one of several. */
export interface Served {
  /** The address for the next request, when there is one. */
  address(): Promise<string>;
}

/** One request to the server as it is now; throws if no whole answer comes. */
export async function ask(
  address: string,
  path: string,
  { method, text, type = "application/json", headers }: RequestParts = {},
  accept = "application/json",
): Promise<RawAnswer> {
  const response = await fetch(`${address}${path}`, {
    method: method ?? (text === undefined ? "GET" : "POST"),
    ...(text === undefined ? {} : { body: text }),
    headers: {
      authorization: `Bearer ${LIVE_TOKEN}`,
      accept,
      ...(text === undefined ? {} : { "content-type": type }),
      ...headers,
    },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const position = response.headers.get("headcount-position");
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get("retry-after"),
    position: position === null ? null : BigInt(position),
  };
}

/** A request that must succeed. */
export async function demand<T>(address: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(address, path, body === undefined ? {} : { text: JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

/**
 * Makes a space with a doorway of the same name, which a sensor stands inside of.
 * @returns the id of the space
 */
export async function makeRoom(address: string, serial: string, space: object = {}): Promise<string> {
  const body = { name: "Hall", ...space };
  const { id: space_id } = await demand<{ id: string }>(address, "/v2/spaces/", body);
  const doorway = { name: body.name, sensor_serial_number: serial };
  const { id: doorway_id } = await demand<{ id: string }>(address, "/v2/doorways/", doorway);
  await demand(address, "/v2/links/", { space_id, doorway_id, sensor_placement: 1 });
  return space_id;
}

/**
 * Makes a request until it is answered, as a sensor would: again and again if the server is not there, or
 * says 503. Null if it was not answered and `isGivenUp` says so: its outcome is unknown.
 */
export async function askUntilAnswered(
  server: Served,
  isGivenUp: () => boolean,
  ...[path, parts]: readonly [path: string, parts: RequestParts]
): Promise<RawAnswer | null> {
  for (;;) {
    const address = await server.address();
    const answer = await ask(address, path, parts).catch(() => null);
    if (answer === null ? isGivenUp() : answer.status !== 503) return answer;
    // Of a change that the log of a cluster has, a server without room says so; then it is as if the answer were lost.
    if (answer?.retryAfter === null && !answer.text.includes("the change has been made"))
      throw new Error(`a 503 without Retry-After: ${answer.text}`);
    await moment(20);
  }
}

/** A data directory with a server that is killed and started again. */
export class ServedDirectory implements Served {
  readonly directory: string;
  /** The path of another copy of the program, for the servers that are started from now on. */
  program: string | undefined;
  readonly #flags: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #server: StartingServer | null = null;
  readonly #servers: StartingServer[] = [];
  #address: string | null = null;
  #lastAddress: string | null = null;
  #awaiting: ((address: string) => void)[] = [];

  /**
   * @param flags further flags of the server
   * @param env further variables of its environment
   */
  constructor(directory: string, flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
    this.directory = directory;
    this.#flags = flags;
    this.#env = env;
  }

  /** The address of the server that serves, or of the next one. */
  async address(): Promise<string> {
    return this.#address ?? new Promise((resolve) => this.#awaiting.push(resolve));
  }

  /** Starts a server, and waits until it serves. */
  async start(): Promise<StartingServer> {
    const server = this.launch();
    this.#address = await server.address;
    this.#lastAddress = this.#address;
    for (const resolve of this.#awaiting.splice(0)) resolve(this.#address);
    return server;
  }

  /** Starts a server that need not come to serve. */
  launch(): StartingServer {
    const flags = ["--port", "0", "--rate-limit", "none", "--allow-private-webhooks"];
    const args = ["serve", "--data-dir", this.directory, ...flags, ...this.#flags];
    const env = { HEADCOUNT_TOKEN: LIVE_TOKEN, ...this.#env };
    const server = launchHeadcount(args, env, this.program === undefined ? {} : { program: this.program });
    this.#server = server;
    this.#servers.push(server);
    void server.ended.then(() => {
      if (this.#server === server) this.#address = null;
    });
    return server;
  }

  /** The address of the server that was started last. */
  get lastAddress(): string | null {
    return this.#lastAddress;
  }

  /** The errors in the logs of its servers, beside requests that are to be repeated. */
  get errors(): readonly string[] {
    const isError = (line: string) => /^\{"level":[56]0/.test(line) && !line.includes('"kind":"unavailable"');
    return this.#servers.flatMap((server) => server.stderr().split("\n").filter(isError));
  }

  /** Whether it serves. */
  get isServing(): boolean {
    return this.#address !== null;
  }

  /** Whether it says that it is ready. */
  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWER_MS);
    return (await fetch(`${this.#lastAddress}/readyz`, { signal }).catch(() => null))?.status === 200;
  }

  /** Lets no file of the server grow any more, as a full disk does. */
  async fillDisk(): Promise<void> {
    const log = join(this.directory, "headcount.duckdb.wal");
    await this.#limitFiles(String(statSync(log, { throwIfNoEntry: false })?.size ?? 0));
  }

  /** Lets the files of the server grow again. */
  async freeDisk(): Promise<void> {
    if (this.isServing) await this.#limitFiles("unlimited");
  }

  async #limitFiles(bytes: string): Promise<void> {
    await promisify(execFile)("prlimit", [`--pid=${this.#server?.child.pid}`, `--fsize=${bytes}:unlimited`]);
  }

  /** Sends the server a signal, and goes on. */
  signal(signal: NodeJS.Signals): void {
    this.#server?.child.kill(signal);
  }

  /** Sends the server a signal, and waits for its end; gives back its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#address = null;
    return (await this.#server?.stop(signal)) ?? null;
  }

  /** Tells the server to stop, and kills it after a time limit in ms; returns how it ended. */
  async killWhileStopping(ms: number): Promise<"killed" | "stopped"> {
    const server = this.#server;
    this.#address = null;
    const timer = setTimeout(() => server?.child.kill("SIGKILL"), ms);
    await server?.stop("SIGTERM");
    clearTimeout(timer);
    return server?.child.signalCode === "SIGKILL" ? "killed" : "stopped";
  }
}
