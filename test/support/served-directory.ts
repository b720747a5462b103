import { launchHeadcount, type StartingServer } from "./headcount.ts";

/** A data directory with a server that is killed and started again. */
export class ServedDirectory {
  readonly directory: string;
  readonly #token: string;
  #server: StartingServer | null = null;
  #address: string | null = null;
  #awaiting: ((address: string) => void)[] = [];

  constructor(directory: string, token: string) {
    this.directory = directory;
    this.#token = token;
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
      HEADCOUNT_TOKEN: this.#token,
    });
    this.#server = server;
    return server;
  }

  /** Sends the server a signal, and waits for its end; gives back its exit code. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#address = null;
    return (await this.#server?.stop(signal)) ?? null;
  }

  /** Tells the server to stop, and kills it where it has not ended by so many ms; gives back how it ended. */
  async killWhileStopping(ms: number): Promise<"killed" | "stopped"> {
    const server = this.#server;
    this.#address = null;
    const timer = setTimeout(() => server?.child.kill("SIGKILL"), ms);
    await server?.stop("SIGTERM");
    clearTimeout(timer);
    return server?.child.signalCode === "SIGKILL" ? "killed" : "stopped";
  }
}
