import { useMutation } from "@tanstack/react-query";
import { useParams } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote, errorText } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { useRefresh, useWebhooks, type Webhook } from "../../queries/set-up.ts";
import { useMay, useSession } from "../../session.tsx";
import { FoundItem } from "./found-item.tsx";
import { WEBHOOK_TYPES } from "./labels.ts";
import { Facts, ItemActions, ItemHeader, Section } from "./parts.tsx";
import { Deliveries } from "./webhook-deliveries.tsx";
import { DeleteWebhookDialog, EditWebhookDialog } from "./webhook-dialogs.tsx";
import { WebhookStatus } from "./webhooks-tab.tsx";

const BACK = { to: "/set-up/webhooks", name: "All webhooks" };

/** The settings and the deliveries of one webhook. */
export function WebhookPage() {
  const { webhookId } = useParams();
  const webhooks = useWebhooks();
  return (
    <FoundItem list={webhooks} kind="Webhook" back={BACK} matches={({ id }) => id === webhookId}>
      {(webhook) => <WebhookSetUp key={webhook.id} webhook={webhook} />}
    </FoundItem>
  );
}

function WebhookSetUp({ webhook }: { readonly webhook: Webhook }) {
  const headers = Object.entries(webhook.headers);
  const headerList = headers.length > 0 && (
    <ul className="set-up-lines">
      {headers.map(([name, value]) => (
        <li key={name}>
          <code>
            {name}: {value}
          </code>
        </li>
      ))}
    </ul>
  );
  return (
    <div className="set-up-detail">
      <ItemHeader
        back={BACK}
        name={webhook.name ?? webhook.endpoint}
        about={<WebhookStatus webhook={webhook} />}
        actions={<WebhookActions webhook={webhook} />}
      />
      {webhook.disabled_reason !== null && (
        <ErrorNote error={new Error(`The server has disabled this webhook: ${webhook.disabled_reason}`)} />
      )}
      <Section title="Settings">
        <Facts
          facts={[
            ["Endpoint", <code key="endpoint">{webhook.endpoint}</code>, "long"],
            ["Type", WEBHOOK_TYPES[webhook.type], "long"],
            ["Version", webhook.version],
            ["Description", webhook.description, "long"],
            ["Headers", headerList, "long"],
            ["Id", <code key="id">{webhook.id}</code>],
          ]}
        />
      </Section>
      <Deliveries webhookId={webhook.id} />
    </div>
  );
}

function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const mayWrite = useMay("write");
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const change = useMutation({
    mutationFn: async (enabled: boolean) => {
      const path = { webhook_id: webhook.id };
      await answerOf(client.v2.PUT("/v2/webhooks/{webhook_id}/", { params: { path }, body: { enabled } }));
      await refresh("webhooks");
      toast(`The webhook has been ${enabled ? "enabled" : "disabled"}.`);
    },
  });
  if (!mayWrite) return null;
  return (
    <>
      {change.isError && (
        <p className="field-error" role="alert">
          {errorText(change.error)}
        </p>
      )}
      <Button onClick={() => change.mutate(!webhook.enabled)}>
        {webhook.enabled ? "Disable" : "Enable"}
      </Button>
      <ItemActions
        edit={(onClose) => <EditWebhookDialog webhook={webhook} onClose={onClose} />}
        remove={(onClose) => <DeleteWebhookDialog webhook={webhook} onClose={onClose} />}
      />
    </>
  );
}
