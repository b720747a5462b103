import type { components } from "../../../../src/client/generated/v2.ts";
import { fieldError, textOrNull } from "../../components/form/form-values.ts";

type Webhook = components["schemas"]["Webhook"];

/** A header in the form. */
export interface HeaderRow {
  /** Identifies the row, whose name can change. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** The values of the form, with the field names of the API. */
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

/** The request body of a webhook. @throws Problem if two headers have the same name */
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

/** The headers as an object, without empty rows. */
function headersOf(rows: readonly HeaderRow[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of rows) {
    if (name.trim() === "" && value === "") continue;
    if (Object.hasOwn(headers, name.trim())) throw fieldError("headers", `${name.trim()} is not unique`);
    headers[name.trim()] = value;
  }
  return headers;
}
