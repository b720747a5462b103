import type { LookupAddress } from "node:dns";
import { lookup as systemLookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { AddressRejected, rejection, specialKindOf } from "./special-addresses.ts";

type Addresses = readonly LookupAddress[];

export type Resolve = (name: string) => Promise<Addresses>;

/** Creates connectors of undici; tests use one that stays on the machine. */
export type ConnectorFactory = (options: {
  readonly timeout: number;
  readonly lookup: LookupFunction;
  readonly autoSelectFamily: true;
}) => buildConnector.connector;

interface GuardOptions {
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
  const check = (host: string, addresses: Addresses) => {
    if (privateAdvice === null) return addresses;
    const allowed = addresses.filter(({ address }) => specialKindOf(address) === null);
    if (allowed.length > 0) return allowed;
    const [first] = addresses;
    // The kind of the first address says why there is none.
    throw new AddressRejected(
      first === undefined ? `${host} has no address` : rejection(host, first.address, privateAdvice),
    );
  };
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
