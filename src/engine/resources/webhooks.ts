import { randomBytes } from "node:crypto";
import { notFound } from "../../domain/errors.ts";
import { unmaskedFields } from "../../domain/masking.ts";
import { formatId, type Webhook } from "../../domain/resources.ts";
import type { Catalog, CatalogChange } from "../catalog/catalog.ts";

/** The fields of a webhook that a client may set. */
export type WebhookFields = Pick<
  Webhook,
  "endpoint" | "name" | "description" | "headers" | "enabled" | "type"
>;

/** Bytes of a generated secret (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 24;

/** Defaults of a webhook's fields. */
const WEBHOOK_DEFAULTS: Omit<WebhookFields, "endpoint"> = {
  name: null,
  description: null,
  headers: {},
  enabled: true,
  type: "counts",
};

/** Creates a webhook, with a generated secret if none is given (D23). */
export function createWebhook(
  change: CatalogChange,
  fields: Partial<WebhookFields> & Pick<Webhook, "endpoint" | "version"> & { readonly secret?: string },
): Promise<Webhook> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const now = clock.now();
    const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
    const webhook = {
      secret,
      ...WEBHOOK_DEFAULTS,
      ...fields,
      disabledReason: null,
      id: catalog.newId(),
      createdAt: now,
      updatedAt: now,
    };
    await catalog.save({ put: { webhook: [webhook] } });
    return webhook;
  });
}

/**
 * Changes the given fields of a webhook, except its version (D23). Masked fields do not change.
 *
 * @throws HeadcountError `not-found`; `invalid` if the webhook has no stored value for a mask
 */
export function updateWebhook(
  change: CatalogChange,
  id: bigint,
  fields: Partial<WebhookFields>,
): Promise<Webhook> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const stored = findWebhook(catalog, id);
    const changed = { ...stored, ...unmaskedFields(stored, fields), updatedAt: clock.now() };
    const webhook = { ...changed, disabledReason: changed.enabled ? null : changed.disabledReason };
    await catalog.save({ put: { webhook: [webhook] } });
    return webhook;
  });
}

/** @throws HeadcountError `not-found` */
export function deleteWebhook(change: CatalogChange, id: bigint): Promise<void> {
  const { catalog } = change;
  return catalog.exclusive(change, async () => {
    findWebhook(catalog, id);
    await catalog.save({ remove: { webhook: [id] } });
  });
}

/** @throws HeadcountError `not-found` */
export function findWebhook(catalog: Catalog, id: bigint): Webhook {
  const webhook = catalog.webhooks.get(id);
  if (webhook === undefined) throw notFound("webhook", formatId("webhook", id));
  return webhook;
}
