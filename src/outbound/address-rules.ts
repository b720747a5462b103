import ipaddr from "ipaddr.js";

/** An address as `node:dns` resolves it. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** The error of a webhook call to an address that is not allowed (D23). */
export class AddressRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = "AddressRejected";
  }
}

/** Names of the kinds of address of ipaddr.js. */
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

/**
 * The allowed addresses of a host.
 *
 * @param host the resolved name, or the address itself
 * @throws AddressRejected if there is none, with the kind of the first address
 */
export function allowedAddresses(host: string, addresses: readonly ResolvedAddress[]): ResolvedAddress[] {
  const allowed = addresses.filter(({ address }) => specialKindOf(address) === null);
  const [first] = addresses;
  if (allowed.length > 0) return allowed;
  if (first === undefined) throw new AddressRejected(`${host} has no address`);
  const resolved = first.address === host ? "" : ` that ${host} resolves to`;
  throw new AddressRejected(
    `not allowed to connect to ${first.address}, ${specialKindOf(first.address)}${resolved} (see --allow-private-webhooks)`,
  );
}
