import type { ClientOptions, HeadcountClient } from "../client/index.ts";
import { HeadcountError } from "../domain/errors.ts";

/** What comes with the client. */
type ClientLibrary = typeof import("../client/index.ts");

/** All items that come one after another. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** A server that the command line works through. */
export class RemoteServer {
  readonly #address: string;
  readonly #token: string;
  #unhurried: typeof fetch | null = null;

  constructor(address: string, token: string) {
    this.#address = address;
    this.#token = token;
  }

  /** Does work of which the server says how long it may take, as `run` does. */
  async runUnhurried<T>(work: (client: HeadcountClient, library: ClientLibrary) => Promise<T>): Promise<T> {
    const { retryingFetchWith } = await import("../client/index.ts");
    const { unhurriedFetch } = await import("./unhurried-fetch.ts");
    this.#unhurried ??= unhurriedFetch();
    return this.run(work, { fetch: retryingFetchWith(this.#unhurried) });
  }

  /**
   * Does some work with a client of the server.
   *
   * @param options what the client sends requests with, where that is not to be what it does by itself
   * @throws HeadcountError with what the server says is wrong, or why it cannot be reached: `invalid` where it
   * answers 400, as the same is on a directory, and else `unavailable`
   */
  async run<T>(
    work: (client: HeadcountClient, library: ClientLibrary) => Promise<T>,
    options: Pick<ClientOptions, "fetch"> = {},
  ): Promise<T> {
    // Loaded where it is used: help and wrong usage are answered without.
    const library = await import("../client/index.ts");
    const { createClient, Problem } = library;
    try {
      return await work(createClient({ address: this.#address, token: this.#token, ...options }), library);
    } catch (error) {
      if (error instanceof HeadcountError) throw error;
      if (error instanceof Problem) {
        const { status, message, issues } = error;
        const kind = status === 400 ? "invalid" : "unavailable";
        throw new HeadcountError(kind, `the server answered ${status}: ${message}`, {
          cause: error,
          issues,
        });
      }
      throw new HeadcountError("unavailable", `cannot reach ${this.#address}: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
