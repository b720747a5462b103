import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ENDPOINT_LENGTH_MAX } from "../../domain/limits.ts";
import { isMasked, MASK, maskedWebhook } from "../../domain/masking.ts";
import type { Webhook } from "../../domain/resources.ts";
import { allows } from "../../engine/resources/tokens.ts";
import { deleteWebhook } from "../../engine/resources/webhooks.ts";
import { changeBy } from "../auth.ts";
import { id } from "../schemas.ts";
import type { App, HttpContext } from "../types.ts";

const address = z.string().max(ENDPOINT_LENGTH_MAX);
const WANTED = "must be an address such as https://example.com/hook";

/** Where a webhook's calls go: an http or https address without a user's name or a fragment. */
export const endpoint = address
  .refine(isEndpoint, WANTED)
  .refine((text) => !isMasked(text), `must be whole, without ${MASK}`);

/** The same, or the webhook's own as it is shown to tokens without the scope `write` (D18). */
export const changedEndpoint = address.refine((text) => isEndpoint(text.replace(`//${MASK}@`, "//")), WANTED);

export const webhookPath = z.object({ webhook_id: id("webhook") });

/** A webhook as far as a request may see it (D18). */
export function visibleTo({ token }: Pick<FastifyRequest, "token">, webhook: Webhook): Webhook {
  return token !== null && allows(token.scopes, "write") ? webhook : maskedWebhook(webhook);
}

/** DELETE /webhooks/:webhook_id/, the same in both versions. */
export function webhookDeletionRoute(app: App, http: HttpContext): void {
  app.delete(
    "/webhooks/:webhook_id/",
    { config: { access: "write" }, schema: { params: webhookPath } },
    async (request, reply) => {
      await deleteWebhook(changeBy(http, request), request.params.webhook_id);
      return reply.code(204).send();
    },
  );
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && hash === "";
}
