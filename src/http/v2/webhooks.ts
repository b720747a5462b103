import { z } from "zod";
import { formatId } from "../../domain/ids.ts";
import { HEADER_LENGTH_MAX, WEBHOOK_HEADERS_MAX } from "../../domain/limits.ts";
import { MASK } from "../../domain/masking.ts";
import { WEBHOOK_TYPES, WEBHOOK_VERSIONS, type Webhook } from "../../domain/resources.ts";
import { body, documented, freeText, name, v2Schemas } from "../../schemas/fields.ts";
import type { ChangeParts } from "../auth.ts";
import { addWebhookRoutes, changedEndpoint, endpoint } from "../common/webhooks.ts";
import type { PublicAddress } from "../pagination.ts";
import type { App } from "../types.ts";

const webhookAnswer = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    endpoint: z.string(),
    version: z.enum(WEBHOOK_VERSIONS),
    headers: z.record(z.string(), z.string()),
    enabled: z.boolean(),
    /** The reason for which the server has disabled it; null otherwise. */
    disabled_reason: z.string().nullable(),
    type: z.enum(WEBHOOK_TYPES),
  })
  .register(v2Schemas, { id: "Webhook" });

/** The name and the value of a header (RFC 9110). */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, "is not a valid header name");
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const headerText = z.string().max(HEADER_LENGTH_MAX);
const WRONG_VALUE = "has characters that a header value cannot have";
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
  'an object such as {"X-Key": "abc"}, or a list such as [{"name": "X-Key", "value": "abc"}]';

/** An object of names to values; a list of `{name, value}` is accepted, too (D23). */
const headers = (value: z.ZodType<string>) =>
  documented(
    z.preprocess(
      readHeaders,
      z
        .record(headerName, value)
        .refine(
          (given) => Object.keys(given).length <= WEBHOOK_HEADERS_MAX,
          `has more than ${WEBHOOK_HEADERS_MAX}`,
        )
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

/** @param value what a header's value may be */
const fields = (value: z.ZodType<string>) => ({
  name: name.nullable().optional(),
  description: freeText.nullable().optional(),
  headers: headers(value).optional(),
  enabled: z.boolean().optional(),
  type: z.enum(WEBHOOK_TYPES).optional(),
});
const newWebhook = body({ endpoint, ...fields(headerValue), secret: secret.optional() });
const changedWebhook = body({ endpoint: changedEndpoint.optional(), ...fields(changedHeaderValue) });

/** GET, POST /webhooks/; GET, PUT, DELETE /webhooks/:webhook_id/ (D23). */
export function webhookRoutes(app: App, http: ChangeParts & PublicAddress): void {
  const created = webhookAnswer.extend({ secret: z.string() });
  const schemas = { answer: webhookAnswer, created, newWebhook, changedWebhook };
  addWebhookRoutes(app, http, { version: "v2", total: "total", ...schemas, present });
}

/** Headers as an object of names to values; adds an issue where they have neither form. */
function readHeaders(given: unknown, context: z.RefinementCtx): unknown {
  const isObject = typeof given === "object" && given !== null;
  if (given === undefined || (isObject && !Array.isArray(given))) return given;
  if (!Array.isArray(given)) {
    context.addIssue({ code: "custom", message: `must be ${HEADER_FORMS}` });
    return z.NEVER;
  }
  const read = given.map((entry) => namedValue.safeParse(entry));
  for (const [index, { success }] of read.entries()) {
    if (success) continue;
    const message = `must have a name and a value that are texts; headers are ${HEADER_FORMS}`;
    context.addIssue({ code: "custom", path: [index], message });
  }
  return Object.fromEntries(read.map(({ data }) => [data?.name, data?.value]));
}

function present(webhook: Webhook): z.output<typeof webhookAnswer> {
  return {
    id: formatId("webhook", webhook.id),
    name: webhook.name,
    description: webhook.description,
    endpoint: webhook.endpoint,
    version: webhook.version,
    headers: { ...webhook.headers },
    enabled: webhook.enabled,
    disabled_reason: webhook.disabledReason,
    type: webhook.type,
  };
}
