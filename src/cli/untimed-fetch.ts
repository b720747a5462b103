import { Agent } from "undici";

/**
 * Node's `fetch` without its limits of five minutes on the wait for a response and for the next piece of its body.
 * The server limits the duration of long requests, such as queries.
 */
export function untimedFetch(): typeof fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // Node's types expect the dispatcher of the built-in undici.
  return (input, init) => fetch(input, { ...init, dispatcher } as unknown as RequestInit);
}
