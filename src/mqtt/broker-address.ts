import { invalid } from "../domain/errors.ts";
import { SECOND_MS } from "../domain/instant.ts";

/** A broker of MQTT, and the user there. */
export type BrokerAddress = Readonly<ReturnType<typeof brokerAddress>>;

const PORTS: Readonly<Record<string, number>> = { "mqtt:": 1883, "mqtts:": 8883 };

/**
 * Reads the address of a broker: `mqtts://user:password@host:port`, or `mqtt://` without TLS (D33).
 *
 * @throws HeadcountError `invalid`, without the password
 */
export function brokerAddress(address: string) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const port = url === null ? undefined : PORTS[url.protocol];
  if (url === null || port === undefined || url.hostname === "") throw notAnAddress();
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") throw notAnAddress();
  const password = decoded(url.password);
  const shownPort = url.port === "" ? port : Number(url.port);
  return {
    // An address of IPv6 is in brackets.
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: shownPort,
    isSecure: url.protocol === "mqtts:",
    user: decoded(url.username) || null,
    /** A function, so that no log and no error that shows this object shows the password; null without one. */
    password: () => password || null,
    /** The address for messages. */
    shown: `${url.hostname}:${shownPort}`,
  };
}

/** How long a broker may take to accept a connection, in ms. */
const CONNECT_MS = 10 * SECOND_MS;

/** The options of a client that connects to a broker. */
export function clientOptions({ host, port, isSecure, user, password }: BrokerAddress) {
  const secret = password();
  return {
    protocol: isSecure ? "mqtts" : "mqtt",
    host,
    port,
    ...(user !== null && { username: user }),
    ...(secret !== null && { password: secret }),
    connectTimeout: CONNECT_MS,
    // The library's own log has the password.
    log: () => {},
  } as const;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw notAnAddress();
  }
}

function notAnAddress(): Error {
  return invalid(
    "mqtt",
    "is not an address such as mqtts://user:password@host:8883, or mqtt://host:1883 without TLS; special characters of a " +
      "password are percent-encoded",
  );
}
