/** One attempt at a call, as it goes out. */
export interface OutgoingCall {
  /** The call's, the same at every attempt. */
  readonly id: string;
  readonly endpoint: string;
  /** The webhook's own, beside those that every call has. */
  readonly headers: Readonly<Record<string, string>>;
  /** `whsec_…`: what the call is signed with. */
  readonly secret: string;
  /** JSON. */
  readonly body: string;
  /** Counts the calls of a webhook and space (D23). */
  readonly sequence: number;
}

/** What an attempt came to. */
export interface CallResult {
  /** The receiver's; null where it did not answer. */
  readonly responseStatus: number | null;
  /** What went wrong; null where the call was delivered: answered with a 2xx. */
  readonly error: string | null;
}

/** Calls webhooks over HTTP. */
export interface WebhookSender {
  /** Makes one attempt, in bounded time. Never throws: what goes wrong is the result's error. */
  send(call: OutgoingCall): Promise<CallResult>;

  /** Ends what is under way. */
  close(): Promise<void>;
}
