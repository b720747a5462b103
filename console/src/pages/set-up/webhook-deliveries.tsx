import { type ReactNode, useState } from "react";
import type { components } from "../../../../src/client/generated/v2.ts";
import { answerOf } from "../../../../src/client/index.ts";
import { ErrorNote } from "../../components/states.tsx";
import { useToast } from "../../components/toast.tsx";
import { deviceZone, formatCount, formatDateTime, NOTHING } from "../../format.ts";
import { useDeliveries } from "../../queries/paged.ts";
import { useRefresh } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";
import { Paged, Section, Table } from "./parts.tsx";

type Delivery = components["schemas"]["Delivery"];

/** What the states of a delivery mean, in a word and a colour. */
const STATES: Readonly<Record<Delivery["status"], { readonly word: string; readonly colour: string }>> = {
  pending: { word: "Waiting", colour: "off" },
  retrying: { word: "Failed, will be tried again", colour: "warn" },
  delivered: { word: "Delivered", colour: "good" },
  dead: { word: "Failed for good", colour: "bad" },
};

/** A webhook's calls: how they went, and a way to have one made again. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const [awaited, setAwaited] = useState<ReadonlySet<string>>(new Set());
  const deliveries = useDeliveries(webhookId, awaited);
  const mayReplay = useMay("admin");
  const [error, setError] = useState<unknown>(null);
  const zone = deviceZone();
  return (
    <Section
      title="Deliveries"
      actions={
        <button
          type="button"
          className="button"
          disabled={deliveries.isFetching}
          onClick={deliveries.refetch}
        >
          Refresh
        </button>
      }
    >
      {error !== null && <ErrorNote error={error} />}
      <Paged list={deliveries} empty="It has not been called yet.">
        {(items) => (
          <Table
            label="Deliveries"
            numeric={["Attempts"]}
            columns={[
              `Queued (${zone})`,
              "Space",
              "State",
              "Attempts",
              "Answer",
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
                    onQueued={() => setAwaited((before) => new Set([...before, delivery.id]))}
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
  const { word, colour } = STATES[delivery.status];
  const name = spaces.data?.find(({ id }) => id === delivery.space_id)?.name;
  return (
    <tr>
      <td className="set-up-number">{formatDateTime(delivery.created_at, zone)}</td>
      <td>{name ?? delivery.space_id}</td>
      <td>
        <span className={`set-up-status set-up-status-${colour}`}>{word}</span>
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

/** A call that is under way is tried again by itself; only a finished one can be made again. */
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
      toast("The call is queued again.");
    } catch (refusal) {
      onError(refusal);
    }
  };
  const isFinished = delivery.status === "delivered" || delivery.status === "dead";
  if (!isFinished) return <td />;
  return (
    <td className="set-up-row-actions">
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Replay ${delivery.id}`}
        onClick={() => void replay()}
      >
        Replay
      </button>
    </td>
  );
}
