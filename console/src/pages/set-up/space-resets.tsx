import { DateTimeField, NumberField } from "../../components/form/fields.tsx";
import { type DialogOf, formDialog } from "../../components/form/form-dialog.tsx";
import { numberOrNull } from "../../components/form/form-values.ts";
import { formatCount, formatDateTime, formatInstant, localOf } from "../../format.ts";
import { usePagedResets } from "../../queries/paged.ts";
import type { Space } from "../../queries/spaces.ts";
import { PagedTable } from "./lists.tsx";
import { ScopedButton, Section, VoidButton } from "./parts.tsx";
import { instantOf } from "./space-values.ts";

/** The explicit resets of a space; the daily reset is one of its settings. */
export function SpaceResets({ space }: { readonly space: Space }) {
  const zone = space.time_zone;
  return (
    <Section
      title="Resets"
      actions={
        <ScopedButton scope="write" dialog={(onClose) => setCount(space)(onClose)}>
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
        ]}
        scope="admin"
        actionsOf={({ id, timestamp, count }) => (
          <VoidButton
            kind="reset"
            time={formatInstant(timestamp, zone)}
            changed={["resets", "spaces"]}
            request={(v2) => v2.DELETE("/v2/resets/{reset_id}/", { params: { path: { reset_id: id } } })}
          >
            The count was set to {formatCount(count)} on {formatInstant(timestamp, zone)}.
          </VoidButton>
        )}
      />
    </Section>
  );
}

const TIME_HINT = "Now or in the past. Later events change the count from this value.";

function setCount({ id, name, time_zone: zone }: Space): DialogOf {
  return formDialog({
    title: `Set the count of ${name}`,
    action: "Set count",
    initial: { count: "0", timestamp: localOf(Date.now(), zone) },
    request: (v2, values) => {
      const timestamp = instantOf(values.timestamp, zone, "timestamp");
      const count = numberOrNull(values.count, "count") ?? 0;
      return v2.POST("/v2/resets/", { body: { space_id: id, timestamp, count } });
    },
    saved: ({ count }) => ({
      changed: ["resets", "spaces"],
      message: `The count of ${name} has been set to ${formatCount(count)}.`,
    }),
    fields: (form) => (
      <div className="form-columns">
        <NumberField {...form.field("count", "Count")} />
        <DateTimeField {...form.field("timestamp", `Date and time in ${zone}`, TIME_HINT)} />
      </div>
    ),
  });
}
