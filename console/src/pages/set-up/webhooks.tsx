import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { SecretDialog } from "../../components/secret-dialog.tsx";
import { ErrorNote, QueryState } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { deviceZone, formatCount, formatDateTime, NOTHING } from "../../format.ts";
import { useDeliveries, useRefresh, useWebhooks, type Webhook } from "../../queries/resources.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";
import { WEBHOOK_TYPE_LABELS } from "./labels.ts";
import { PagedTable, SearchTable } from "./lists.tsx";
import { Facts, ItemHeader, ItemPage, ScopedButton, Section, Status } from "./parts.tsx";
import {
  type CreatedWebhook,
  deleteWebhook,
  editWebhook,
  headerLines,
  newWebhook,
} from "./webhook-dialogs.tsx";

/** All webhooks. */
export function WebhooksTab() {
  const webhooks = useWebhooks();
  const navigate = useNavigate();
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  if (webhooks.data === undefined) return <QueryState query={webhooks} />;
  return (
    <>
      <SearchTable
        noun="webhooks"
        items={webhooks.data}
        textsOf={({ name, endpoint, description }) => [name, endpoint, description]}
        tools={() => (
          <ScopedButton scope="write" look="primary" dialog={newWebhook(setCreated)}>
            New webhook
          </ScopedButton>
        )}
        emptyHint="A webhook is a URL that receives a request for each entrance and exit, or when a space becomes unsafe."
        searchHint="The search covers names, endpoints and descriptions."
        columns={[
          [
            "Webhook",
            ({ id, name, endpoint }) => (
              <>
                <Link to={`/set-up/webhooks/${id}`}>{name ?? endpoint}</Link>
                {name !== null && <span className="smaller soft block break">{endpoint}</span>}
              </>
            ),
            "name",
          ],
          ["Status", (webhook) => <WebhookStatus webhook={webhook} />],
          ["Type", ({ type }) => WEBHOOK_TYPE_LABELS[type]],
          ["Version", ({ version }) => version],
        ]}
      />
      {created !== null && (
        <SecretDialog
          title="Webhook created"
          label="Signing secret"
          secret={created.secret}
          onClose={() => void navigate(`/set-up/webhooks/${created.id}`)}
        >
          Requests are signed according to Standard Webhooks. The receiver verifies them with this secret.{" "}
          {created.warning !== null && <strong>The endpoint cannot be called: {created.warning}.</strong>}
        </SecretDialog>
      )}
    </>
  );
}

/** Whether a webhook is enabled, with a colour. */
function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, warning, failed_attempts: attempts } = webhook;
  if (enabled && warning !== null) return <Status colour="bad">Cannot be called</Status>;
  if (enabled && attempts > 0)
    return (
      <Status colour="bad">
        Failing, {formatCount(attempts)} {attempts === 1 ? "attempt" : "attempts"}
      </Status>
    );
  if (enabled) return <Status colour="good">Enabled</Status>;
  if (webhook.disabled_reason === null) return <Status colour="off">Disabled</Status>;
  return <Status colour="bad">Disabled by the server</Status>;
}

/** The settings and the deliveries of one webhook. */
export function WebhookPage() {
  return (
    <ItemPage kind="webhook" list={useWebhooks()} idOf={({ id }) => id}>
      {(webhook) => (
        <>
          <ItemHeader
            kind="webhook"
            name={webhook.name ?? webhook.endpoint}
            about={<WebhookStatus webhook={webhook} />}
            dialogs={{ edit: editWebhook(webhook), remove: deleteWebhook(webhook) }}
          >
            <EnableButton webhook={webhook} />
          </ItemHeader>
          {webhook.warning !== null && (
            <p className="error-note" role="status">
              The endpoint cannot be called: {webhook.warning}.
            </p>
          )}
          {webhook.disabled_reason !== null && (
            <ErrorNote
              error={new Error(`The server has disabled this webhook: ${webhook.disabled_reason}`)}
            />
          )}
          <Section title="Settings">
            <Facts
              facts={[
                ["Endpoint", <code key="endpoint">{webhook.endpoint}</code>, "long"],
                ["Type", WEBHOOK_TYPE_LABELS[webhook.type], "long"],
                ["Spaces", <SpaceNames key="spaces" ids={webhook.space_ids} />, "long"],
                ["Version", webhook.version],
                ["Description", webhook.description, "long"],
                ["Headers", headerLines(webhook), "long"],
                ["Id", <code key="id">{webhook.id}</code>],
              ]}
            />
          </Section>
          <Deliveries webhookId={webhook.id} />
        </>
      )}
    </ItemPage>
  );
}

