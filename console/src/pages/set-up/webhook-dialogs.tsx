import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { CheckboxField, LongTextField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, textOrNull } from "../../components/form/form-values.ts";
import { type Form, useForm } from "../../components/form/use-form.ts";
import { useRefresh, type Webhook } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";
import { HeadersField } from "./headers-field.tsx";
import { WEBHOOK_TYPES } from "./labels.ts";
import { useSave } from "./use-save.ts";
import { BLANK_WEBHOOK, type WebhookValues, webhookBodyOf, webhookValuesOf } from "./webhook-values.ts";

/** Creates a webhook. The server returns its secret only once. */
export function NewWebhookDialog(props: {
  readonly onClose: () => void;
  readonly onCreated: (webhook: { readonly id: string; readonly secret: string }) => void;
}) {
  const { onClose, onCreated } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const form = useForm({
    initial: BLANK_WEBHOOK,
    send: async (values) => {
      const secret = textOrNull(values.secret);
      const body = {
        ...changesOf(webhookBodyOf(BLANK_WEBHOOK), webhookBodyOf(values)),
        endpoint: values.endpoint.trim(),
        ...(secret === null ? {} : { secret }),
      };
      const created = await answerOf(client.v2.POST("/v2/webhooks/", { body }));
      onClose();
      onCreated(created);
      await refresh("webhooks");
    },
  });
  return (
    <FormDialog title="New webhook" form={form} action="Create webhook" onClose={onClose}>
      <WebhookFields form={form} />
      <TextField
        label="Signing secret"
        hint="whsec_ followed by 24 to 64 bytes in base64. Leave empty to generate one."
        {...form.field("secret")}
      />
    </FormDialog>
  );
}

interface WebhookDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Changes a webhook. */
export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { client, saved } = useSave(onClose);
  const before = webhookValuesOf(webhook);
  const form = useForm({
    initial: before,
    send: async (values) => {
      const path = { webhook_id: webhook.id };
      const body = changesOf(webhookBodyOf(before), webhookBodyOf(values));
      await answerOf(client.v2.PUT("/v2/webhooks/{webhook_id}/", { params: { path }, body }));
      await saved(["webhooks"], "The webhook has been updated.");
    },
  });
  return (
    <FormDialog title="Edit webhook" form={form} action="Save" onClose={onClose}>
      <WebhookFields form={form} />
    </FormDialog>
  );
}

const TYPES = [
  { value: "counts", name: WEBHOOK_TYPES.counts, hint: "A request for each event and linked space." },
  {
    value: "threshold",
    name: WEBHOOK_TYPES.threshold,
    hint: "A request when a space becomes unsafe, and one when it is safe again.",
  },
] as const;

function WebhookFields({ form }: { readonly form: Form<WebhookValues> }) {
  return (
    <>
      <TextField
        label="Endpoint"
        inputMode="url"
        placeholder="https://example.com/hook"
        hint="The URL that receives the requests."
        {...form.field("endpoint")}
      />
      <TextField label="Name" {...form.field("name")} />
      <LongTextField label="Description" rows={2} {...form.field("description")} />
      <RadioGroup label="Type" choices={TYPES} {...form.field("type")} />
      <HeadersField {...form.field("headers")} />
      <CheckboxField
        label="Enabled"
        hint="Events that occur while the webhook is disabled are not delivered later."
        {...form.field("enabled")}
      />
    </>
  );
}

/** Deletes a webhook with its deliveries. */
export function DeleteWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const { client, saved } = useSave(onClose);
  const remove = async () => {
    const path = { webhook_id: webhook.id };
    await answerOf(client.v2.DELETE("/v2/webhooks/{webhook_id}/", { params: { path } }));
    await saved(["webhooks"], "The webhook has been deleted.", "/set-up/webhooks");
  };
  return (
    <ConfirmDialog title="Delete this webhook?" action="Delete webhook" onConfirm={remove} onClose={onClose}>
      <p>
        The server stops sending requests to {webhook.endpoint} and deletes the list of its deliveries. This
        cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
