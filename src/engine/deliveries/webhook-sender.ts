/** The request of one attempt. */
export interface OutgoingCall {
  /** Id of the delivery, the same at every attempt. */
  readonly id: string;
  readonly endpoint: string;
  /** Additional headers of the webhook. */
  readonly headers: Readonly<Record<string, string>>;
  /** `whsec_…`: the signing key. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Numbers the calls per webhook and space (D23). */
  readonly sequence: number;
}

/** The result of an attempt. */
export interface CallResult {
  /** HTTP status of the response; null without a response. */
  readonly responseStatus: number | null;
  /** The reason of the failure; null if the response was a 2xx. */
  readonly error: string | null;
}

/** Calls webhooks over HTTP. */
export interface WebhookSender {
  /** Makes one attempt, in bounded time. Never throws: a failure is the result's error. */
  send(call: OutgoingCall): Promise<CallResult>;

  /** Aborts running attempts. */
  close(): Promise<void>;
}
