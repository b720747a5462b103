import { answerOf, type HeadcountClient } from "../../../src/client/index.ts";

/** A change of a space's count, as the websocket tells it (D24). */
export interface LiveChange {
  readonly spaceId: string;
  readonly count: number;
  /** In ms. */
  readonly timestamp: number;
  /** 1 for an entrance, -1 for an exit, null for a reset or a recomputation. */
  readonly direction: 1 | -1 | null;
}

export type LiveStatus = "connecting" | "live" | "lost";

type Listener = () => void;
type ChangeListener = (change: LiveChange) => void;

const RETRY_MS = 1_000;
const RETRY_MS_MAX = 30_000;

/**
 * Follows every space's count over one websocket. After a lost connection it comes back, and asks for what it
 * has missed.
 */
export class LiveCounts {
  readonly #client: HeadcountClient;
  readonly #counts = new Map<string, number>();
  /** When the last message about each space came, in ms. */
  readonly #messageAt = new Map<string, number>();
  #lastMessageAt = Number.NEGATIVE_INFINITY;
  readonly #listeners = new Set<Listener>();
  readonly #changeListeners = new Set<ChangeListener>();
  #status: LiveStatus = "connecting";
  #socket: WebSocket | null = null;
  #lastEvent: string | null = null;
  #failures = 0;
  #retry: number | undefined;
  #frame: number | undefined;
  #isStopped = false;
  /** Called when a lost connection is back: counts that changed meanwhile may be older than what is replayed. */
  onReturn: () => void = () => {};

  constructor(client: HeadcountClient) {
    this.#client = client;
  }

  get status(): LiveStatus {
    return this.#status;
  }

  /** The count of a space where something has been heard of it. */
  count(spaceId: string): number | undefined {
    return this.#counts.get(spaceId);
  }

  /** When the socket has last sent anything, in ms: all counts were current then. */
  get lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  /** Hears of counts and of the connection, at most once a frame. */
  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Hears of every single change. */
  onChange(listener: ChangeListener): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  /**
   * Takes over counts that the server was asked for, except where a message has come since.
   *
   * @param askedAt when it was asked, in ms
   */
  takeOver(counts: Iterable<readonly [string, number]>, askedAt: number): void {
    for (const [spaceId, count] of counts)
      if ((this.#messageAt.get(spaceId) ?? Number.NEGATIVE_INFINITY) < askedAt)
        this.#counts.set(spaceId, count);
    this.#notify();
  }

  start(): void {
    this.#isStopped = false;
    void this.#connect();
  }

  /** Comes back at once, where it would wait before it tries again. */
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
        hear: (event: WebSocketEventMap[T]) => void,
      ) =>
        socket.addEventListener(type, (event) => {
          if (this.#socket === socket) hear(event);
        });
      listen("open", () => this.#opened());
      listen("message", ({ data }) => this.#heard(String(data)));
      listen("close", () => this.#comeBack());
    } catch {
      this.#comeBack();
    }
  }

  #opened(): void {
    const isReturn = this.#failures > 0;
    this.#failures = 0;
    this.#setStatus("live");
    if (isReturn) this.onReturn();
  }

  #heard(text: string): void {
    const { payload } = JSON.parse(text) as {
      readonly payload: {
        readonly space_id: string;
        readonly count: number;
        readonly timestamp: string;
        readonly direction: 1 | -1 | null;
        readonly event_id: string | null;
      };
    };
    this.#lastEvent = payload.event_id ?? this.#lastEvent;
    this.#counts.set(payload.space_id, payload.count);
    this.#lastMessageAt = Date.now();
    this.#messageAt.set(payload.space_id, this.#lastMessageAt);
    const change: LiveChange = {
      spaceId: payload.space_id,
      count: payload.count,
      timestamp: Date.parse(payload.timestamp),
      direction: payload.direction,
    };
    for (const listener of this.#changeListeners) listener(change);
    this.#notify();
  }

  #comeBack(): void {
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
      for (const listener of this.#listeners) listener();
    });
  }
}

/** Closes a socket; one that is being opened, when it is: browsers complain where that is broken off. */
function closeWhenOpen(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
  else socket.close();
}
