import { useNavigate } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { RadioGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { CheckboxField, LongTextField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf, textOrNull } from "../../components/form/form-values.ts";
import { type Form, useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { useRefresh, type Webhook } from "../../queries/set-up.ts";
import { useSession } from "../../session.tsx";
import { HeadersField } from "./headers-field.tsx";
import { BLANK_WEBHOOK, type WebhookValues, webhookBodyOf, webhookValuesOf } from "./webhook-values.ts";

/** Creates a webhook; its secret is told but once. */
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
    <FormDialog title="New webhook" form={form} action="Create the webhook" onClose={onClose}>
      <WebhookFields form={form} />
      <TextField
        label="Signing secret"
        hint="whsec_ and 24 to 64 bytes in base64. Empty: one is made."
        {...form.field("secret")}
      />
    </FormDialog>
  );
}

/** Changes a webhook. */
export function EditWebhookDialog(props: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { webhook, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const before = webhookValuesOf(webhook);
  const form = useForm({
    initial: before,
    send: async (values) => {
      const path = { webhook_id: webhook.id };
      const body = changesOf(webhookBodyOf(before), webhookBodyOf(values));
      await answerOf(client.v2.PUT("/v2/webhooks/{webhook_id}/", { params: { path }, body }));
      await refresh("webhooks");
      toast("The webhook has been changed.");
      onClose();
    },
  });
  return (
    <FormDialog title="Edit the webhook" form={form} action="Save" onClose={onClose}>
      <WebhookFields form={form} />
    </FormDialog>
  );
}

const TYPES = [
  { value: "counts", name: "Every entrance and exit", hint: "A call for each event and linked space." },
  {
    value: "threshold",
    name: "Safe limits",
    hint: "A call when a space becomes unsafe, and one when it is safe again.",
  },
] as const;

function WebhookFields({ form }: { readonly form: Form<WebhookValues> }) {
  return (
    <>
      <TextField
        label="Endpoint"
        inputMode="url"
        placeholder="https://example.com/hook"
        hint="Where the calls go."
        {...form.field("endpoint")}
      />
      <TextField label="Name" {...form.field("name")} />
      <LongTextField label="Description" rows={2} {...form.field("description")} />
      <RadioGroup label="It is told of" choices={TYPES} {...form.field("type")} />
      <HeadersField {...form.field("headers")} />
      <CheckboxField
        label="Enabled"
        hint="What happens while it is not enabled is not told later."
        {...form.field("enabled")}
      />
    </>
  );
}

/** Deletes a webhook with its deliveries. */
export function DeleteWebhookDialog(props: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { webhook, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const navigate = useNavigate();
  const remove = async () => {
    const path = { webhook_id: webhook.id };
    await answerOf(client.v2.DELETE("/v2/webhooks/{webhook_id}/", { params: { path } }));
    await refresh("webhooks");
    toast("The webhook has been deleted.");
    onClose();
    await navigate("/set-up/webhooks");
  };
  return (
    <ConfirmDialog
      title="Delete this webhook?"
      action="Delete the webhook"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        {webhook.endpoint} is not called any more, and the list of its deliveries goes with it. This cannot be
        undone.
      </p>
    </ConfirmDialog>
  );
}
