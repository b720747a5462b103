import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";
import { Listeners } from "../listeners.ts";

/** A change of the count of a space, as a websocket message reports it (D24). */
export interface LiveChange {
  readonly spaceId: string;
  readonly count: number;
  /** In ms. */
  readonly timestamp: number;
  /** 1 for an entrance, -1 for an exit, null for a reset or a recomputation. */
  readonly direction: 1 | -1 | null;
}

export type LiveStatus = "connecting" | "live" | "lost";

const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;

/**
 * The current counts of all spaces that the token may read, over one websocket. After the connection is lost it
 * reconnects, and requests the messages that it has missed.
 */
export class LiveCounts {
  readonly #client: HeadcountClient;
  readonly #counts = new Map<string, number>();
  /** When the last message about each space arrived, in ms. */
  readonly #messageAt = new Map<string, number>();
  #lastMessageAt = Number.NEGATIVE_INFINITY;
  #openedAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Listeners();
  readonly #changeListeners = new Listeners<[LiveChange]>();

  /** Calls a listener after counts or the status change, at most once per frame. @returns unsubscribes */
  readonly subscribe = this.#listeners.add;
  /** Calls a listener for every change. @returns unsubscribes */
  readonly onChange = this.#changeListeners.add;

  #status: LiveStatus = "connecting";
  #socket: WebSocket | null = null;
  #lastEvent: string | null = null;
  #failures = 0;
  #retry: number | undefined;
  #frame: number | undefined;
  #isStopped = false;
  /** Called after a reconnect: the replayed messages may not have all changes. */
  onReconnect: () => void = () => {};

  constructor(client: HeadcountClient) {
    this.#client = client;
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** The count of a space, if it is known. */
  count(spaceId: string): number | undefined {
    return this.#counts.get(spaceId);
  }

  /** When the connection was opened last, in ms. It reports no change before, except what it has asked for. */
  get openedAt(): number {
    return this.#openedAt;
  }

  /** When the last message arrived, in ms. All counts were current then. */
  get lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  /**
   * Sets counts from a response, except those of spaces about which a message has arrived since the request.
   *
   * @param requestedAt when the request was sent, in ms
   */
  setCounts(counts: Iterable<readonly [string, number]>, requestedAt: number): void {
    for (const [spaceId, count] of counts)
      if ((this.#messageAt.get(spaceId) ?? Number.NEGATIVE_INFINITY) < requestedAt)
        this.#counts.set(spaceId, count);
    this.#notify();
  }

  start(): void {
    this.#isStopped = false;
    void this.#connect();
  }

  /** Reconnects now instead of waiting for the next attempt. */
  connectNow(): void {
    if (this.#retry === undefined) return;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    if (this.#socket !== null) closeWhenOpen(this.#socket);
    this.#socket = null;
  }

  async #connect(): Promise<void> {
    try {
      const { url } = await answerOf(this.#client.v2.POST("/v2/sockets/"));
      if (this.#isStopped) return;
      const address = new URL(url);
      if (this.#lastEvent !== null) address.searchParams.set("after", this.#lastEvent);
      const socket = new WebSocket(address);
      this.#socket = socket;
      const listen = <T extends keyof WebSocketEventMap>(
        type: T,
        handle: (event: WebSocketEventMap[T]) => void,
      ) =>
        socket.addEventListener(type, (event) => {
          if (this.#socket === socket) handle(event);
        });
      listen("open", () => this.#opened());
      listen("message", ({ data }) => this.#received(String(data)));
      listen("close", () => this.#reconnect());
    } catch {
      this.#reconnect();
    }
  }

  #opened(): void {
    const isReconnect = this.#failures > 0;
    this.#failures = 0;
    this.#openedAt = Date.now();
    this.#setStatus("live");
    if (isReconnect) this.onReconnect();
  }

  #received(text: string): void {
    const { payload } = JSON.parse(text) as {
      readonly payload: Pick<LiveChange, "count" | "direction"> & {
        readonly space_id: string;
        readonly timestamp: string;
        readonly event_id: string | null;
      };
    };
    const { space_id: spaceId, count, timestamp, direction, event_id: eventId } = payload;
    this.#lastEvent = eventId ?? this.#lastEvent;
    this.#counts.set(spaceId, count);
    this.#lastMessageAt = Date.now();
    this.#messageAt.set(spaceId, this.#lastMessageAt);
    this.#changeListeners.call({ spaceId, count, timestamp: Date.parse(timestamp), direction });
    this.#notify();
  }

  #reconnect(): void {
    if (this.#isStopped) return;
    this.#socket = null;
    this.#setStatus("lost");
    const wait = Math.min(RETRY_MS_MAX, RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = window.setTimeout(
      () => {
        this.#retry = undefined;
        void this.#connect();
      },
      wait * (0.5 + Math.random() / 2),
    );
  }

  #setStatus(status: LiveStatus): void {
    this.#status = status;
    this.#notify();
  }

  #notify(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#listeners.call();
    });
  }
}

/** Closes a socket, once it is open: browsers log an error if a connecting socket is closed. */
function closeWhenOpen(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
  else socket.close();
}
