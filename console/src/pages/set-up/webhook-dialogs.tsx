import { CheckboxGroup, RadioGroup } from "../../components/form/choices.tsx";
import { CheckboxField, LongTextField, TextField } from "../../components/form/fields.tsx";
import { type DialogOf, deleteDialog, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, fieldError, textOrNull } from "../../components/form/form-values.ts";
import { treeChoices } from "../../components/space-filter.tsx";
import type { Webhook } from "../../queries/resources.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { WEBHOOK_TYPE_LABELS } from "./labels.ts";

/** The values of the form, with the field names of the API. */
type WebhookValues = Readonly<typeof BLANK_WEBHOOK>;

export const BLANK_WEBHOOK = {
  name: "",
  description: "",
  endpoint: "",
  type: "counts" as Webhook["type"],
  /** A line for each. */
  headers: "",
  enabled: true,
  /** None selected is all spaces. */
  space_ids: [] as string[],
  secret: "",
};

function valuesOf(webhook: Webhook): WebhookValues {
  return {
    name: webhook.name ?? "",
    description: webhook.description ?? "",
    endpoint: webhook.endpoint,
    type: webhook.type,
    headers: headerLines(webhook),
    enabled: webhook.enabled,
    space_ids: webhook.space_ids,
    secret: "",
  };
}

/** The request body of a webhook. @throws Problem if a header has no name or that of another */
export function webhookBodyOf(values: WebhookValues) {
  return {
    name: textOrNull(values.name),
    description: textOrNull(values.description),
    endpoint: values.endpoint.trim(),
    type: values.type,
    headers: headersOf(values.headers),
    enabled: values.enabled,
    space_ids: values.space_ids,
  };
}

/** The headers of the requests, a line for each. */
export function headerLines({ headers }: Pick<Webhook, "headers">): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** Reads the lines of headers. */
function headersOf(lines: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines.split("\n").filter((each) => each.trim() !== "")) {
    const [, name = "", value = ""] = /^([^:]*):(.*)$/.exec(line) ?? [];
    if (name.trim() === "") throw fieldError("headers", `${JSON.stringify(line)} has no name before a colon`);
    if (Object.hasOwn(headers, name.trim())) throw fieldError("headers", `${name.trim()} is not unique`);
    headers[name.trim()] = value.trim();
  }
  return headers;
}

/** What the server returns for a new webhook. It returns the secret only once. */
export type CreatedWebhook = Pick<Webhook, "id" | "warning"> & { readonly secret: string };

const SECRET_HINT = "whsec_ followed by 24 to 64 bytes in base64. Leave empty to generate one.";

/** Creates a webhook. */
export function newWebhook(onCreated: (webhook: CreatedWebhook) => void): DialogOf {
  return formDialog({
    title: "New webhook",
    action: "Create webhook",
    initial: BLANK_WEBHOOK,
    request: (v2, values) => {
      const secret = textOrNull(values.secret);
      const body = {
        ...changesOf(webhookBodyOf(BLANK_WEBHOOK), webhookBodyOf(values)),
        endpoint: values.endpoint.trim(),
        ...(secret === null ? {} : { secret }),
      };
      return v2.POST("/v2/webhooks/", { body });
    },
    saved: (created) => ({ changed: ["webhooks"], onClosed: () => onCreated(created) }),
    fields: (form) => (
      <>
        <WebhookFields form={form} />
        <TextField {...form.field("secret", "Signing secret", SECRET_HINT)} />
      </>
    ),
  });
}

/** Changes a webhook. */
export function editWebhook(webhook: Webhook): DialogOf {
  const before = valuesOf(webhook);
  return formDialog({
    title: "Edit webhook",
    action: "Save",
    initial: before,
    request: (v2, values) => {
      const body = changesOf(webhookBodyOf(before), webhookBodyOf(values));
      return v2.PUT("/v2/webhooks/{webhook_id}/", { params: { path: { webhook_id: webhook.id } }, body });
    },
    saved: () => ({ changed: ["webhooks"], message: "The webhook has been updated." }),
    fields: (form) => <WebhookFields form={form} />,
  });
}

const TYPES = [
  { value: "counts", name: WEBHOOK_TYPE_LABELS.counts, hint: "A request for each event and linked space." },
  {
    value: "threshold",
    name: WEBHOOK_TYPE_LABELS.threshold,
    hint: "A request when a space becomes unsafe, and one when it is safe again.",
  },
] as const;

const HEADERS_HINT = "Sent with each request, one on each line, for example Authorization: Bearer abc.";
const ENABLED_HINT = "Events that occur while the webhook is disabled are not delivered later.";

const SPACES_HINT = "None selected: for all spaces.";

function WebhookFields({ form }: { readonly form: Form<WebhookValues> }) {
  const { data: spaces = [] } = useSpaces();
  return (
    <>
      <TextField
        inputMode="url"
        placeholder="https://example.com/hook"
        {...form.field("endpoint", "Endpoint", "The URL that receives the requests.")}
      />
      <TextField {...form.field("name", "Name")} />
      <LongTextField rows={2} {...form.field("description", "Description")} />
      <RadioGroup choices={TYPES} {...form.field("type", "Type")} />
      <CheckboxGroup
        choices={treeChoices(spaces)}
        {...form.field("space_ids", "Only for these spaces", SPACES_HINT)}
      />
      <LongTextField isCode rows={2} {...form.field("headers", "Headers", HEADERS_HINT)} />
      <CheckboxField {...form.field("enabled", "Enabled", ENABLED_HINT)} />
    </>
  );
}

/** Deletes a webhook with its deliveries. */
export function deleteWebhook({ id, name, endpoint }: Webhook): DialogOf {
  return deleteDialog("webhook", name ?? endpoint, {
    request: (v2) => v2.DELETE("/v2/webhooks/{webhook_id}/", { params: { path: { webhook_id: id } } }),
    changed: ["webhooks"],
    page: "/set-up/webhooks",
    text: `The server stops sending requests to ${endpoint} and deletes the list of its deliveries. This cannot be undone.`,
  });
}
