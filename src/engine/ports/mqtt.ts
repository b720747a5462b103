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
