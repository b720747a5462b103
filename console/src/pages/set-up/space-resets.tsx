import { useState } from "react";
import { answerOf } from "../../../../src/client/index.ts";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { NumberField, TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { numberOrNull } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { formatCount, formatDateTime, formatInstant, localOf } from "../../format.ts";
import { usePagedResets } from "../../queries/paged.ts";
import { useRefresh } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay, useSession } from "../../session.tsx";
import { Paged, Section, Table } from "./parts.tsx";
import { instantOf } from "./space-values.ts";

interface Reset {
  readonly id: string;
  readonly timestamp: string;
  readonly count: number;
}

/** When a space's count was set by hand; its daily reset is one of its settings. */
export function SpaceResets({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  const mayVoid = useMay("admin");
  const resets = usePagedResets(space.id);
  const [isAdding, setIsAdding] = useState(false);
  const [voided, setVoided] = useState<Reset | null>(null);
  return (
    <Section
      title="Resets"
      actions={
        mayWrite && (
          <button type="button" className="button" onClick={() => setIsAdding(true)}>
            Set the count
          </button>
        )
      }
    >
      <Paged list={resets} empty="The count has never been set by hand.">
        {(items) => (
          <Table
            label="Resets"
            numeric={["Count set"]}
            columns={[`Time (${space.time_zone})`, "Count set", ...(mayVoid ? [""] : [])]}
          >
            {items.map((reset) => (
              <tr key={reset.id}>
                <td>{formatDateTime(reset.timestamp, space.time_zone)}</td>
                <td className="numeric">{formatCount(reset.count)}</td>
                {mayVoid && (
                  <td className="set-up-row-actions">
                    <button
                      type="button"
                      className="button button-quiet"
                      aria-label={`Void the reset of ${formatInstant(reset.timestamp, space.time_zone)}`}
                      onClick={() => setVoided(reset)}
                    >
                      Void
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </Table>
        )}
      </Paged>
      {isAdding && <NewResetDialog space={space} onClose={() => setIsAdding(false)} />}
      {voided !== null && <VoidDialog space={space} reset={voided} onClose={() => setVoided(null)} />}
    </Section>
  );
}

function NewResetDialog({ space, onClose }: { readonly space: Space; readonly onClose: () => void }) {
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const form = useForm({
    initial: { count: "0", timestamp: localOf(Date.now(), space.time_zone) },
    send: async ({ count, timestamp }) => {
      const body = {
        space_id: space.id,
        timestamp: instantOf(timestamp, space.time_zone, "timestamp"),
        count: numberOrNull(count, "count") ?? 0,
      };
      await answerOf(client.v2.POST("/v2/resets/", { body }));
      await refresh("resets", "spaces");
      toast(`The count of ${space.name} has been set to ${formatCount(body.count)}.`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Set the count of ${space.name}`} form={form} action="Set the count" onClose={onClose}>
      <div className="form-columns">
        <NumberField label="People inside" {...form.field("count")} />
        <TextField
          type="datetime-local"
          label={`At, in ${space.time_zone}`}
          hint="Now or before; what came and went since is counted from there."
          {...form.field("timestamp")}
        />
      </div>
    </FormDialog>
  );
}

function VoidDialog(props: { readonly space: Space; readonly reset: Reset; readonly onClose: () => void }) {
  const { space, reset, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const voidIt = async () => {
    const path = { reset_id: reset.id };
    await answerOf(client.v2.DELETE("/v2/resets/{reset_id}/", { params: { path } }));
    await refresh("resets", "spaces");
    toast("The reset has been voided.");
    onClose();
  };
  return (
    <ConfirmDialog title="Void this reset?" action="Void it" onConfirm={voidIt} onClose={onClose}>
      <p>
        The count was set to {formatCount(reset.count)} on {formatInstant(reset.timestamp, space.time_zone)}.
        Counts from then on will be as if it had never been.
      </p>
    </ConfirmDialog>
  );
}
