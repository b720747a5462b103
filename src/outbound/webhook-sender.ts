import { unescape as percentDecoded } from "node:querystring";
import { Webhook } from "standardwebhooks";
import type { Agent } from "undici";
import type { Clock } from "../domain/clock.ts";
import { WEBHOOK_ANSWER_BYTES_MAX, WEBHOOK_ANSWER_HEADER_BYTES_MAX } from "../domain/limits.ts";
import type { CallResult, OutgoingCall, WebhookSender } from "../engine/deliveries/delivery-runtime.ts";
import { exchange, reasonOf, type Timeouts, verdictOn } from "./exchange.ts";
import type { ConnectorFactory, Resolve } from "./guarded-connector.ts";
import { refusalOf } from "./special-addresses.ts";

/**
 * Timeouts of a webhook attempt, in ms (D23): to connect, and in total, including redirects and waiting for a
 * connection.
 */
export const WEBHOOK_CONNECT_MS_MAX = 5_000;
export const WEBHOOK_CALL_MS_MAX = 30_000;

/** Concurrent connections of webhook calls to one origin (scheme, host and port). */
export const WEBHOOK_CONNECTIONS_MAX = 8;

/** Redirects followed per attempt. */
export const WEBHOOK_REDIRECTS_MAX = 3;

export interface SenderOptions {
  readonly release: string;
  readonly clock: Clock;
  /** How to allow calls to private, loopback and other special addresses (D23): the end of errors; null allows them. */
  readonly privateAdvice: string | null;
  readonly timeouts?: Timeouts;
  readonly connectionsPerOrigin?: number;
  readonly resolve?: Resolve;
  readonly makeConnector?: ConnectorFactory;
}

/** Sends webhook calls over HTTP, signed by Standard Webhooks (D23). */
export class HttpSender implements WebhookSender {
  readonly #options: SenderOptions & Required<Pick<SenderOptions, "timeouts" | "connectionsPerOrigin">>;
  #agent: Promise<Agent> | null = null;

  constructor(options: SenderOptions) {
    const timeouts = { connect: WEBHOOK_CONNECT_MS_MAX, whole: WEBHOOK_CALL_MS_MAX };
    this.#options = { timeouts, connectionsPerOrigin: WEBHOOK_CONNECTIONS_MAX, ...options };
  }

  /** Loads the HTTP client, which is a tenth of the code that a server loads before it listens, with the first call. */
  async #openAgent(): Promise<Agent> {
    const { privateAdvice, timeouts, connectionsPerOrigin, resolve, makeConnector } = this.#options;
    const { Agent } = await import("undici");
    const { guardedConnector } = await import("./guarded-connector.ts");
    return new Agent({
      connect: guardedConnector({ privateAdvice, timeout: timeouts.connect, resolve, makeConnector }),
      connections: connectionsPerOrigin,
      // One call at a time on a connection, so that a slow response delays no other call.
      pipelining: 1,
      // The agent rejects headers that reach its bound.
      maxHeaderSize: WEBHOOK_ANSWER_HEADER_BYTES_MAX + 1,
      maxResponseSize: WEBHOOK_ANSWER_BYTES_MAX,
    });
  }

  refusalOf(endpoint: string): string | null {
    return refusalOf(endpoint, this.#options.privateAdvice);
  }

  async send(call: OutgoingCall): Promise<CallResult> {
    const url = URL.canParse(call.endpoint) ? new URL(call.endpoint) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      return { responseStatus: null, error: "the endpoint is not an http or https address" };
    let headers: CallHeaders;
    try {
      headers = headersOf(call, url, this.#options);
    } catch {
      return {
        responseStatus: null,
        error: "the call cannot be signed: the secret is not whsec_ followed by base64",
      };
    }
    return this.#deliver(url, headers, call.body);
  }

  async close(): Promise<void> {
    await (await this.#agent)?.destroy();
  }

  async #deliver(endpoint: URL, { fixed, own }: CallHeaders, body: string): Promise<CallResult> {
    const { timeouts } = this.#options;
    this.#agent ??= this.#openAgent();
    const agent = await this.#agent;
    const end = performance.now() + timeouts.whole;
    let url = endpoint;
    let headers: Readonly<Record<string, string>> = { ...fixed, ...own };
    let responseStatus: number | null = null;
    for (let redirects = 0; ; redirects++) {
      try {
        const answer = await exchange(agent, { url, headers, body, timeout: end - performance.now() });
        responseStatus = answer.status;
        const verdict = verdictOn(answer, url);
        if ("error" in verdict) return { responseStatus, ...verdict };
        if (redirects === WEBHOOK_REDIRECTS_MAX)
          return { responseStatus, error: `the endpoint redirects more than ${WEBHOOK_REDIRECTS_MAX} times` };
        if (verdict.url.origin !== url.origin) headers = fixed;
        url = verdict.url;
      } catch (error) {
        const redirected = redirects === 0 ? "" : `redirected to ${url.host}: `;
        return { responseStatus, error: `${redirected}${reasonOf(error, timeouts)}` };
      }
    }
  }
}

type CallHeaders = ReturnType<typeof headersOf>;

/**
 * Signs a call.
 *
 * @returns the headers, with names in lower case: `fixed` of each request, and `own` of the webhook, which are sent only
 * to its origin, because they can contain credentials
 * @throws Error if the secret is invalid
 */
function headersOf(call: OutgoingCall, endpoint: URL, { clock, release }: SenderOptions) {
  const now = clock.now();
  const { id, body, secret, sequence } = call;
  const fixed = {
    "content-type": "application/json",
    "user-agent": `Headcount/${release}`,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(now), body),
    "headcount-sequence": String(sequence),
  };
  const own = basicAuthentication(endpoint);
  for (const [name, value] of Object.entries(call.headers)) own[name.toLowerCase()] = value;
  // A webhook can replace the user agent, but no other fixed header.
  for (const name of Object.keys(fixed)) if (name !== "user-agent") delete own[name];
  return { fixed, own };
}

/** The header for the user information of a URL, if it has any (RFC 7617). */
function basicAuthentication({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const credentials = [username, password].map((text) => percentDecoded(text)).join(":");
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}
