import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MAX } from "../../domain/instant.ts";
import type { Deliveries } from "../../engine/deliveries/deliveries.ts";
import type { Delivery } from "../../engine/ports.ts";
import { id, instant, v2Schemas } from "../../schemas/fields.ts";
import { answerOf, idOrNull, instantOrNull, text, textOrNull } from "../answers.ts";
import { pageRange } from "../pagination.ts";
import { type ChangeParts, changeBy, Resource } from "../resource-routes.ts";
import type { App } from "../types.ts";

const deliveryAnswer = answerOf<Delivery>()(
  { v2: "Delivery" },
  {
    id: [text, ({ call }) => formatId("delivery", call.id)],
    created_at: [text, ({ call }) => formatInstant(call.createdAt)],
    space_id: [text, ({ call }) => formatId("space", call.message.spaceId)],
    /** Null for a threshold. */
    event_id: [textOrNull, ({ call }) => idOrNull("event", call.message.eventId)],
    /** `retrying`: the last attempt failed, and another will follow; `dead`: none will follow. */
    status: [z.enum(["pending", "retrying", "delivered", "dead"]), ({ status }) => status],
    attempts: [z.int(), ({ attempts }) => attempts],
    /** The status that the receiver answered to the last attempt; null without an answer. */
    response_status: [z.int().nullable(), ({ responseStatus }) => responseStatus],
    error: [textOrNull, ({ error }) => error],
    next_attempt_at: [textOrNull, ({ nextAttemptAt }) => instantOrNull(nextAttemptAt)],
  },
);

const webhookPath = { webhook_id: id("webhook") };
const REPLAY = {
  id: "replayDelivery",
  tag: "Webhooks",
  summary: "Repeat a finished delivery",
  conflicts: ["delivery-unfinished", "webhook-disabled", "too-many-deliveries"],
} as const;

const TEST = {
  id: "testWebhook",
  tag: "Webhooks",
  summary: "Send a test call to a webhook",
  detail: `The answer has the result of the call. The body is \`{type: "test", timestamp, organization_id,
organization_name}\`; \`headcount-sequence\` is 0. The call is signed like all others, and is not retried or listed.`,
} as const;

const testAnswer = z
  .object({
    /** The status that the receiver answered; null without an answer. */
    response_status: z.int().nullable(),
    /** Why the call failed; null if the receiver answered with a 2xx. */
    error: textOrNull,
  })
  .register(v2Schemas, { id: "WebhookTest" });

/** GET /webhooks/:webhook_id/deliveries/; POST /webhooks/:webhook_id/deliveries/:delivery_id/replay; POST /webhooks/:webhook_id/test/
 * (D23). */
export function deliveryRoutes(
  app: App,
  http: ChangeParts & { readonly deliveries: Pick<Deliveries, "list" | "replay" | "test"> },
): void {
  const deliveries = new Resource(app, http, {
    path: "/webhooks/:webhook_id/deliveries/",
    within: webhookPath,
    tag: "Webhooks",
    name: "delivery",
    answer: deliveryAnswer.with(),
  });
  const summary = "List the last and all failed deliveries of a webhook, newest first";
  const listed = { id: "listDeliveries", summary, query: { end_time: instant.optional() } };
  deliveries.list(listed, ({ params, query: { end_time: before = INSTANT_MAX + 1, ...page } }) =>
    http.deliveries.list(params.webhook_id, { before, ...pageRange(page) }),
  );
  app.post(
    "/webhooks/:webhook_id/deliveries/:delivery_id/replay",
    {
      config: { access: "admin", operation: REPLAY },
      schema: {
        params: z.object({ ...webhookPath, delivery_id: id("delivery") }),
        response: { 202: deliveryAnswer.schema },
      },
    },
    async (request, reply) => {
      const { webhook_id: webhookId, delivery_id: deliveryId } = request.params;
      const delivery = await http.deliveries.replay(changeBy(http, request), webhookId, deliveryId);
      return reply.code(202).send(deliveryAnswer.present(delivery));
    },
  );
  app.post(
    "/webhooks/:webhook_id/test/",
    {
      config: { access: "write", operation: TEST },
      schema: { params: z.object(webhookPath), response: { 200: testAnswer } },
    },
    async ({ params }) => {
      const { responseStatus, error } = await http.deliveries.test(params.webhook_id);
      return { response_status: responseStatus, error };
    },
  );
}
