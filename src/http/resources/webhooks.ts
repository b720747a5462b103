import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { formatInstant, INSTANT_MAX } from "../../domain/instant.ts";
import { ENDPOINT_LENGTH_MAX, HEADER_LENGTH_MAX, WEBHOOK_HEADERS_MAX } from "../../domain/limits.ts";
import { isMasked, MASK, maskedWebhook } from "../../domain/masking.ts";
import { allows, WEBHOOK_TYPES, WEBHOOK_VERSIONS, type Webhook } from "../../domain/resources.ts";
import type { Deliveries } from "../../engine/deliveries/deliveries.ts";
import type { CallResult } from "../../engine/deliveries/delivery-runtime.ts";
import type { Delivery } from "../../engine/ports.ts";
import { deleteResource } from "../../engine/resources/changes.ts";
import { createWebhook, updateWebhook } from "../../engine/resources/webhooks.ts";
import { answerOf, idOrNull, instantOrNull, intOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { body, documented, engineFields, freeText, id, instant, name } from "../../schemas/fields.ts";
import { list } from "../../schemas/list.ts";
import { addRoute } from "../add-route.ts";
import { pageRange } from "../pagination.ts";
import { type ChangeParts, changeBy, ofKind, Resource } from "../resource-routes.ts";
import type { App, Version } from "../types.ts";

type WebhookState = Pick<Deliveries, "failedAttemptsOf" | "warningOf">;

const v1Webhook = answerOf<Webhook, WebhookState>({ v1: "Webhook" })({
  id: [text, ({ id }) => formatId("webhook", id)],
  endpoint: [text, ({ endpoint }) => endpoint],
});

const v2Webhook = answerOf<Webhook, WebhookState>({ v2: "Webhook" })({
  id: v1Webhook.fields.id,
  name: [textOrNull, ({ name }) => name],
  description: [textOrNull, ({ description }) => description],
  endpoint: v1Webhook.fields.endpoint,
  version: [z.enum(WEBHOOK_VERSIONS), ({ version }) => version],
  headers: [z.record(z.string(), z.string()), ({ headers }) => headers],
  enabled: [z.boolean(), ({ enabled }) => enabled],
  disabled_reason: [textOrNull, ({ disabledReason }) => disabledReason],
  type: [z.enum(WEBHOOK_TYPES), ({ type }) => type],
  space_ids: [z.array(text), ({ spaceIds }) => spaceIds.map((id) => formatId("space", id))],
  failed_attempts: [z.int(), (webhook, deliveries) => deliveries.failedAttemptsOf(webhook)],
  warning: [textOrNull, (webhook, deliveries) => deliveries.warningOf(webhook)],
});

const address = z.string().max(ENDPOINT_LENGTH_MAX);
const WANTED = "must be an http or https URL such as https://example.com/hook";

/** The URL that a webhook calls: http or https, without a fragment. User information is for Basic authentication. */
const endpoint = address
  .refine(isEndpoint, WANTED)
  .refine((text) => !isMasked(text), `must not contain ${MASK}`);

/** The same, or the masked URL that tokens without the scope `write` read (D18). */
const changedEndpoint = address.refine(isEndpoint, WANTED);

const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, "is not a valid header name");
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const headerText = z.string().max(HEADER_LENGTH_MAX);
const WRONG_VALUE = "contains characters that a header value cannot contain";
const headerValue = headerText.regex(HEADER_VALUE, WRONG_VALUE);

/** The same, or the mask that clients read in its place (D18). */
const changedHeaderValue = headerText.refine((text) => text === MASK || HEADER_VALUE.test(text), WRONG_VALUE);

/**
 * Headers that the calls set themselves, or that belong to a connection (RFC 9110, 7.6.1): webhooks cannot set them.
 */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-type",
  "expect",
  "headcount-sequence",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "webhook-id",
  "webhook-signature",
  "webhook-timestamp",
]);

const namedValue = z.object({ name: z.string(), value: z.string() });

