import { Webhook } from "standardwebhooks";
import type { OutgoingCall } from "../engine/deliveries/webhook-sender.ts";

/** The headers of a call: those that it keeps wherever it goes, and the webhook's own. */
export interface CallHeaders {
  /** Type, sequence and signature (Standard Webhooks), in lower case. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Only for the origin that the webhook names: they may hold credentials. In lower case. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Signs a call as of an instant.
 *
 * @param now in ms since the epoch
 * @throws Error where the secret is none
 */
export function headersOf(call: OutgoingCall, now: number, userAgent: string): CallHeaders {
  const { id, body, secret, sequence } = call;
  const fixed = {
    "content-type": "application/json",
    "user-agent": userAgent,
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1_000)),
    "webhook-signature": new Webhook(secret).sign(id, new Date(now), body),
    "headcount-sequence": String(sequence),
  };
  const own: Record<string, string> = {};
  for (const [name, value] of Object.entries(call.headers)) own[name.toLowerCase()] = value;
  // What the call is made of stands, but a webhook may name its own user agent.
  for (const name of Object.keys(fixed)) if (name !== "user-agent") delete own[name];
  return { fixed, own };
}
