import { answerOf } from "../../../../src/client/index.ts";
import { DateTimeField, NumberField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { numberOrNull } from "../../components/form/form-values.ts";
import { formatCount, formatDateTime, formatInstant, localOf } from "../../format.ts";
import { usePagedResets } from "../../queries/paged.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { PagedTable } from "./lists.tsx";
import { ScopedButton, Section, VoidButton } from "./parts.tsx";
import { instantOf } from "./space-values.ts";

/** The explicit resets of a space; the daily reset is one of its settings. */
export function SpaceResets({ space }: { readonly space: Space }) {
  const mayVoid = useMay("admin");
  const zone = space.time_zone;
  return (
    <Section
      title="Resets"
      actions={
        <ScopedButton scope="write" dialog={(onClose) => <NewResetDialog space={space} onClose={onClose} />}>
          Set count
        </ScopedButton>
      }
    >
      <PagedTable
        label="Resets"
        list={usePagedResets(space.id)}
        empty="No resets."
        columns={[
          [`Time (${zone})`, ({ timestamp }) => formatDateTime(timestamp, zone)],
          ["Count", ({ count }) => formatCount(count), "number"],
          mayVoid && [
            "",
            ({ id, timestamp, count }) => (
              <VoidButton
                kind="reset"
                time={formatInstant(timestamp, zone)}
                changed={["resets", "spaces"]}
                request={({ v2 }) =>
                  v2.DELETE("/v2/resets/{reset_id}/", { params: { path: { reset_id: id } } })
                }
              >
                The count was set to {formatCount(count)} on {formatInstant(timestamp, zone)}.
              </VoidButton>
            ),
          ],
        ]}
      />
    </Section>
  );
}

const TIME_HINT = "Now or in the past. Later events change the count from this value.";

function NewResetDialog({ space, onClose }: { readonly space: Space; readonly onClose: () => void }) {
  const { id, name, time_zone: zone } = space;
  return (
    <FormDialog
      title={`Set the count of ${name}`}
      action="Set count"
      initial={{ count: "0", timestamp: localOf(Date.now(), zone) }}
      send={async (client, values) => {
        const timestamp = instantOf(values.timestamp, zone, "timestamp");
        const count = numberOrNull(values.count, "count") ?? 0;
        await answerOf(client.v2.POST("/v2/resets/", { body: { space_id: id, timestamp, count } }));
        const message = `The count of ${name} has been set to ${formatCount(count)}.`;
        return { changed: ["resets", "spaces"], message };
      }}
      onClose={onClose}
    >
      {(form) => (
        <div className="form-columns">
          <NumberField {...form.field("count", "Count")} />
          <DateTimeField {...form.field("timestamp", `Date and time in ${zone}`, TIME_HINT)} />
        </div>
      )}
    </FormDialog>
  );
}
