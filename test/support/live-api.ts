import type { ServedDirectory } from "./served-directory.ts";
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

/** One request to the server as it is now; throws where no whole answer comes. */
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
 * Makes a request until it is answered, as a sensor would: again and again where the server is not there, or
 * says 503. Null where it was not answered and `isGivenUp` says so: nobody knows what became of it.
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
