import type { ClientOptions, HeadcountClient, itemsOf, PageQuery } from "../client/index.ts";
import { HeadcountError } from "../domain/errors.ts";

type ClientLibrary = typeof import("../client/index.ts");

type Work<T> = (client: HeadcountClient, library: ClientLibrary) => Promise<T>;

/** A running server that a command uses. */
export class RemoteServer {
  readonly #address: string;
  readonly #token: string;
  #untimed: typeof fetch | null = null;

  constructor(address: string, token: string) {
    this.#address = address;
    this.#token = token;
  }

  /** All items of a list. @throws HeadcountError as `run` does */
  list<Item>(
    request: (v2: HeadcountClient["v2"], query: PageQuery) => ReturnType<Parameters<typeof itemsOf<Item>>[0]>,
  ): Promise<Item[]> {
    return this.run(async ({ v2 }, { itemsOf }) => {
      const all: Item[] = [];
      for await (const item of itemsOf((query) => request(v2, query))) all.push(item);
      return all;
    });
  }

  /** Does some work as `run` does, for requests whose duration only the server limits. */
  async runUntimed<T>(work: Work<T>): Promise<T> {
    const { retryingFetch } = await import("../client/index.ts");
    this.#untimed ??= await untimedFetch();
    return this.run(work, { fetch: retryingFetch({ fetch: this.#untimed, timeout: false }) });
  }

  /**
   * Does some work with a client of the server.
   *
   * @param options how the client sends requests, if not by its default
   * @throws HeadcountError with the message of the server, or why it cannot be reached: `invalid` if the server
   * answers 400, as on a data directory, otherwise `unavailable`
   */
  async run<T>(work: Work<T>, options: Pick<ClientOptions, "fetch"> = {}): Promise<T> {
    // Imported here, so that help and usage errors do not load the client.
    const library = await import("../client/index.ts");
    const { createClient, Problem } = library;
    try {
      return await work(createClient({ address: this.#address, token: this.#token, ...options }), library);
    } catch (error) {
      if (error instanceof HeadcountError) throw error;
      if (!(error instanceof Problem)) {
        const reason = `cannot reach ${this.#address}: ${reasonOf(error)}`;
        throw new HeadcountError("unavailable", reason, { cause: error });
      }
      const { status, message, issues } = error;
      const kind = status === 400 ? "invalid" : "unavailable";
      throw new HeadcountError(kind, `the server answered ${status}: ${message}`, { cause: error, issues });
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/**
 * Node's `fetch` without its limits of five minutes on the wait for a response and for the next piece of its body.
 * The server limits the duration of long requests, such as queries.
 */
async function untimedFetch(): Promise<typeof fetch> {
  // Imported here, so that commands without such requests do not load it.
  const { Agent } = await import("undici");
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // Node's types expect the dispatcher of the built-in undici.
  return (input, init) => fetch(input, { ...init, dispatcher } as unknown as RequestInit);
}
