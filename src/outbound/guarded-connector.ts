import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { allowedAddresses, type ResolvedAddress } from "./address-rules.ts";

/** Resolves all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Creates connectors of undici; tests use one that stays on the machine. */
export type ConnectorFactory = (options: {
  readonly timeout: number;
  readonly lookup: LookupFunction;
}) => buildConnector.connector;

export interface GuardOptions {
  /** Whether private, loopback and other special addresses may be connected to. */
  readonly allowPrivate: boolean;
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
  allowPrivate,
  timeout,
  resolve = resolveBySystem,
  makeConnector = buildConnector,
}: GuardOptions): buildConnector.connector {
  const check = allowPrivate
    ? (_: string, addresses: readonly ResolvedAddress[]) => [...addresses]
    : allowedAddresses;
  const lookup: LookupFunction = (name, options, callback) => {
    resolve(name)
      .then((addresses) => check(name, addresses))
      .then(
        (addresses) => answerLookup(addresses, options.all === true, callback),
        (error: NodeJS.ErrnoException) => callback(error, "", 0),
      );
  };
  const connect = makeConnector({ timeout, lookup });
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

function answerLookup(
  addresses: readonly ResolvedAddress[],
  all: boolean,
  callback: Parameters<LookupFunction>[2],
): void {
  const [first] = addresses;
  if (all) callback(null, [...addresses]);
  else callback(null, first?.address ?? "", first?.family);
}

function resolveBySystem(name: string): Promise<readonly ResolvedAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });
}
