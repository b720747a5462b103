import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { DialogButton } from "../../components/button.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { QueryState } from "../../components/states.tsx";
import { useWebhooks, type Webhook } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { WEBHOOK_TYPES } from "./labels.ts";
import { SearchList } from "./parts.tsx";
import { NewWebhookDialog } from "./webhook-dialogs.tsx";

/** All webhooks. */
export function WebhooksTab() {
  const webhooks = useWebhooks();
  const mayWrite = useMay("write");
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null);
  if (webhooks.data === undefined) return <QueryState query={webhooks} />;
  return (
    <>
      <SearchList
        noun="webhooks"
        items={webhooks.data}
        textsOf={({ name, endpoint, description }) => [name, endpoint, description]}
        tools={() =>
          mayWrite && (
            <DialogButton
              look="primary"
              dialog={(onClose) => <NewWebhookDialog onClose={onClose} onCreated={setCreated} />}
            >
              New webhook
            </DialogButton>
          )
        }
        emptyHint="A webhook is a URL that receives a request for each entrance and exit, or when a space becomes unsafe."
        searchHint="The search covers names, endpoints and descriptions."
        columns={["Webhook", "Status", "Type", "Version"]}
        row={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      />
      {created !== null && (
        <SecretDialog
          title="Webhook created"
          label="Signing secret"
          secret={created.secret}
          onClose={() => void navigate(`/set-up/webhooks/${created.id}`)}
        >
          Requests are signed according to Standard Webhooks. The receiver verifies them with this secret.
        </SecretDialog>
      )}
    </>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const { id, name, endpoint, type, version } = webhook;
  return (
    <tr>
      <th scope="row">
        <Link to={`/set-up/webhooks/${id}`}>{name ?? endpoint}</Link>
        {name !== null && <span className="set-up-row-about">{endpoint}</span>}
      </th>
      <td>
        <WebhookStatus webhook={webhook} />
      </td>
      <td>{WEBHOOK_TYPES[type]}</td>
      <td>{version}</td>
    </tr>
  );
}

/** Whether a webhook is enabled, with a colour. */
export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.enabled) return <span className="set-up-status set-up-status-good">Enabled</span>;
  return webhook.disabled_reason === null ? (
    <span className="set-up-status set-up-status-off">Disabled</span>
  ) : (
    <span className="set-up-status set-up-status-bad">Disabled by the server</span>
  );
}
