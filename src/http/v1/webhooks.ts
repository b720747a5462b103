import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import type { Webhook } from "../../domain/resources.ts";
import { createWebhook, findWebhook, updateWebhook } from "../../engine/resources/webhooks.ts";
import { changeBy } from "../auth.ts";
import { NO_STORE } from "../caching.ts";
import {
  changedEndpoint,
  endpoint,
  visibleTo,
  webhookDeletionRoute,
  webhookPath,
} from "../common/webhooks.ts";
import { v1Schemas } from "../openapi/schemas.ts";
import { pageParameters } from "../pagination.ts";
import { body, defined } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";
import { listOf, pageOf } from "./lists.ts";

const webhookAnswer = z
  .object({ id: z.string(), endpoint: z.string() })
  .register(v1Schemas, { id: "Webhook" });

/** The secret that calls are signed with is shown once (D23). */
const newWebhookAnswer = webhookAnswer
  .extend({ secret: z.string() })
  .register(v1Schemas, { id: "NewWebhook" });

/** GET, POST /webhooks/; GET, PUT, DELETE /webhooks/:webhook_id/. Those of version 2 are listed, too (D23). */
export function webhookRoutes(app: App, http: HttpContext): void {
  const { catalog } = http;

  app.get(
    "/webhooks/",
    {
      config: { access: "read" },
      schema: { querystring: z.object(pageParameters), response: { 200: listOf(webhookAnswer) } },
    },
    (request) =>
      pageOf(http, request, catalog.webhooks.all(), (webhooks) =>
        webhooks.map((webhook) => present(visibleTo(request, webhook))),
      ),
  );

  app.post(
    "/webhooks/",
    {
      config: { access: "write" },
      schema: { body: body({ endpoint }), response: { 201: newWebhookAnswer } },
    },
    async (request, reply) => {
      const { endpoint: address } = request.body;
      const webhook = await createWebhook(changeBy(http, request), { endpoint: address, version: "v1" });
      return reply
        .code(201)
        .headers(NO_STORE)
        .send({ ...present(webhook), secret: webhook.secret });
    },
  );

  app.get(
    "/webhooks/:webhook_id/",
    { config: { access: "read" }, schema: { params: webhookPath, response: { 200: webhookAnswer } } },
    async (request) => present(visibleTo(request, findWebhook(catalog, request.params.webhook_id))),
  );

  app.put(
    "/webhooks/:webhook_id/",
    {
      config: { access: "write" },
      schema: {
        params: webhookPath,
        body: body({ endpoint: changedEndpoint.optional() }),
        response: { 200: webhookAnswer },
      },
    },
    async (request) => {
      const fields = defined({ endpoint: request.body.endpoint });
      return present(await updateWebhook(changeBy(http, request), request.params.webhook_id, fields));
    },
  );

  webhookDeletionRoute(app, http);
}

function present(webhook: Webhook): z.output<typeof webhookAnswer> {
  return { id: formatId("webhook", webhook.id), endpoint: webhook.endpoint };
}
