import { Button } from "../../components/button.tsx";
import { RadioGroup } from "../../components/form/choices.tsx";
import {
  CheckboxField,
  type FieldBinding,
  FieldGroup,
  LongTextField,
  TextField,
} from "../../components/form/fields.tsx";
import { type DialogOf, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, fieldError, textOrNull } from "../../components/form/form-values.ts";
import type { Webhook } from "../../queries/resources.ts";
import { WEBHOOK_TYPES } from "./labels.ts";

/** A header in the form. */
interface HeaderRow {
  /** Identifies the row, whose name can change. */
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

/** The values of the form, with the field names of the API. */
type WebhookValues = Readonly<typeof BLANK_WEBHOOK>;

export const BLANK_WEBHOOK = {
  name: "",
  description: "",
  endpoint: "",
  type: "counts" as Webhook["type"],
  headers: [] as readonly HeaderRow[],
  enabled: true,
  secret: "",
};

function valuesOf(webhook: Webhook): WebhookValues {
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

/** What the server returns for a new webhook. It returns the secret only once. */
export type CreatedWebhook = Pick<Webhook, "id"> & { readonly secret: string };

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
  { value: "counts", name: WEBHOOK_TYPES.counts, hint: "A request for each event and linked space." },
  {
    value: "threshold",
    name: WEBHOOK_TYPES.threshold,
    hint: "A request when a space becomes unsafe, and one when it is safe again.",
  },
] as const;

const HEADERS_HINT = "Sent with each request, for example Authorization.";
const ENABLED_HINT = "Events that occur while the webhook is disabled are not delivered later.";

function WebhookFields({ form }: { readonly form: Form<WebhookValues> }) {
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
      <HeadersField {...form.field("headers", "Headers", HEADERS_HINT)} />
      <CheckboxField {...form.field("enabled", "Enabled", ENABLED_HINT)} />
    </>
  );
}

/** The headers of the requests of a webhook. */
function HeadersField(props: FieldBinding<readonly HeaderRow[]>) {
  const { value: rows, onChange } = props;
  const change = (key: number, changed: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    onChange([...rows, { key, name: "", value: "" }]);
  };
  return (
    <FieldGroup {...props}>
      {rows.map((row, index) => (
        <div key={row.key} className="set-up-header-row">
          {(["name", "value"] as const).map((part) => {
            const label = part === "name" ? "Name" : "Value";
            return (
              <input
                key={part}
                aria-label={`${label} of header ${index + 1}`}
                placeholder={label}
                spellCheck={false}
                value={row[part]}
                onChange={({ target }) => change(row.key, { [part]: target.value })}
              />
            );
          })}
          <Button
            look="quiet"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            ✕
          </Button>
        </div>
      ))}
      <Button className="set-up-add-header" onClick={add}>
        Add header
      </Button>
    </FieldGroup>
  );
}

/** Deletes a webhook with its deliveries. */
export function deleteWebhook({ id, endpoint }: Webhook): DialogOf {
  return formDialog({
    title: "Delete this webhook?",
    action: "Delete webhook",
    isDangerous: true,
    initial: {},
    request: (v2) => v2.DELETE("/v2/webhooks/{webhook_id}/", { params: { path: { webhook_id: id } } }),
    saved: () => ({
      changed: ["webhooks"],
      message: "The webhook has been deleted.",
      page: "/set-up/webhooks",
    }),
    fields: () => (
      <p>
        The server stops sending requests to {endpoint} and deletes the list of its deliveries. This cannot be
        undone.
      </p>
    ),
  });
}
