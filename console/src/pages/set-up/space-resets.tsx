import { answerOf } from "../../../../src/client/index.ts";
import { DialogButton } from "../../components/button.tsx";
import { DateTimeField, NumberField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { numberOrNull } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { Table } from "../../components/table.tsx";
import { formatCount, formatDateTime, formatInstant, localOf } from "../../format.ts";
import { usePagedResets } from "../../queries/paged.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { Paged, Section } from "./parts.tsx";
import { instantOf } from "./space-values.ts";
import { useSave } from "./use-save.ts";
import { VoidCell } from "./void-cell.tsx";

/** The explicit resets of a space; the daily reset is one of its settings. */
export function SpaceResets({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  const mayVoid = useMay("admin");
  const resets = usePagedResets(space.id);
  const zone = space.time_zone;
  return (
    <Section
      title="Resets"
      actions={
        mayWrite && (
          <DialogButton dialog={(onClose) => <NewResetDialog space={space} onClose={onClose} />}>
            Set count
          </DialogButton>
        )
      }
    >
      <Paged list={resets} empty="No resets.">
        {(items) => (
          <Table
            label="Resets"
            numeric={["Count"]}
            columns={[`Time (${zone})`, "Count", ...(mayVoid ? [""] : [])]}
          >
            {items.map(({ id, timestamp, count }) => (
              <tr key={id}>
                <td>{formatDateTime(timestamp, zone)}</td>
                <td className="numeric">{formatCount(count)}</td>
                {mayVoid && (
                  <VoidCell
                    kind="reset"
                    time={formatInstant(timestamp, zone)}
                    changed={["resets", "spaces"]}
                    send={(client) =>
                      answerOf(
                        client.v2.DELETE("/v2/resets/{reset_id}/", { params: { path: { reset_id: id } } }),
                      )
                    }
                  >
                    The count was set to {formatCount(count)} on {formatInstant(timestamp, zone)}.
                  </VoidCell>
                )}
              </tr>
            ))}
          </Table>
        )}
      </Paged>
    </Section>
  );
}

function NewResetDialog({ space, onClose }: { readonly space: Space; readonly onClose: () => void }) {
  const { client, saved } = useSave(onClose);
  const form = useForm({
    initial: { count: "0", timestamp: localOf(Date.now(), space.time_zone) },
    send: async ({ count, timestamp }) => {
      const body = {
        space_id: space.id,
        timestamp: instantOf(timestamp, space.time_zone, "timestamp"),
        count: numberOrNull(count, "count") ?? 0,
      };
      await answerOf(client.v2.POST("/v2/resets/", { body }));
      const message = `The count of ${space.name} has been set to ${formatCount(body.count)}.`;
      await saved(["resets", "spaces"], message);
    },
  });
  return (
    <FormDialog title={`Set the count of ${space.name}`} form={form} action="Set count" onClose={onClose}>
      <div className="form-columns">
        <NumberField label="Count" {...form.field("count")} />
        <DateTimeField
          label={`Date and time in ${space.time_zone}`}
          hint="Now or in the past. Later events change the count from this value."
          {...form.field("timestamp")}
        />
      </div>
    </FormDialog>
  );
}
