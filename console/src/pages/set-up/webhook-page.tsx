import { useState } from "react";
import { useParams } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { ErrorNote, errorText } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { useRefresh, useWebhooks, type Webhook } from "../../queries/set-up.ts";
import { useMay, useSession } from "../../session.tsx";
import { FoundThing } from "./found-thing.tsx";
import { Fact, Facts, Section, ThingHeader } from "./parts.tsx";
import { Deliveries } from "./webhook-deliveries.tsx";
import { DeleteWebhookDialog, EditWebhookDialog } from "./webhook-dialogs.tsx";
import { TOLD_OF, WebhookState } from "./webhooks-tab.tsx";

const BACK = { to: "/set-up/webhooks", name: "All webhooks" };

/** All that is set up of one webhook, and how its calls went. */
export function WebhookPage() {
  const { webhookId } = useParams();
  const webhooks = useWebhooks();
  return (
    <FoundThing list={webhooks} kind="webhook" back={BACK} isIt={({ id }) => id === webhookId}>
      {(webhook) => <WebhookSetUp key={webhook.id} webhook={webhook} />}
    </FoundThing>
  );
}

function WebhookSetUp({ webhook }: { readonly webhook: Webhook }) {
  return (
    <div className="set-up-detail">
      <ThingHeader
        back={BACK}
        name={webhook.name ?? webhook.endpoint}
        about={<WebhookState webhook={webhook} />}
        actions={<WebhookActions webhook={webhook} />}
      />
      {webhook.disabled_reason !== null && (
        <ErrorNote error={new Error(`The server has disabled it: ${webhook.disabled_reason}`)} />
      )}
      <Section title="Settings">
        <WebhookFacts webhook={webhook} />
      </Section>
      <Deliveries webhookId={webhook.id} />
    </div>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const headers = Object.entries(webhook.headers);
  return (
    <Facts>
      <Fact name="Endpoint" isLong>
        <code>{webhook.endpoint}</code>
      </Fact>
      <Fact name="Told of" isLong>
        {TOLD_OF[webhook.type]}
      </Fact>
      <Fact name="Version">{webhook.version}</Fact>
      <Fact name="Description" isLong>
        {webhook.description}
      </Fact>
      <Fact name="Headers" isLong>
        {headers.length > 0 && (
          <ul className="set-up-lines">
            {headers.map(([name, value]) => (
              <li key={name}>
                <code>
                  {name}: {value}
                </code>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name="Id">
        <code>{webhook.id}</code>
      </Fact>
    </Facts>
  );
}

function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const mayWrite = useMay("write");
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const [error, setError] = useState<string>();
  if (!mayWrite) return null;
  const switchTo = async (enabled: boolean) => {
    setError(undefined);
    try {
      const path = { webhook_id: webhook.id };
      await answerOf(client.v2.PUT("/v2/webhooks/{webhook_id}/", { params: { path }, body: { enabled } }));
      await refresh("webhooks");
      toast(`The webhook has been ${enabled ? "enabled" : "disabled"}.`);
    } catch (refusal) {
      setError(errorText(refusal));
    }
  };
  return (
    <>
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <button type="button" className="button" onClick={() => void switchTo(!webhook.enabled)}>
        {webhook.enabled ? "Disable" : "Enable"}
      </button>
      <button type="button" className="button button-danger" onClick={() => setDialog("delete")}>
        Delete
      </button>
      <button type="button" className="button button-primary" onClick={() => setDialog("edit")}>
        Edit
      </button>
      {dialog === "edit" && <EditWebhookDialog webhook={webhook} onClose={() => setDialog(null)} />}
      {dialog === "delete" && <DeleteWebhookDialog webhook={webhook} onClose={() => setDialog(null)} />}
    </>
  );
}
