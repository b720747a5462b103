/** Whether the server answers requests. */
export type ConnectionState =
  | { readonly kind: "good" }
  /** The token's rate is used up (D18); requests are sent again at an instant, in ms. */
  | { readonly kind: "slowed"; readonly until: number }
  /** The server does not answer, since an instant in ms. */
  | { readonly kind: "lost"; readonly since: number };

type Listener = () => void;

const GOOD: ConnectionState = { kind: "good" };

/** How long a read may go without the beginning of an answer. */
const ANSWER_MS = 30_000;
/** How long the server may take to say whether it is ready. */
const PROBE_MS = 5_000;
/** How soon a lost server is asked again: at first, and at most. */
const PROBE_WAIT_MS = 1_000;
const PROBE_WAIT_MS_MAX = 10_000;
/** How long to wait after a 429 that does not say. */
const SLOWED_MS = 10_000;

/** Whether a status is what a proxy answers for a server that it cannot reach. */
export function isGatewayStatus(status: number): boolean {
  return status === 502 || status === 504;
}

/**
 * Sends the console's requests. Where the server has had too many of them (429) it waits for as long as
 * `Retry-After` says, and sends them again: a refused request has changed nothing. Where the server does not
 * answer it fails, and asks until the server is back.
 */
export class Connection {
  #state: ConnectionState = GOOD;
  readonly #listeners = new Set<Listener>();
  readonly #backListeners = new Set<Listener>();
  readonly #waiting = new Set<Listener>();
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #probing: ReturnType<typeof setTimeout> | undefined;

  get state(): ConnectionState {
    return this.#state;
  }

  /** Calls a listener after every change of `state`; returns how to unsubscribe. */
  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Calls a listener when a lost server answers again; returns how to unsubscribe. */
  onBack(listener: Listener): () => void {
    this.#backListeners.add(listener);
    return () => this.#backListeners.delete(listener);
  }

  /**
   * The answer to a request, whatever its status but 429.
   *
   * @throws TypeError where there is none; DOMException `AbortError` where the request was aborted
   */
  fetch = async (request: Request): Promise<Response> => {
    for (;;) {
      await this.#untilOpen(request.signal);
      // A body can be sent once only.
      const response = await this.#send(request.clone());
      if (response.status !== 429) return response;
      this.#slowDown(retryAfterMs(response.headers.get("retry-after"), Date.now()));
    }
  };

  /** Whether the server is ready to answer, asked now and without a token. */
  async isReady(): Promise<boolean> {
    const isReady = await fetch("/readyz", { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isReady) this.#found();
    else this.#lose();
    return isReady;
  }

  /** Stops waiting and asking. */
  stop(): void {
    clearTimeout(this.#reopening);
    clearTimeout(this.#probing);
    this.#reopening = undefined;
    this.#probing = undefined;
  }

  async #send(request: Request): Promise<Response> {
    const silence = new AbortController();
    const isRead = request.method === "GET";
    const timer = isRead ? setTimeout(() => silence.abort(), ANSWER_MS) : undefined;
    try {
      const signal = AbortSignal.any([request.signal, silence.signal]);
      const response = await fetch(request, { signal });
      if (isGatewayStatus(response.status)) this.#lose();
      else this.#found();
      return response;
    } catch (error) {
      if (request.signal.aborted) throw error;
      this.#lose();
      throw new TypeError("the server does not answer", { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #slowDown(ms: number): void {
    const until = Date.now() + ms;
    // Requests that were refused together wait together.
    if (this.#state.kind === "slowed" && this.#state.until >= until) return;
    clearTimeout(this.#reopening);
    this.#reopening = setTimeout(() => {
      this.#reopening = undefined;
      // A server that was lost meanwhile is back once it answers.
      if (this.#state.kind === "slowed") this.#set(GOOD);
      for (const go of this.#waiting) go();
    }, ms);
    this.#set({ kind: "slowed", until });
  }

  #untilOpen(signal: AbortSignal): Promise<void> {
    if (this.#reopening === undefined) return Promise.resolve();
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

  #lose(): void {
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

  #found(): void {
    if (this.#state.kind !== "lost") return;
    clearTimeout(this.#probing);
    this.#probing = undefined;
    this.#set(GOOD);
    this.noteBack();
  }

  /** Calls the listeners of `onBack`. */
  noteBack(): void {
    for (const listener of this.#backListeners) listener();
  }

  #set(state: ConnectionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** What a `Retry-After` asks to wait for, in ms: it holds seconds or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null, now: number): number {
  const seconds = Number(header ?? Number.NaN);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header ?? "") - now;
  return Number.isFinite(ms) ? Math.max(1_000, ms) : SLOWED_MS;
}
