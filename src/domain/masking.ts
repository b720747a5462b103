import { invalid } from "./errors.ts";
import type { Webhook } from "./resources.ts";

/** Replaces a value that a token may not see (D18). */
export const MASK = "…";

type Secretive = Pick<Webhook, "endpoint" | "headers">;

/**
 * An address without the user in it, and with another query.
 *
 * @param maskQuery is given the query with its question mark
 */
export function maskedAddress(address: string, maskQuery: (query: string) => string): string {
  if (!URL.canParse(address)) return MASK;
  const { protocol, username, password, host, pathname, search, hash } = new URL(address);
  if (`${username}${password}${search}${hash}` === "") return address;
  const user = username === "" && password === "" ? "" : `${MASK}@`;
  return `${protocol}//${user}${host}${pathname}${search === "" ? "" : maskQuery(search)}`;
}

/** A webhook as tokens without the scope `write` see it (D18): credentials for other servers are masked. */
export function maskedWebhook<T extends Secretive>(webhook: T): T {
  const headers = Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, MASK]));
  return { ...webhook, endpoint: maskedEndpoint(webhook), headers };
}

/** Whether an address has a mask where a user or a query would be. */
export function isMasked(endpoint: string): boolean {
  const plain = withPlainMask(endpoint);
  return plain.includes(`//${MASK}@`) || plain.endsWith(`?${MASK}`);
}

/** An address with its mask as a character: parsers of addresses write it in percent-encoding. */
function withPlainMask(endpoint: string): string {
  return endpoint.replaceAll(encodeURIComponent(MASK), MASK);
}

/**
 * New fields of a webhook with its own values where they are masked: a client that was shown masks may send them
 * back.
 *
 * @throws HeadcountError `invalid` where a mask stands for nothing that the webhook has
 */
export function unmaskedFields<T extends Partial<Secretive>>(stored: Secretive, fields: T): T {
  const { endpoint, headers } = fields;
  return {
    ...fields,
    ...(endpoint === undefined ? {} : { endpoint: unmaskedEndpoint(stored, endpoint) }),
    ...(headers === undefined ? {} : { headers: unmaskedHeaders(stored, headers) }),
  };
}

function maskedEndpoint({ endpoint }: Pick<Webhook, "endpoint">): string {
  return maskedAddress(endpoint, () => `?${MASK}`);
}

function unmaskedEndpoint(stored: Secretive, endpoint: string): string {
  if (!isMasked(endpoint)) return endpoint;
  if (withPlainMask(endpoint) === maskedEndpoint(stored)) return stored.endpoint;
  throw invalid("endpoint", `${MASK} stands for the query of another address; send this one's whole`);
}

function unmaskedHeaders(stored: Secretive, headers: Webhook["headers"]): Webhook["headers"] {
  const known = new Map(Object.entries(stored.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const entries = Object.entries(headers).map(([name, value]) => {
    if (value !== MASK) return [name, value] as const;
    const own = known.get(name.toLowerCase());
    if (own === undefined) throw invalid(`headers.${name}`, `${MASK} stands for no value that it has`);
    return [name, own] as const;
  });
  return Object.fromEntries(entries);
}
