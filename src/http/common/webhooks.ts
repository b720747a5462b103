import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { ENDPOINT_LENGTH_MAX } from "../../domain/limits.ts";
import { isMasked, MASK, maskedWebhook } from "../../domain/masking.ts";
import type { Webhook } from "../../domain/resources.ts";
import { deleteResource, findResource } from "../../engine/resources/changes.ts";
import { allows } from "../../engine/resources/tokens.ts";
import { createWebhook, updateWebhook, type WebhookFields } from "../../engine/resources/webhooks.ts";
import { defined, id } from "../../schemas/fields.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { PublicAddress, TotalName } from "../pagination.ts";
import { Resource } from "../resource.ts";
import type { App } from "../types.ts";

const address = z.string().max(ENDPOINT_LENGTH_MAX);
const WANTED = "must be an http or https URL such as https://example.com/hook";

/** The URL that a webhook calls: http or https, without user information or a fragment. */
export const endpoint = address
  .refine(isEndpoint, WANTED)
  .refine((text) => !isMasked(text), `must not contain ${MASK}`);

/** The same, or the masked URL that tokens without the scope `write` read (D18). */
export const changedEndpoint = address.refine((text) => isEndpoint(text.replace(`//${MASK}@`, "//")), WANTED);

/** A webhook as far as a request may see it (D18). */
function visibleTo({ token }: Pick<FastifyRequest, "token">, webhook: Webhook): Webhook {
  return token !== null && allows(token.scopes, "write") ? webhook : maskedWebhook(webhook);
}

/** How a version of the API writes and reads webhooks. */
interface WebhookVersion<Answer extends z.ZodType, Created extends z.ZodType> {
  readonly version: Webhook["version"];
  readonly total: TotalName;
  readonly answer: Answer;
  /** The answer to POST, which has the secret that calls are signed with: it is shown once (D23). */
  readonly created: Created;
  readonly newWebhook: z.ZodType<Given & Pick<Webhook, "endpoint">>;
  readonly changedWebhook: z.ZodType<Given>;
  readonly present: (webhook: Webhook) => z.output<Answer>;
}

/** A body that creates or changes a webhook. */
type Given = { readonly [Field in keyof WebhookFields | "secret"]?: Webhook[Field] | undefined };

/** GET, POST /webhooks/; GET, PUT, DELETE /webhooks/:webhook_id/. The list has those of both versions (D23). */
export function addWebhookRoutes<Answer extends z.ZodType, Created extends z.ZodType>(
  app: App,
  http: ChangeParts & PublicAddress,
  { version, total, answer, created, newWebhook, changedWebhook, present }: WebhookVersion<Answer, Created>,
): void {
  const { catalog } = http;
  const one = { webhook_id: id("webhook") };
  const webhooks = new Resource(app, http, {
    path: "/webhooks/",
    one,
    tag: "Webhooks",
    name: "webhook",
    total,
  });
  webhooks.list(
    { item: answer },
    () => catalog.webhooks.all(),
    (page, request) => page.map((webhook) => present(visibleTo(request, webhook))),
  );
  webhooks.create({ body: newWebhook, answer: created, isSecret: true }, async (request) => {
    const { endpoint: address, ...given } = request.body;
    const made = { ...defined(given), endpoint: address, version };
    const webhook = await createWebhook(changeBy(http, request), made);
    return { ...Object(present(webhook)), secret: webhook.secret };
  });
  webhooks.read({ answer }, (request) =>
    present(visibleTo(request, findResource(catalog, "webhook", request.params.webhook_id))),
  );
  webhooks.update({ body: changedWebhook, answer }, async (request) => {
    const changed = defined(request.body);
    return present(await updateWebhook(changeBy(http, request), request.params.webhook_id, changed));
  });
  webhooks.delete({}, (request) =>
    deleteResource(changeBy(http, request), "webhook", request.params.webhook_id),
  );
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "" && hash === "";
}
