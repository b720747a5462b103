import type { HTTPError, KyInstance } from "ky";
import { HeadcountError, type Issue } from "../domain/errors.ts";

/** How long one request may take, and how often one refused for lack of room is tried again. */
const REQUEST_MS = 120_000;
const RETRIES = 5;
const RETRY_MS = 90_000;

/** A page of a list, as the API answers it. */
interface Page<T> {
  readonly next: string | null;
  readonly results: readonly T[];
}

/** What an error says, as far as it comes from this program's server (D17). */
interface Problem {
  readonly detail?: string;
  readonly title?: string;
  readonly errors?: readonly Issue[];
}

/** A server that the command line works through. */
export class RemoteServer {
  readonly #address: string;
  readonly #token: string;

  constructor(address: string, token: string) {
    this.#address = address;
    this.#token = token;
  }

  async #connect(): Promise<KyInstance> {
    const { default: ky } = await import("ky");
    return ky.create({
      prefixUrl: this.#address,
      headers: { authorization: `Bearer ${this.#token}` },
      timeout: REQUEST_MS,
      retry: {
        limit: RETRIES,
        methods: ["get", "post", "delete"],
        statusCodes: [429, 503],
        afterStatusCodes: [429, 503],
        maxRetryAfter: RETRY_MS,
      },
    });
  }

  /** @throws HeadcountError with what the server says is wrong */
  get<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T> {
    return this.#explaining((client) => client.get(path, { searchParams: { ...query } }).json<T>());
  }

  /** As `get`, with a JSON body. */
  post<T>(path: string, body: unknown, query: Readonly<Record<string, string>> = {}): Promise<T> {
    return this.#explaining((client) =>
      client.post(path, { json: body, searchParams: { ...query } }).json<T>(),
    );
  }

  delete(path: string): Promise<void> {
    return this.#explaining(async (client) => {
      await client.delete(path);
    });
  }

  /** All items of a list, page by page, and the first page with what it says of the whole. */
  async list<T, P extends Page<T>>(
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<P & { results: T[] }> {
    const first = await this.get<P>(path, { ...query, page_size: "1000" });
    const results = [...first.results];
    for (let page = 2, next = first.next; next !== null; page++) {
      const following: P = await this.get<P>(path, { ...query, page_size: "1000", page: String(page) });
      results.push(...following.results);
      next = following.next;
    }
    return { ...first, results };
  }

  async #explaining<T>(request: (client: KyInstance) => Promise<T>): Promise<T> {
    const { HTTPError } = await import("ky");
    try {
      return await request(await this.#connect());
    } catch (error) {
      if (error instanceof HTTPError) throw await this.#refusal(error);
      throw new HeadcountError("unavailable", `cannot reach ${this.#address}: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  async #refusal(error: HTTPError): Promise<HeadcountError> {
    const problem = await error.response.json<Problem>().catch(() => null);
    const detail = problem?.detail ?? problem?.title ?? error.response.statusText;
    return new HeadcountError("unavailable", `the server answered ${error.response.status}: ${detail}`, {
      cause: error,
      issues: problem?.errors ?? [],
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