const HEADER_FORMS =
  'an object such as {"X-Key": "abc"}, or an array such as [{"name": "X-Key", "value": "abc"}]';

/** An object of names to values; a list of `{name, value}` is accepted, too (D23). */
const headers = (value: z.ZodType<string>) =>
  documented(
    z.preprocess(
      readHeaders,
      z
        .record(headerName, value)
        .refine(
          (given) => Object.keys(given).every((each) => !RESERVED_HEADERS.has(each.toLowerCase())),
          `may not set ${[...RESERVED_HEADERS].join(", ")}`,
        ),
    ),
    {
      anyOf: [
        { type: "object", additionalProperties: { type: "string" } },
        {
          type: "array",
          items: { type: "object", properties: { name: { type: "string" }, value: { type: "string" } } },
        },
      ],
    },
  );

/** A signing secret: 24 to 64 bytes in base64 behind its prefix (Standard Webhooks). */
const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, "must be whsec_ followed by base64")
  .refine((text) => {
    const bytes = Buffer.from(text.slice("whsec_".length), "base64").length;
    return bytes >= 24 && bytes <= 64;
  }, "must encode 24 to 64 bytes");

/** @param value the schema of a header's value */
const fields = (value: z.ZodType<string>) => ({
  name: name.nullable().optional(),
  description: freeText.nullable().optional(),
  headers: headers(value).optional(),
  enabled: z.boolean().optional(),
  type: z.enum(WEBHOOK_TYPES).optional(),
  space_ids: list(id("space")).optional(),
});

const signing = { secret: [text, ({ secret }: Webhook) => secret] } as const;

/**
 * How the versions write and read webhooks. The answer to POST has the secret that calls are signed with: it is shown
 * once (D23).
 */
const VERSIONS = {
  v1: {
    answered: v1Webhook,
    created: answerOf<Webhook, WebhookState>({ v1: "NewWebhook" })({ ...v1Webhook.fields, ...signing }),
    newWebhook: body({ endpoint }),
    changedWebhook: body({ endpoint: changedEndpoint.optional() }),
  },
  v2: {
    answered: v2Webhook,
    created: answerOf<Webhook, WebhookState>()({ ...v2Webhook.fields, ...signing }),
    newWebhook: body({ endpoint, ...fields(headerValue), secret: secret.optional() }),
    changedWebhook: body({ endpoint: changedEndpoint.optional(), ...fields(changedHeaderValue) }),
  },
};

type Given = z.output<typeof VERSIONS.v2.changedWebhook> & { readonly secret?: string | undefined };

/** GET, POST /webhooks/; GET, PUT, DELETE /webhooks/:webhook_id/. The list has those of both versions (D23). */
export function webhookRoutes(
  app: App,
  http: ChangeParts & { readonly deliveries: WebhookState },
  version: Version,
): void {
  const { catalog, deliveries } = http;
  const { answered, created, newWebhook, changedWebhook } = VERSIONS[version];
  const { schema, present } = answered;
  const webhooks = new Resource(app, http, {
    ...ofKind("webhook"),
    tag: "Webhooks",
    version,
    answer: {
      schema,
      present: (some: readonly Webhook[], { token }) => {
        // Others must not see its secrets (D18).
        const isShown = token !== null && allows(token.scopes, "write");
        return some.map((webhook) => present(isShown ? webhook : maskedWebhook(webhook), deliveries));
      },
    },
  });
  webhooks.list({}, () => catalog.webhooks.all());
  const creation = { body: newWebhook, answer: created.with(deliveries), isSecret: true };
  webhooks.create(creation, (change, request) => {
    const { endpoint: address, ...given }: Given & Pick<Webhook, "endpoint"> = request.body;
    return createWebhook(change, { ...engineFields(given), endpoint: address, version });
  });
  webhooks.read({}, ({ params }) => catalog.find("webhook", params.webhook_id));
  webhooks.update({ body: changedWebhook }, (change, request) => {
    const given: Given = request.body;
    return updateWebhook(change, request.params.webhook_id, engineFields(given));
  });
  webhooks.delete({}, (change, { params }) => deleteResource(change, "webhook", params.webhook_id));
}

