import { Agent } from "undici";

/**
 * Node's `fetch`, but for its giving up after five minutes without an answer, or without a piece of one: of
 * what takes as long as it takes, such as a query, the server says when it is enough.
 */
export function unhurriedFetch(): typeof fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  // Node's types know the option by those of the undici that is built in.
  return (input, init) => fetch(input, { ...init, dispatcher } as unknown as RequestInit);
}
