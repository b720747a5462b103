import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

type Addresses = readonly LookupAddress[];

/** Resolves all addresses of a name. */
export type Resolve = (name: string) => Promise<Addresses>;

/** Creates connectors of undici; tests use one that stays on the machine. */
export type ConnectorFactory = (options: {
  readonly timeout: number;
  readonly lookup: LookupFunction;
  readonly autoSelectFamily: true;
}) => buildConnector.connector;

interface GuardOptions {
  /** As in the options of the sender. */
  readonly privateAdvice: string | null;
  /** In ms, name lookup included. */
  readonly timeout: number;
  readonly resolve?: Resolve | undefined;
  readonly makeConnector?: ConnectorFactory | undefined;
}

/**
 * Connects only to addresses that webhook calls may use. The check is between name lookup and connecting, so that the
 * connection uses the checked address, even if the name resolves to another one the next time.
 */
export function guardedConnector({
  privateAdvice,
  timeout,
  resolve = (name) => systemLookup(name, { all: true }),
  makeConnector = buildConnector,
}: GuardOptions): buildConnector.connector {
  const check = (host: string, addresses: Addresses) =>
    privateAdvice === null ? addresses : allowedAddresses(host, addresses, privateAdvice);
  const lookup: LookupFunction = (name, _options, callback) => {
    resolve(name)
      .then((addresses) => check(name, addresses))
      .then(
        (addresses) => callback(null, [...addresses]),
        (error: NodeJS.ErrnoException) => callback(error, "", 0),
      );
  };
  // With this option, Node asks for all addresses of a name.
  const connect = makeConnector({ timeout, lookup, autoSelectFamily: true });
  return (options, callback) => {
    const family = isIP(options.hostname);
    // An address is connected to without a lookup.
    if (family !== 0) {
      try {
        check(options.hostname, [{ address: options.hostname, family }]);
      } catch (error) {
        callback(error as Error, null);
        return;
      }
    }
    connect(options, callback);
  };
}

/** The error of a webhook call to an address that is not allowed (D23). */
export class AddressRejected extends Error {
  override readonly name = "AddressRejected";
}

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
function allowedAddresses(host: string, addresses: Addresses, advice: string): Addresses {
  const allowed = addresses.filter(({ address }) => specialKindOf(address) === null);
  const [first] = addresses;
  if (allowed.length > 0) return allowed;
  if (first === undefined) throw new AddressRejected(`${host} has no address`);
  const resolved = first.address === host ? "" : ` that ${host} resolves to`;
  throw new AddressRejected(
    `not allowed to connect to ${first.address}, ${specialKindOf(first.address)}${resolved} (${advice})`,
  );
}
