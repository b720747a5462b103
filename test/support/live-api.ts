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
}

/** One request to the server as it is now; throws if no whole answer comes. */
export async function ask(
  address: string,
  path: string,
  body?: {
    readonly text: string;
    readonly type?: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
  accept = "application/json",
): Promise<RawAnswer> {
  const response = await fetch(`${address}${path}`, {
    ...(body === undefined ? {} : { method: "POST", body: body.text }),
    headers: {
      authorization: `Bearer ${LIVE_TOKEN}`,
      accept,
      ...(body === undefined ? {} : { "content-type": body.type ?? "application/json" }),
      ...body?.headers,
    },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get("retry-after"),
  };
}

/** A request that must succeed. */
export async function demand<T>(address: string, path: string, body?: unknown): Promise<T> {
  const answer = await ask(address, path, body === undefined ? undefined : { text: JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

/**
 * Makes a request until it is answered, as a sensor would: again and again if the server is not there, or
 * says 503. Null if it was not answered and `isGivenUp` says so: its outcome is unknown.
 */
export async function askUntilAnswered(
  server: ServedDirectory,
  isGivenUp: () => boolean,
  ...[path, body]: readonly [path: string, body: NonNullable<Parameters<typeof ask>[2]>]
): Promise<RawAnswer | null> {
  for (;;) {
    const address = await server.address();
    try {
      const answer = await ask(address, path, body);
      if (answer.status !== 503) return answer;
      if (answer.retryAfter === null) throw new TypeError("a 503 without Retry-After");
    } catch {
      if (isGivenUp()) return null;
    }
    await moment(20);
  }
}

/** A data directory with a server that is killed and started again. */
export class ServedDirectory {
  readonly directory: string;
  #server: StartingServer | null = null;
  #address: string | null = null;
  #awaiting: ((address: string) => void)[] = [];

  constructor(directory: string) {
    this.directory = directory;
  }

  /** The address of the server that serves, or of the next one. */
  async address(): Promise<string> {
    return this.#address ?? new Promise((resolve) => this.#awaiting.push(resolve));
  }

  /** Starts a server, and waits until it serves. */
  async start(): Promise<StartingServer> {
    const server = this.launch();
    this.#address = await server.address;
    for (const resolve of this.#awaiting.splice(0)) resolve(this.#address);
    return server;
  }

  /** Starts a server that need not come to serve. */
  launch(): StartingServer {
    const flags = ["--port", "0", "--rate-limit", "none", "--allow-private-webhooks"];
    const server = launchHeadcount(["serve", "--data-dir", this.directory, ...flags], {
      HEADCOUNT_TOKEN: LIVE_TOKEN,
    });
    this.#server = server;
    return server;
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
