import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { Delivery } from "../../engine/ports.ts";
import { changeBy } from "../auth.ts";
import { webhookPath } from "../common/webhooks.ts";
import { v2Schemas } from "../openapi/schemas.ts";
import { linksOf, pageParameters, stretchOf } from "../pagination.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf } from "./lists.ts";

const deliveryAnswer = z
  .object({
    id: z.string(),
    created_at: z.string(),
    space_id: z.string(),
    /** Null for calls of thresholds. */
    event_id: z.string().nullable(),
    /** `retrying`: the last attempt failed, and there will be another; `dead`: there will be none. */
    status: z.enum(["pending", "retrying", "delivered", "dead"]),
    attempts: z.int(),
    /** What the receiver answered to the last attempt; null where it did not. */
    response_status: z.int().nullable(),
    error: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
  })
  .register(v2Schemas, { id: "Delivery" });

/** GET /webhooks/:webhook_id/deliveries/; POST /webhooks/:webhook_id/deliveries/:delivery_id/replay (D23). */
export function deliveryRoutes(app: App, http: HttpContext): void {
  app.get(
    "/webhooks/:webhook_id/deliveries/",
    {
      config: { access: "read" },
      schema: {
        params: webhookPath,
        querystring: z.object(pageParameters),
        response: { 200: listOf(deliveryAnswer) },
      },
    },
    async (request) => {
      const { params, query } = request;
      const { total, items } = await http.deliveries.list(params.webhook_id, stretchOf(query));
      return { total, ...linksOf(http, request, query, total), results: items.map(present) };
    },
  );

  app.post(
    "/webhooks/:webhook_id/deliveries/:delivery_id/replay",
    {
      config: { access: "admin" },
      schema: {
        params: webhookPath.extend({ delivery_id: id("delivery") }),
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
