import type { Command } from "commander";
import type { ClientOptions, HeadcountClient } from "../client/index.ts";
import { HeadcountError, notFound } from "../domain/errors.ts";
import { readId } from "../domain/ids.ts";
import type { Space } from "../domain/resources.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";

type ClientLibrary = typeof import("../client/index.ts");

/** Collects the items of an iterable. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

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

  /** Does some work as `run` does, for requests whose duration only the server limits. */
  async runUntimed<T>(work: Work<T>): Promise<T> {
    const { retryingFetchWith } = await import("../client/index.ts");
    this.#untimed ??= await untimedFetch();
    return this.run(work, { fetch: retryingFetchWith(this.#untimed) });
  }

  /** Does some work as `runUntimed` does, but sends no request a second time. */
  async runOnce<T>(work: Work<T>): Promise<T> {
    return this.run(work, { fetch: await untimedFetch() });
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

/** The target of a command: a data directory, or a running server. */
export type Target =
  | { readonly kind: "directory"; readonly directory: string }
  | { readonly kind: "server"; readonly server: RemoteServer };

interface TargetOptions {
  readonly dataDir?: string;
  readonly url?: string;
  readonly token?: string;
}

/**
 * The target that the settings name; flags take precedence over environment variables.
 *
 * @throws HeadcountError `invalid` if they name none, or two
 */
export function chooseTarget(command: Command, { dataDir, url, token }: TargetOptions): Target {
  const isFlag = (name: string) => command.getOptionValueSource(name) === "cli";
  if (isFlag("dataDir") && isFlag("url")) throw usage("give either --data-dir or --url, not both");
  if (url !== undefined && !isFlag("dataDir")) {
    if (token === undefined) throw usage("--url needs --token");
    return { kind: "server", server: new RemoteServer(url, token) };
  }
  if (dataDir === undefined)
    throw usage("no data directory given: use --data-dir <directory>, or --url <address> --token <token>");
  return { kind: "directory", directory: dataDir };
}

/** A usage error. */
export function usage(message: string): HeadcountError {
  return new HeadcountError("invalid", message);
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

/**
 * Finds a space of a data directory by its id or its name.
 *
 * @throws HeadcountError `not-found` if there is none, `invalid` if several spaces have the name
 */
export function findSpace(catalog: Catalog, wanted: string): Space {
  const id = readId("space", wanted);
  if (id !== null) return catalog.space(id);
  return onlyOne(
    catalog.spaces.all().filter((space) => space.name === wanted),
    wanted,
  );
}

/** Finds the id of a space of a server. An id is returned without a check that the space exists. */
export async function findSpaceId(server: RemoteServer, wanted: string): Promise<string> {
  if (readId("space", wanted) !== null) return wanted;
  const spaces = await server.run(({ v2 }, { itemsOf }) =>
    collect(itemsOf((query) => v2.GET("/v2/spaces/", { params: { query } }))),
  );
  return onlyOne(
    spaces.filter((space) => space.name === wanted),
    wanted,
  ).id;
}

function onlyOne<T>(spaces: readonly T[], name: string): T {
  const [space] = spaces;
  if (space === undefined) throw notFound("space", JSON.stringify(name));
  if (spaces.length > 1)
    throw usage(`${spaces.length} spaces are named ${JSON.stringify(name)}; give the id of one`);
  return space;
}
