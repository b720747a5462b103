import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";

import type { Deliveries } from "../../engine/deliveries/deliveries.ts";
import type { Delivery } from "../../engine/ports.ts";
import { id, v2Schemas } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import { type PublicAddress, stretchOf } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const deliveryAnswer = z
  .object({
    id: z.string(),
    created_at: z.string(),
    space_id: z.string(),
    /** Null for a threshold. */
    event_id: z.string().nullable(),
    /** `retrying`: the last attempt failed, and another will follow; `dead`: none will follow. */
    status: z.enum(["pending", "retrying", "delivered", "dead"]),
    attempts: z.int(),
    /** The status that the receiver answered to the last attempt; null without an answer. */
    response_status: z.int().nullable(),
    error: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
  })
  .register(v2Schemas, { id: "Delivery" });

const webhookPath = { webhook_id: id("webhook") };
const REPLAY = {
  id: "replayDelivery",
  tag: "Webhooks",
  summary: "Call a webhook again with what a finished call carried",
  conflicts: ["delivery-unfinished", "webhook-disabled", "too-many-deliveries"],
} as const;

/** GET /webhooks/:webhook_id/deliveries/; POST /webhooks/:webhook_id/deliveries/:delivery_id/replay (D23). */
export function deliveryRoutes(
  app: App,
  http: ChangeParts & PublicAddress & { readonly deliveries: Pick<Deliveries, "list" | "replay"> },
): void {
  const deliveries = new Resource(app, http, {
    path: "/webhooks/:webhook_id/deliveries/",
    within: webhookPath,
    one: { delivery_id: id("delivery") },
    tag: "Webhooks",
    name: "delivery",
  });
  const summary = "List a webhook's last calls and all that failed, newest first";
  deliveries.list(
    { id: "listDeliveries", summary, item: deliveryAnswer },
    ({ params, query }) => http.deliveries.list(params.webhook_id, stretchOf(query)),
    (page) => page.map(present),
  );
  app.post(
    "/webhooks/:webhook_id/deliveries/:delivery_id/replay",
    {
      config: { access: "admin", operation: REPLAY },
      schema: {
        params: z.object({ ...webhookPath, delivery_id: id("delivery") }),
        response: { 202: deliveryAnswer },
      },
    },
    async (request, reply) => {
      const { webhook_id: webhookId, delivery_id: deliveryId } = request.params;
      const delivery = await http.deliveries.replay(changeBy(http, request), webhookId, deliveryId);
      return reply.code(202).send(present(delivery));
    },
  );
}

function present({ call, ...delivery }: Delivery): z.output<typeof deliveryAnswer> {
  const { spaceId, eventId } = call.message;
  return {
    id: formatId("delivery", call.id),
    created_at: formatInstant(call.createdAt),
    space_id: formatId("space", spaceId),
    event_id: eventId === null ? null : formatId("event", eventId),
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: delivery.responseStatus,
    error: delivery.error,
    next_attempt_at: delivery.nextAttemptAt === null ? null : formatInstant(delivery.nextAttemptAt),
  };
}
