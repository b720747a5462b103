import { randomBytes } from "node:crypto";
import { unmaskedFields } from "../../domain/masking.ts";
import type { Webhook } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { saveResource } from "./changes.ts";

export type WebhookFields = Pick<
  Webhook,
  "endpoint" | "name" | "description" | "headers" | "enabled" | "type" | "spaceIds"
>;

/** Bytes of a generated secret (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 24;

const WEBHOOK_DEFAULTS: Omit<WebhookFields, "endpoint"> = {
  name: null,
  description: null,
  headers: {},
  enabled: true,
  type: "counts",
  spaceIds: [],
};

/**
 * Creates a webhook, with a generated secret if none is given (D23).
 *
 * @throws HeadcountError `invalid` if a space does not exist
 */
export function createWebhook(
  change: CatalogChange,
  fields: Partial<WebhookFields> & Pick<Webhook, "endpoint" | "version"> & { readonly secret?: string },
): Promise<Webhook> {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
  const settings = { secret, ...WEBHOOK_DEFAULTS, ...fields, disabledReason: null };
  return saveResource(change, "webhook", (draft) => {
    requireSpaces(draft.catalog, settings.spaceIds);
    return { ...settings, ...draft.created() };
  });
}

/**
 * Changes the given fields of a webhook, except its version (D23). Masked fields do not change.
 *
 * @throws HeadcountError `not-found`; `invalid` if the webhook has no stored value for a mask, or a space does not exist
 */
export function updateWebhook(
  change: CatalogChange,
  id: bigint,
  fields: Partial<WebhookFields>,
): Promise<Webhook> {
  return saveResource(change, "webhook", (draft) => {
    const { catalog, now } = draft;
    const stored = catalog.find("webhook", id);
    requireSpaces(catalog, fields.spaceIds, stored.spaceIds);
    const changed = { ...stored, ...unmaskedFields(stored, fields), updatedAt: now };
    return { ...changed, disabledReason: changed.enabled ? null : changed.disabledReason };
  });
}

/** Requires that spaces exist, except those that a webhook has already, which may have been deleted. */
function requireSpaces(catalog: Catalog, ids: readonly bigint[] = [], stored: readonly bigint[] = []): void {
  for (const id of ids) if (!stored.includes(id)) catalog.named("space", id, "space_ids");
}
