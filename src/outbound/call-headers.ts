import { Webhook } from "standardwebhooks";
import type { OutgoingCall } from "../engine/deliveries/webhook-sender.ts";

/** The headers of a call: those of every request, and those of the webhook. */
export interface CallHeaders {
  /** Type, sequence and signature (Standard Webhooks), in lower case. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Sent only to the origin of the webhook, because they can contain credentials. In lower case. */
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Signs a call as of an instant.
 *
 * @param now in ms since the epoch
 * @throws Error if the secret is invalid
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
  // A webhook can replace the user agent, but no other fixed header.
  for (const name of Object.keys(fixed)) if (name !== "user-agent") delete own[name];
  return { fixed, own };
}