/** The spaces that a webhook is called for. @param props.ids empty for all spaces */
function SpaceNames({ ids }: { readonly ids: Webhook["space_ids"] }) {
  const { data: spaces = [] } = useSpaces();
  if (ids.length === 0) return "All";
  return ids.map((id) => spaces.find((space) => space.id === id)?.name ?? id).join(", ");
}

/** The button that sends a test call, and the result of the call. */
function TestCall({ webhookId }: { readonly webhookId: string }) {
  const { client } = useSession();
  const test = useMutation({
    mutationFn: () => {
      const params = { path: { webhook_id: webhookId } };
      return answerOf(client.v2.POST("/v2/webhooks/{webhook_id}/test/", { params }));
    },
  });
  const { data: result } = test;
  return (
    <>
      <p className="row">
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          Send test call
        </Button>
        <span role="status">
          {test.isPending && "Calling…"}
          {result?.error === null && (
            <Status colour="good">The receiver answered {result.response_status}.</Status>
          )}
        </span>
      </p>
      {result && result.error !== null && (
        <ErrorNote error={new Error(`The call failed: ${result.error}.`)} />
      )}
      {test.isError && <ErrorNote error={test.error} />}
    </>
  );
}

/** The button that disables or enables a webhook. */
function EnableButton({ webhook }: { readonly webhook: Webhook }) {
  const mayWrite = useMay("write");
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const change = useMutation({
    mutationFn: async (enabled: boolean) => {
      const params = { path: { webhook_id: webhook.id } };
      await answerOf(client.v2.PUT("/v2/webhooks/{webhook_id}/", { params, body: { enabled } }));
      await refresh("webhooks");
      toast(`The webhook has been ${enabled ? "enabled" : "disabled"}.`);
    },
  });
  if (!mayWrite) return null;
  return (
    <>
      {change.isError && <ErrorNote error={change.error} />}
      <Button onClick={() => change.mutate(!webhook.enabled)}>
        {webhook.enabled ? "Disable" : "Enable"}
      </Button>
    </>
  );
}

type Delivery = components["schemas"]["Delivery"];

const STATUSES: Readonly<Record<Delivery["status"], ReturnType<typeof Status>>> = {
  pending: <Status colour="off">Pending</Status>,
  retrying: <Status colour="warn">Retrying</Status>,
  delivered: <Status colour="good">Delivered</Status>,
  dead: <Status colour="bad">Failed</Status>,
};

/** The deliveries of a webhook. With the scope admin, a finished one can be replayed. */
function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const mayWrite = useMay("write");
  const [replayed, setReplayed] = useState<ReadonlySet<string>>(new Set());
  const deliveries = useDeliveries(webhookId, replayed);
  const { data: spaces = [] } = useSpaces();
  const zone = deviceZone();
  const replay = useMutation({
    mutationFn: async (id: string) => {
      const params = { path: { webhook_id: webhookId, delivery_id: id } };
      await answerOf(client.v2.POST("/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", { params }));
      setReplayed((before) => new Set([...before, id]));
      await refresh("deliveries");
      toast("The delivery has been queued again.");
    },
  });
  return (
    <Section
      title="Deliveries"
      actions={
        <Button disabled={deliveries.isFetching} onClick={() => void deliveries.refetch()}>
          Refresh
        </Button>
      }
    >
      {mayWrite && <TestCall webhookId={webhookId} />}
      {replay.isError && <ErrorNote error={replay.error} />}
      <PagedTable
        label="Deliveries"
        list={deliveries}
        empty="No deliveries yet."
        columns={[
          [`Queued (${zone})`, (delivery) => formatDateTime(delivery.created_at, zone), "time"],
          ["Space", ({ space_id: space }) => spaces.find(({ id }) => id === space)?.name ?? space],
          ["Status", ({ status }) => STATUSES[status]],
          ["Attempts", ({ attempts }) => formatCount(attempts), "number"],
          ["Response", (delivery) => <Response delivery={delivery} />],
          [
            `Next attempt (${zone})`,
            ({ next_attempt_at: next }) => (next === null ? NOTHING : formatDateTime(next, zone)),
            "time",
          ],
        ]}
        scope="admin"
        actionsOf={({ id, status }) =>
          // The server retries the others.
          status === "delivered" || status === "dead" ? (
            <Button look="quiet" aria-label={`Replay ${id}`} onClick={() => replay.mutate(id)}>
              Replay
            </Button>
          ) : null
        }
      />
    </Section>
  );
}

/** The status of the response of the receiver, or why there is none. */
function Response({ delivery }: { readonly delivery: Delivery }) {
  const { response_status: status, error } = delivery;
  return (
    <>
      {status ?? (error === null ? NOTHING : "")}
      {error !== null && <span className="smaller soft block break">{error}</span>}
    </>
  );
}
