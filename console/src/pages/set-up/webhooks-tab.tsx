import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { Empty, Unanswered } from "../../components/states.tsx";
import { useWebhooks, type Webhook } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { ListTools, Table, useBeginning } from "./parts.tsx";
import { NewWebhookDialog } from "./webhook-dialogs.tsx";

/** Every webhook: who is told what happens. */
export function WebhooksTab() {
  const webhooks = useWebhooks();
  if (webhooks.data === undefined) return <Unanswered query={webhooks} />;
  return <Webhooks webhooks={webhooks.data} />;
}

/** A webhook just created, with what its calls are signed with. */
interface Created {
  readonly id: string;
  readonly secret: string;
}

function Webhooks({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const mayWrite = useMay("write");
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<Created | null>(null);
  const wanted = search.trim().toLowerCase();
  const found = webhooks.filter(({ name, endpoint, description }) =>
    [name, endpoint, description].some((text) => (text ?? "").toLowerCase().includes(wanted)),
  );
  const [shown, more] = useBeginning(found);
  return (
    <>
      <ListTools label="Search webhooks" search={search} onSearch={setSearch}>
        {mayWrite && (
          <button type="button" className="button button-primary" onClick={() => setIsAdding(true)}>
            New webhook
          </button>
        )}
      </ListTools>
      {found.length === 0 ? (
        <Empty title={webhooks.length === 0 ? "No webhooks yet" : "No webhook is found"}>
          <p>
            A webhook is an address that is called whenever somebody comes or goes, or a space becomes unsafe.
          </p>
        </Empty>
      ) : (
        <Table label="Webhooks" columns={["Webhook", "State", "Told of", "Version"]}>
          {shown.map((webhook) => (
            <tr key={webhook.id}>
              <th scope="row">
                <Link to={`/set-up/webhooks/${webhook.id}`}>{webhook.name ?? webhook.endpoint}</Link>
                {webhook.name !== null && <span className="set-up-row-about">{webhook.endpoint}</span>}
              </th>
              <td>
                <WebhookState webhook={webhook} />
              </td>
              <td>{TOLD_OF[webhook.type]}</td>
              <td>{webhook.version}</td>
            </tr>
          ))}
        </Table>
      )}
      {more}
      {isAdding && <NewWebhookDialog onClose={() => setIsAdding(false)} onCreated={setCreated} />}
      {created !== null && (
        <SecretDialog
          title="The webhook has been created"
          label="Signing secret"
          secret={created.secret}
          onClose={() => void navigate(`/set-up/webhooks/${created.id}`)}
        >
          Its calls are signed as Standard Webhooks says. The receiver checks them with this secret.
        </SecretDialog>
      )}
    </>
  );
}

/** What a webhook of a type is called for. */
export const TOLD_OF: Readonly<Record<Webhook["type"], string>> = {
  counts: "Every entrance and exit",
  threshold: "Spaces that become unsafe, and safe again",
};

/** Whether a webhook is called, in a word and a colour. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  if (webhook.enabled) return <span className="set-up-status set-up-status-good">Enabled</span>;
  return webhook.disabled_reason === null ? (
    <span className="set-up-status set-up-status-off">Disabled</span>
  ) : (
    <span className="set-up-status set-up-status-bad">Disabled by the server</span>
  );
}
