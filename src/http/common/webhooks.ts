import { z } from "zod";
import { ENDPOINT_LENGTH_MAX } from "../../domain/limits.ts";
import { deleteWebhook } from "../../engine/webhooks.ts";
import { actingFor } from "../auth.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";

/** Where a webhook's calls go: an http or https address without a user's name or a fragment. */
export const endpoint = z
  .string()
  .max(ENDPOINT_LENGTH_MAX)
  .refine(isEndpoint, "must be an address such as https://example.com/hook");

export const webhookPath = z.object({ webhook_id: id("webhook") });

/** DELETE /webhooks/:webhook_id/, the same in both versions. */
export function webhookDeletionRoute(app: App, http: HttpContext): void {
  app.delete(
    "/webhooks/:webhook_id/",
    { config: { access: "write" }, schema: { params: webhookPath } },
    async (request, reply) => {
      await deleteWebhook(actingFor(http, request), request.params.webhook_id);
      return reply.code(204).send();
    },
  );
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && hash === "";
}
