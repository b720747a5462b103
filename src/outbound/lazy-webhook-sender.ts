import type { WebhookSender } from "../engine/deliveries/delivery-runtime.ts";
import { refusalOf } from "./special-addresses.ts";
import type { HttpSender, SenderOptions } from "./webhook-sender.ts";

/**
 * A sender of webhook calls that loads its code with the first call. The code is a tenth of what a server loads before
 * it listens.
 */
export function lazyWebhookSender(options: SenderOptions): WebhookSender {
  let opening: Promise<HttpSender> | null = null;
  const open = async () => new (await import("./webhook-sender.ts")).HttpSender(options);
  return {
    send: async (call) => {
      opening ??= open();
      return (await opening).send(call);
    },
    refusalOf: (endpoint) => refusalOf(endpoint, options.privateAdvice),
    close: async () => (await opening)?.close(),
  };
}
