/** One call of a webhook, ready to be sent (D23). */
export interface OutgoingCall {
  /** The `webhook-id`, the same on every attempt: receivers know a repeat by it. */
  readonly id: string;
  /** An http or https address. */
  readonly endpoint: string;
  /** The webhook's own headers; the call's own go before them. */
  readonly headers: Readonly<Record<string, string>>;
  /** The signing secret, `whsec_` and base64. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** The `headcount-sequence`: which call of the webhook and space it is. */
  readonly sequence: number;
}

/** What became of one attempt. */
export interface CallResult {
  /** The last status that was answered, or null where none was. */
  readonly responseStatus: number | null;
  /** Why it was not delivered, for people and without secrets; null where it was (a status from 200 to 299). */
  readonly error: string | null;
}

/** Sends webhook calls to the outside. */
export interface WebhookSender {
  /**
   * Sends one call, once, in bounded time. Whatever the outside does ends in a result, never in an
   * exception. Calls to one receiver beyond its connections wait for their turn, within the same time.
   */
  send(call: OutgoingCall): Promise<CallResult>;
  /** Lets calls under way finish for a moment, then cuts them off. Calls sent afterwards fail. */
  close(): Promise<void>;
}