function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hash } = new URL(text);
  return /^https?:$/.test(protocol) && hash === "";
}

function readHeaders(given: unknown, context: z.RefinementCtx): unknown {
  const isObject = typeof given === "object" && given !== null;
  // The many headers of a wrong body are not looked at.
  if (isObject && Object.keys(given).length > WEBHOOK_HEADERS_MAX) {
    context.addIssue({ code: "custom", message: `must have at most ${WEBHOOK_HEADERS_MAX} headers` });
    return z.NEVER;
  }
  if (given === undefined || (isObject && !Array.isArray(given))) return given;
  if (!Array.isArray(given)) {
    context.addIssue({ code: "custom", message: `must be ${HEADER_FORMS}` });
    return z.NEVER;
  }
  const read = given.map((entry) => namedValue.safeParse(entry));
  for (const [index, { success }] of read.entries()) {
    if (success) continue;
    const message = `must have a name and a value, both strings; headers are ${HEADER_FORMS}`;
    context.addIssue({ code: "custom", path: [index], message });
  }
  return Object.fromEntries(read.map(({ data }) => [data?.name, data?.value]));
}

const deliveryAnswer = answerOf<Delivery>({ v2: "Delivery" })({
  id: [text, ({ id }) => formatId("delivery", id)],
  created_at: [text, ({ createdAt }) => formatInstant(createdAt)],
  space_id: [text, ({ message }) => formatId("space", message.spaceId)],
  event_id: [textOrNull, ({ message }) => idOrNull("event", message.eventId)],
  status: [z.enum(["pending", "retrying", "delivered", "dead"]), ({ status }) => status],
  attempts: [z.int(), ({ attempts }) => attempts],
  response_status: [intOrNull, ({ responseStatus }) => responseStatus],
  error: [textOrNull, ({ error }) => error],
  next_attempt_at: [textOrNull, ({ nextAttemptAt }) => instantOrNull(nextAttemptAt)],
});

const webhookPath = { webhook_id: id("webhook") };
const REPLAY = {
  id: "replayDelivery",
  tag: "Webhooks",
  access: "admin",
  summary: "Repeat a finished delivery",
  params: { ...webhookPath, delivery_id: id("delivery") },
  answer: deliveryAnswer.schema,
  status: 202,
  conflicts: ["delivery-unfinished", "webhook-disabled", "too-many-deliveries"],
} as const;

const testAnswer = answerOf<CallResult>({ v2: "WebhookTest" })({
  response_status: [intOrNull, ({ responseStatus }) => responseStatus],
  error: [textOrNull, ({ error }) => error],
});

const TEST = {
  id: "testWebhook",
  tag: "Webhooks",
  access: "write",
  summary: "Send a test call to a webhook",
  detail: `Returns the result of the call. The body is \`{type: "test", timestamp, organization_id,
organization_name}\`; \`headcount-sequence\` is 0. The call is signed like all others, and is not retried or listed.`,
  params: webhookPath,
  answer: testAnswer.schema,
} as const;

/**
 * GET /webhooks/:webhook_id/deliveries/; POST /webhooks/:webhook_id/deliveries/:delivery_id/replay and
 * /webhooks/:webhook_id/test/ (D23).
 */
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
  addRoute(
    app,
    "POST /webhooks/:webhook_id/deliveries/:delivery_id/replay",
    REPLAY,
    async (request, reply) => {
      const { webhook_id: webhookId, delivery_id: deliveryId } = request.params;
      const delivery = await http.deliveries.replay(changeBy(http, request), webhookId, deliveryId);
      return reply.code(202).send(deliveryAnswer.present(delivery));
    },
  );
  addRoute(app, "POST /webhooks/:webhook_id/test/", TEST, async ({ params }) =>
    testAnswer.present(await http.deliveries.test(params.webhook_id)),
  );
}
