import type { QueryClient } from "@tanstack/react-query";
import { Problem } from "../../../src/client/index.ts";
import { Listeners } from "../listeners.ts";

/** The state of the connection to the server. */
export type ConnectionState =
  | { readonly kind: "ok" }
  /** The rate limit is reached (D18); requests are sent again at an instant, in ms. */
  | { readonly kind: "rate-limited"; readonly until: number }
  /** The server is not reachable since an instant, in ms. */
  | { readonly kind: "lost"; readonly since: number };

const OK: ConnectionState = { kind: "ok" };

/** The timeout of a GET until the response starts. */
const RESPONSE_MS = 30_000;
/** The timeout of a readiness probe. */
const PROBE_MS = 5_000;
/** The time between probes of a lost server: initial and maximum. */
const PROBE_WAIT_MS = 1_000;
const PROBE_WAIT_MS_MAX = 10_000;
/** The wait after a 429 without `Retry-After`. */
const RETRY_AFTER_MS = 10_000;

/** Whether a status comes from a proxy that cannot reach the server. */
export function isGatewayStatus(status: number): boolean {
  return status === 502 || status === 504;
}

/**
 * Sends the requests of the console. After a 429 it waits as long as `Retry-After` states, and sends the request again:
 * a rejected request has changed nothing. If the server does not respond, the request fails, and the connection probes
 * the server until it is ready.
 */
export class Connection {
  #state: ConnectionState = OK;
  readonly #stateListeners = new Listeners();
  readonly #reconnectListeners = new Listeners();
  readonly #waiting = new Set<() => void>();

  /** Calls a listener after every change of `state`. @returns unsubscribes */
  readonly subscribe = this.#stateListeners.add;
  /** Calls a listener when a lost server is reachable again. @returns unsubscribes */
  readonly onReconnect = this.#reconnectListeners.add;

  #resuming: ReturnType<typeof setTimeout> | undefined;
  #probing: ReturnType<typeof setTimeout> | undefined;

  get state(): ConnectionState {
    return this.#state;
  }

  /**
   * Sends a request until its response is not a 429.
   *
   * @throws TypeError if the server does not respond; DOMException `AbortError` if the request is aborted
   */
  fetch = async (request: Request): Promise<Response> => {
    for (;;) {
      await this.#untilPermitted(request.signal);
      // A body can be sent only once.
      const response = await this.#send(request.clone());
      if (response.status !== 429) return response;
      this.#waitForRate(retryAfterMs(response.headers.get("retry-after"), Date.now()));
    }
  };

  /** Probes whether the server is ready. */
  async isReady(): Promise<boolean> {
    const isReady = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isReady) this.#responded();
    else this.#lost();
    return isReady;
  }

  /** Stops all timers. */
  stop(): void {
    clearTimeout(this.#resuming);
    clearTimeout(this.#probing);
    this.#resuming = undefined;
    this.#probing = undefined;
  }

  async #send(request: Request): Promise<Response> {
    const timeout = new AbortController();
    const isGet = request.method === "GET";
    const timer = isGet ? setTimeout(() => timeout.abort(), RESPONSE_MS) : undefined;
    try {
      const signal = AbortSignal.any([request.signal, timeout.signal]);
      const response = await fetch(request, { signal });
      if (isGatewayStatus(response.status)) this.#lost();
      else this.#responded();
      return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      this.#lost();
      throw new TypeError("the server does not answer", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #waitForRate(ms: number): void {
    const until = Date.now() + ms;
    // Requests that were rejected together wait together.
    if (this.#state.kind === "rate-limited" && this.#state.until >= until) return;
    clearTimeout(this.#resuming);
    this.#resuming = setTimeout(() => {
      this.#resuming = undefined;
      // The state of a server that was lost meanwhile changes with its next response.
      if (this.#state.kind === "rate-limited") this.#set(OK);
      for (const go of this.#waiting) go();
    }, ms);
    this.#set({ kind: "rate-limited", until });
  }

  #untilPermitted(signal: AbortSignal): Promise<void> {
    if (this.#resuming === undefined) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const end = (then: () => void) => {
        this.#waiting.delete(go);
        signal.removeEventListener("abort", giveUp);
        then();
      };
      const go = () => end(resolve);
      const giveUp = () => end(() => reject(signal.reason));
      this.#waiting.add(go);
      signal.addEventListener("abort", giveUp);
    });
  }

  #lost(): void {
    if (this.#state.kind === "lost") return;
    this.#set({ kind: "lost", since: Date.now() });
    this.#probeIn(PROBE_WAIT_MS);
  }

  #probeIn(ms: number): void {
    clearTimeout(this.#probing);
    this.#probing = setTimeout(async () => {
      const isReady = await this.isReady();
      if (!isReady && this.#probing !== undefined) this.#probeIn(Math.min(PROBE_WAIT_MS_MAX, 2 * ms));
    }, ms);
  }

  #responded(): void {
    if (this.#state.kind !== "lost") return;
    clearTimeout(this.#probing);
    this.#probing = undefined;
    this.#set(OK);
    this.notifyReconnect();
  }

  /** Calls the listeners of `onReconnect`. */
  notifyReconnect(): void {
    this.#reconnectListeners.call();
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    this.#stateListeners.call();
  }
}

/** The wait that `Retry-After` states, in ms. It contains seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number {
  const seconds = Number(header ?? Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header ?? "") - now;
  return Number.isFinite(ms) ? Math.max(1_000, ms) : RETRY_AFTER_MS;
}

/** The time between retries: initial and maximum. */
const WAIT_MS = 2_000;
const WAIT_MS_MAX = 60_000;

/** Whether a retry can succeed: the server did not respond, or failed with a 5xx. */
export function isTransient(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    (error instanceof Problem && error.status >= 500)
  );
}

/**
 * Retries failed queries: when a lost server is reachable again, and with exponential backoff after a 5xx.
 *
 * @returns stops the retries
 */
export function retryFailed(queryClient: QueryClient, connection: Connection): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = WAIT_MS;
  const failed = () =>
    queryClient.getQueryCache().findAll({
      type: "active",
      predicate: ({ state }) => state.status === "error" && isTransient(state.error),
    });

  const retry = async () => {
    clearTimeout(timer);
    timer = undefined;
    await Promise.allSettled(failed().map((query) => query.fetch()));
    if (failed().length === 0) wait = WAIT_MS;
    else schedule();
  };
  const schedule = () => {
    // The connection reports when a lost server is reachable again.
    if (timer !== undefined || connection.state.kind === "lost") return;
    timer = setTimeout(() => void retry(), wait);
    wait = Math.min(WAIT_MS_MAX, 2 * wait);
  };

  const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error" && isTransient(event.action.error))
      schedule();
  });
  const unsubscribeReconnect = connection.onReconnect(() => void retry());
  return () => {
    clearTimeout(timer);
    unsubscribe();
    unsubscribeReconnect();
  };
}
