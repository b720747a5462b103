import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { body, v1Schemas } from "../../schemas/fields.ts";
import type { ChangeParts } from "../auth.ts";
import { addWebhookRoutes, changedEndpoint, endpoint } from "../common/webhooks.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const answer = z.object({ id: z.string(), endpoint: z.string() }).register(v1Schemas, { id: "Webhook" });
const created = answer.extend({ secret: z.string() }).register(v1Schemas, { id: "NewWebhook" });

/** GET, POST /webhooks/; GET, PUT, DELETE /webhooks/:webhook_id/. */
export function webhookRoutes(app: App, http: ChangeParts & PublicAddress): void {
  addWebhookRoutes(app, http, {
    version: "v1",
    total: "count",
    answer,
    created,
    newWebhook: body({ endpoint }),
    changedWebhook: body({ endpoint: changedEndpoint.optional() }),
    present: (webhook) => ({ id: formatId("webhook", webhook.id), endpoint: webhook.endpoint }),
  });
}
