import type { components } from "../../../../src/client/generated/v2.ts";
import { complaint, textOrNull } from "../../components/form/form-values.ts";

type Webhook = components["schemas"]["Webhook"];

/** A header as it is typed. */
export interface HeaderRow {
  /** Tells rows apart while their names are typed. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** What a form holds of a webhook, by the API's names. */
export interface WebhookValues {
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly type: Webhook["type"];
  readonly headers: readonly HeaderRow[];
  readonly enabled: boolean;
  readonly secret: string;
}

export const BLANK_WEBHOOK: WebhookValues = {
  name: "",
  description: "",
  endpoint: "",
  type: "counts",
  headers: [],
  enabled: true,
  secret: "",
};

export function webhookValuesOf(webhook: Webhook): WebhookValues {
  return {
    name: webhook.name ?? "",
    description: webhook.description ?? "",
    endpoint: webhook.endpoint,
    type: webhook.type,
    headers: Object.entries(webhook.headers).map(([name, value], key) => ({ key, name, value })),
    enabled: webhook.enabled,
    secret: "",
  };
}

/** A webhook as the API takes it. @throws Problem where two headers have the same name */
export function webhookBodyOf(values: WebhookValues) {
  return {
    name: textOrNull(values.name),
    description: textOrNull(values.description),
    endpoint: values.endpoint.trim(),
    type: values.type,
    headers: headersOf(values.headers),
    enabled: values.enabled,
  };
}

/** Rows without a name and a value are not there. */
function headersOf(rows: readonly HeaderRow[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of rows) {
    if (name.trim() === "" && value === "") continue;
    if (Object.hasOwn(headers, name.trim())) throw complaint("headers", `${name.trim()} is there twice`);
    headers[name.trim()] = value;
  }
  return headers;
}
