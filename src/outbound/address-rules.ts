import ipaddr from "ipaddr.js";

/** An address as `node:dns` resolves it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Thrown where webhook calls may not go (D23); its message is for people. */
export class AddressRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AddressRefused";
  }
}

/** How the kinds of address that ipaddr.js tells apart are called, with their article. */
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

/** NAT64's well-known prefix; its last 32 bits are the IPv4 address that is reached (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** What IPv6 has given out as global unicast; the rest is reserved or has a special meaning. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * What kind of address this is, where webhook calls may not go there: anything but plain unicast on the
 * public internet. Null where they may.
 */
export function specialKindOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return "no address that can be checked";
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return kindOf(parsed.range());
  if (parsed.match(NAT64)) {
    const reached = ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString();
    const kind = specialKindOf(reached);
    return kind === null ? null : `${KINDS.rfc6052} of ${reached}, ${kind}`;
  }
  if (parsed.isIPv4MappedAddress()) {
    const reached = parsed.toIPv4Address();
    const kind = kindOf(reached.range());
    return kind === null ? (KINDS.ipv4Mapped ?? null) : `${KINDS.ipv4Mapped} of ${reached}, ${kind}`;
  }
  return kindOf(parsed.range()) ?? (parsed.match(GLOBAL_IPV6) ? null : kindOf("reserved"));
}

function kindOf(range: string): string | null {
  return range === "unicast" ? null : (KINDS[range] ?? "a reserved address");
}

/**
 * The addresses that a host may be reached at.
 *
 * @param host the name that was resolved, or the address itself
 * @throws AddressRefused where there is none, with what the first one is
 */
export function allowedAddresses(host: string, addresses: readonly ResolvedAddress[]): ResolvedAddress[] {
  const allowed = addresses.filter(({ address }) => specialKindOf(address) === null);
  const [first] = addresses;
  if (allowed.length > 0) return allowed;
  if (first === undefined) throw new AddressRefused(`${host} has no address`);
  const resolved = first.address === host ? "" : ` that ${host} resolves to`;
  throw new AddressRefused(
    `refused to connect to ${first.address}, ${specialKindOf(first.address)}${resolved} (see --allow-private-webhooks)`,
  );
}
