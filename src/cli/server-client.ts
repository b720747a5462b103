import type { answerOf, ClientOptions, HeadcountClient, itemsOf, PageQuery } from "../client/index.ts";
import { HeadcountError, isPipeClosed } from "../domain/errors.ts";

type ClientLibrary = typeof import("../client/index.ts");

export type Work<T> = (client: HeadcountClient, library: ClientLibrary) => Promise<T>;

export type Request<T> = (v2: HeadcountClient["v2"]) => Parameters<typeof answerOf<T>>[0];

export type Send = NonNullable<ClientOptions["fetch"]>;

/** The server that a command uses: a running one or, with `send`, one of this process that does not listen. */
export class ServerClient {
  readonly #address: string;
  readonly #token: string;
  readonly #send: Send | null;
  #untimed: typeof fetch | null = null;

  /** @param send sends the requests, and throws the errors of a server of this process as they are */
  constructor(address: string, token: string, send: Send | null = null) {
    this.#address = address;
    this.#token = token;
    this.#send = send;
  }

  /** The answer to one request. @throws HeadcountError as `run` does */
  answer<T>(request: Request<T>): Promise<T> {
    return this.run(({ v2 }, { answerOf }) => answerOf(request(v2)));
  }

  /** As `answer`, for a request whose duration only the server limits. */
  answerUntimed<T>(request: Request<T>): Promise<T> {
    return this.runUntimed(({ v2 }, { answerOf }) => answerOf(request(v2)));
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
    if (this.#send !== null) return this.run(work);
    const { retryingFetch } = await import("../client/index.ts");
    this.#untimed ??= await untimedFetch();
    return this.run(work, { fetch: retryingFetch({ fetch: this.#untimed, timeout: false }) });
  }

  /**
   * Does some work with a client of the server.
   *
   * @param fetch how the client sends requests to a running server, if not by its default
   * @throws HeadcountError with the message of the server, or why it cannot be reached: `invalid` if the server
   * answers 400, as on a data directory, otherwise `unavailable`
   */
  async run<T>(work: Work<T>, { fetch }: { readonly fetch?: Send } = {}): Promise<T> {
    // Imported here, so that help and usage errors do not load the client.
    const library = await import("../client/index.ts");
    const { createClient, Problem } = library;
    const send = this.#send ?? fetch;
    const options = { address: this.#address, token: this.#token, ...(send && { fetch: send }) };
    try {
      return await work(createClient(options), library);
    } catch (error) {
      if (error instanceof HeadcountError || this.#send !== null || isPipeClosed(error)) throw error;
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

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there; is the server running, and is its port right?",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the host name cannot be looked up at the moment",
  ETIMEDOUT: "it does not answer",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
};

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  if (cause.message === "bad port")
    return "requests to this port are blocked, as browsers do; use another --port";
  const words = "code" in cause && typeof cause.code === "string" ? REASONS[cause.code] : undefined;
  return words ?? cause.message;
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
