/** The reason codes of MQTT 5 that mean the same as those of 3.1.1, by these. */
const CODES_OF_5 = [0, 132, 133, 136, 134, 135];

/** Why a broker refuses a connection or ends it, by the reason codes of MQTT 5. */
const CONNECTION_REASONS: ReadonlyMap<number, string> = new Map([
  [132, "the broker speaks neither MQTT 5 nor 3.1.1"],
  [133, "the broker refuses the client id"],
  [136, "the broker says that its server is unavailable"],
  [134, "the broker refuses the user or the password; check those in the address"],
  [135, "the broker does not let the user in: not authorized"],
  [137, "the broker is busy"],
  [138, "the broker has banned this client"],
  [139, "the broker is shutting down"],
  [
    142,
    "another client has connected with the same client id; is another server running with a copy of these data?",
  ],
  [151, "the broker's quota is exceeded"],
]);

/** Whether a broker has said with a code that it does not speak MQTT 5. */
export function isUnknownVersion(code: number | null): boolean {
  return code === 1 || code === 132;
}

const SUBSCRIPTION_REASONS: ReadonlyMap<number, string> = new Map([
  [128, "the broker refuses the subscription; check what the user may subscribe to"],
  [135, "the broker refuses the subscription: the user is not authorized to subscribe to the filter"],
  [143, "the broker refuses the topic filter"],
  [151, "the broker refuses the subscription: its quota is exceeded"],
  [162, "the broker does not support wildcards in topic filters"],
]);

/** What is wrong with a connection, for operators. @param code of MQTT; null if the broker has said none */
export function connectionFailure(code: number | null, error: unknown): string {
  if (code !== null) {
    const reason = CONNECTION_REASONS.get(CODES_OF_5[code] ?? code);
    return reason ?? `the broker refuses the connection (reason code ${code})`;
  }
  if (error === null) return "the broker has closed the connection";
  const { code: name, message } = error as NodeJS.ErrnoException;
  if (name === "ECONNREFUSED") return "the broker cannot be reached: nothing listens at its address";
  if (name === "ENOTFOUND") return "the broker cannot be reached: its host has no address";
  if (/^(DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_CERT)/.test(name ?? ""))
    return `the certificate of the broker is not accepted: ${message}; --mqtt-ca names the file of its authority's`;
  // A missing connection of several addresses has no message of its own.
  return `the broker cannot be reached: ${message || name || String(error)}`;
}

/** Why a subscription is refused, for operators. */
export function subscriptionFailure(code: number | null, error: Error): string {
  if (code === null) return `the broker has not answered the subscription: ${error.message}`;
  return SUBSCRIPTION_REASONS.get(code) ?? `the broker refuses the subscription (reason code ${code})`;
}
