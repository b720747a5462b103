import { invalid } from "./errors.ts";
import type { Webhook } from "./resources.ts";

/** Replaces values that a token must not see (D18). */
export const MASK = "…";

type Secretive = Pick<Webhook, "endpoint" | "headers">;

export function maskedAddress(address: string, maskQuery: (query: string) => string): string {
  if (!URL.canParse(address)) return MASK;
  const { protocol, username, password, host, pathname, search, hash } = new URL(address);
  if (`${username}${password}${search}${hash}` === "") return address;
  const user = username === "" && password === "" ? "" : `${MASK}@`;
  return `${protocol}//${user}${host}${pathname}${search === "" ? "" : maskQuery(search)}`;
}

/** A webhook as shown to tokens without the scope `write` (D18): credentials for other servers are masked. */
export function maskedWebhook<T extends Secretive>(webhook: T): T {
  const headers = Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, MASK]));
  return { ...webhook, endpoint: maskedEndpoint(webhook), headers };
}

export function isMasked(endpoint: string): boolean {
  const plain = withPlainMask(endpoint);
  return plain.includes(`//${MASK}@`) || plain.endsWith(`?${MASK}`);
}

/** A URL with its mask as a plain character; URL parsers percent-encode it. */
function withPlainMask(endpoint: string): string {
  return endpoint.replaceAll(encodeURIComponent(MASK), MASK);
}

/**
 * Replaces masked values in new fields of a webhook by the stored ones: a client may send back what it was shown.
 *
 * @throws HeadcountError `invalid` if the webhook has no stored value for a mask
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
  throw invalid("endpoint", `${MASK} cannot be kept for a changed URL; send the whole URL`);
}

function unmaskedHeaders(stored: Secretive, headers: Webhook["headers"]): Webhook["headers"] {
  const known = new Map(Object.entries(stored.headers).map(([name, value]) => [name.toLowerCase(), value]));
  const entries = Object.entries(headers).map(([name, value]) => {
    if (value !== MASK) return [name, value] as const;
    const own = known.get(name.toLowerCase());
    if (own === undefined)
      throw invalid(`headers.${name}`, `${MASK} stands for a stored value, and the webhook has none`);
    return [name, own] as const;
  });
  return Object.fromEntries(entries);
}
