import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const KINDS: Readonly<Record<string, string>> = {
  unspecified: "an unspecified address",
  broadcast: "a broadcast address",
  multicast: "a multicast address",
  linkLocal: "a link-local address",
  loopback: "a loopback address",
  carrierGradeNat: "an address behind a carrier's NAT",
  private: "a private address",
  uniqueLocal: "a unique local address",
  deprecatedSiteLocal: "a site-local address",
  ipv4Mapped: "an IPv4-mapped address",
  rfc6052: "a NAT64 address",
  "6to4": "a 6to4 address",
  teredo: "a Teredo address",
};

/** The prefix of NAT64. The last 32 bits are the IPv4 address (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** The global unicast range of IPv6; all other addresses are reserved or special. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * The kind of an address that webhook calls may not use: any but unicast on the public internet. Null if it is
 * allowed.
 */
export function specialKindOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return "an address that cannot be checked";
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return kindOf(parsed.range());
  if (parsed.match(NAT64)) {
    const embedded = ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString();
    const kind = specialKindOf(embedded);
    return kind === null ? null : `${KINDS.rfc6052} of ${embedded}, ${kind}`;
  }
  if (parsed.isIPv4MappedAddress()) {
    const embedded = parsed.toIPv4Address();
    const kind = kindOf(embedded.range());
    return kind === null ? (KINDS.ipv4Mapped ?? null) : `${KINDS.ipv4Mapped} of ${embedded}, ${kind}`;
  }
  return kindOf(parsed.range()) ?? (parsed.match(GLOBAL_IPV6) ? null : kindOf("reserved"));
}

function kindOf(range: string): string | null {
  return range === "unicast" ? null : (KINDS[range] ?? "a reserved address");
}

/** The error of a webhook call to an address that is not allowed (D23). */
export class AddressRejected extends Error {
  override readonly name = "AddressRejected";
}

/**
 * The message of a connection to a special address (D23).
 *
 * @param host the name that resolves to the address, or the address itself
 * @param advice how to allow it
 */
export function rejection(host: string, address: string, advice: string): string {
  const resolved = address === host ? "" : ` that ${host} resolves to`;
  return `not allowed to connect to ${address}, ${specialKindOf(address)}${resolved} (${advice})`;
}

/**
 * Why all calls to an endpoint will be refused, as far as its URL shows: the host is a special address or `localhost`.
 * Other names are looked up only when a call is made. Null if the URL shows no reason.
 *
 * @param advice as in the options of the sender; null allows all addresses
 */
export function refusalOf(endpoint: string, advice: string | null): string | null {
  if (advice === null || !URL.canParse(endpoint)) return null;
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, "");
  const address = /^(.+\.)?localhost$/.test(host) ? "127.0.0.1" : host;
  return isIP(address) === 0 || specialKindOf(address) === null ? null : rejection(host, address, advice);
}
