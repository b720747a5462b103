import { type ReactNode, useState } from "react";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf } from "../../../../src/client/index.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNote } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { useToast } from "../../components/toast.tsx";
import { deviceZone, formatCount, formatDateTime, NOTHING } from "../../format.ts";
import { useDeliveries } from "../../queries/paged.ts";
import { useRefresh } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";
import { Paged, Section } from "./parts.tsx";

type Delivery = components["schemas"]["Delivery"];

/** The label and the colour of each status. */
const STATUSES: Readonly<Record<Delivery["status"], { readonly label: string; readonly colour: string }>> = {
  pending: { label: "Pending", colour: "off" },
  retrying: { label: "Retrying", colour: "warn" },
  delivered: { label: "Delivered", colour: "good" },
  dead: { label: "Failed", colour: "bad" },
};

/** The deliveries of a webhook. With the scope admin, a finished one can be replayed. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [replayed, setReplayed] = useState<ReadonlySet<string>>(new Set());
  const deliveries = useDeliveries(webhookId, replayed);
  const mayReplay = useMay("admin");
  const [error, setError] = useState<unknown>(null);
  const zone = deviceZone();
  return (
    <Section
      title="Deliveries"
      actions={
        <Button disabled={deliveries.isFetching} onClick={deliveries.refetch}>
          Refresh
        </Button>
      }
    >
      {error !== null && <ErrorNote error={error} />}
      <Paged list={deliveries} empty="No deliveries yet.">
        {(items) => (
          <Table
            label="Deliveries"
            numeric={["Attempts"]}
            columns={[
              `Queued (${zone})`,
              "Space",
              "Status",
              "Attempts",
              "Response",
              `Next attempt (${zone})`,
              ...(mayReplay ? [""] : []),
            ]}
          >
            {items.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} zone={zone}>
                {mayReplay && (
                  <ReplayCell
                    webhookId={webhookId}
                    delivery={delivery}
                    onQueued={() => setReplayed((before) => new Set([...before, delivery.id]))}
                    onError={setError}
                  />
                )}
              </DeliveryRow>
            ))}
          </Table>
        )}
      </Paged>
    </Section>
  );
}

function DeliveryRow(props: {
  readonly delivery: Delivery;
  readonly zone: string;
  readonly children: ReactNode;
}) {
  const { delivery, zone, children } = props;
  const spaces = useSpaces();
  const { label, colour } = STATUSES[delivery.status];
  const name = spaces.data?.find(({ id }) => id === delivery.space_id)?.name;
  return (
    <tr>
      <td className="set-up-number">{formatDateTime(delivery.created_at, zone)}</td>
      <td>{name ?? delivery.space_id}</td>
      <td>
        <span className={`set-up-status set-up-status-${colour}`}>{label}</span>
      </td>
      <td className="numeric">{formatCount(delivery.attempts)}</td>
      <td>
        {delivery.response_status ?? (delivery.error === null ? NOTHING : "")}
        {delivery.error !== null && <span className="set-up-row-about">{delivery.error}</span>}
      </td>
      <td className="set-up-number">
        {delivery.next_attempt_at === null ? NOTHING : formatDateTime(delivery.next_attempt_at, zone)}
      </td>
      {children}
    </tr>
  );
}

/** The table cell with the button that replays a delivery. The server retries a pending one. */
function ReplayCell(props: {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly onQueued: () => void;
  readonly onError: (error: unknown) => void;
}) {
  const { webhookId, delivery, onQueued, onError } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const replay = async () => {
    onError(null);
    try {
      const path = { webhook_id: webhookId, delivery_id: delivery.id };
      await answerOf(
        client.v2.POST("/v2/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", { params: { path } }),
      );
      onQueued();
      await refresh("deliveries");
      toast("The delivery has been queued again.");
    } catch (error) {
      onError(error);
    }
  };
  const isFinished = delivery.status === "delivered" || delivery.status === "dead";
  if (!isFinished) return <td />;
  return (
    <td className="set-up-row-actions">
      <Button look="quiet" aria-label={`Replay ${delivery.id}`} onClick={() => void replay()}>
        Replay
      </Button>
    </td>
  );
}
