/** The duty of the node of a cluster that takes messages of MQTT. */
export const MQTT_DUTY = "mqtt";

/** A topic filter whose messages a server takes. */
export interface SubscribedFilter {
  readonly adapter: string;
  readonly filter: string;
  /** Whether the broker has accepted the subscription of the present connection. */
  readonly isSubscribed: boolean;
  /** Why its messages do not come; null if they do, or if that is not known yet. */
  readonly failure: string | null;
}

/** A message that could not be stored by itself, and has been set aside (D33). Texts may be cut. */
export interface SetAsideMessage {
  readonly file: string;
  readonly topic: string;
  readonly adapter: string;
  /** As the API writes it. */
  readonly receivedAt: string;
  readonly reason: string;
  /** The length of the payload, and its beginning as text. */
  readonly bytes: number;
  readonly payload: string;
}

/** How a server takes messages of MQTT (D33), for operators. */
export interface SubscriptionState {
  /** The address of the broker, without a user: host:port. */
  readonly broker: string;
  readonly isConnected: boolean;
  readonly filters: readonly SubscribedFilter[];
  /** Messages that it has taken since it began, and those of which something was refused. */
  readonly messages: number;
  readonly refused: number;
  /** Messages that it has received and not stored yet. */
  readonly waiting: number;
  /** Messages that it has set aside since it began, the number of those that are kept, and the newest of these. */
  readonly setAside: number;
  readonly setAsideKept: number;
  readonly setAsideLatest: readonly SetAsideMessage[];
  /** When the last message came, in ms; null before the first one. */
  readonly lastMessageAt: number | null;
  /** Why no messages come or are stored; null if they are. */
  readonly failure: string | null;
}

/** The messages of MQTT that a server takes. */
export interface Subscription {
  /** Null in a cluster in which another server takes them. */
  state(): SubscriptionState | null;
}
