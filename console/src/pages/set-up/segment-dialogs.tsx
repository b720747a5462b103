import { answerOf } from "../../../../src/client/index.ts";
import { CheckboxGroup, ToggleGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf } from "../../components/form/form-values.ts";
import { TimeField } from "../../components/form/time-field.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { useSpaces } from "../../queries/spaces.ts";
import type { TimeSegment } from "../../queries/time-segments.ts";
import { timeOfDay, WEEKDAYS, weekdays, wraps } from "./labels.ts";
import { useSave } from "./use-save.ts";

interface SegmentValues {
  readonly label: string;
  readonly days: TimeSegment["days"];
  readonly start: string;
  readonly end: string;
  readonly spaces: string[];
}

const BLANK: SegmentValues = {
  label: "",
  days: WEEKDAYS.slice(0, 5),
  start: "09:00",
  end: "17:00",
  spaces: [],
};

function valuesOf(segment: TimeSegment): SegmentValues {
  return {
    label: segment.label,
    days: WEEKDAYS.filter((day) => segment.days.includes(day)),
    start: timeOfDay(segment.start),
    end: timeOfDay(segment.end),
    spaces: segment.spaces.map(({ space_id: id }) => id),
  };
}

/** Creates a time segment, or changes one. */
export function SegmentDialog(props: { readonly segment: TimeSegment | null; readonly onClose: () => void }) {
  const { segment, onClose } = props;
  const { client, saved } = useSave(onClose);
  const spaces = useSpaces();
  const initial = segment === null ? BLANK : valuesOf(segment);
  const form = useForm({
    initial,
    send: async (values) => {
      if (segment === null) await answerOf(client.v2.POST("/v2/time_segments/", { body: values }));
      else {
        const path = { time_segment_id: segment.id };
        const body = changesOf(initial, values);
        await answerOf(client.v2.PUT("/v2/time_segments/{time_segment_id}/", { params: { path }, body }));
      }
      const message = `${values.label} has been ${segment === null ? "created" : "updated"}.`;
      await saved(["time-segments", "time-segment-groups", "spaces"], message);
    },
  });
  const { start, end, spaces: chosen } = form.values;
  const isUnused = chosen.length === 0;
  return (
    <FormDialog
      title={segment === null ? "New time segment" : `Edit ${segment.label}`}
      form={form}
      action={segment === null ? "Create time segment" : "Save"}
      warning={isUnused ? "No space is selected, so this time segment has no effect. Save it?" : undefined}
      onClose={onClose}
    >
      <TextField label="Label" {...form.field("label")} />
      <ToggleGroup
        label="Days"
        choices={weekdays().map((value) => ({ value, name: value.slice(0, 3) }))}
        {...form.field("days")}
        onChange={(days) => form.set({ days: [...days] })}
      />
      <div className="form-columns">
        <TimeField label="From" example="09:00" hint="Local time." {...form.field("start")} />
        <TimeField
          label="Until"
          example="17:00"
          hint={wraps(start, end) ? "On the next day." : "On the same day."}
          {...form.field("end")}
        />
      </div>
      <CheckboxGroup
        label="Spaces"
        hint="The time segment also applies to the spaces inside them."
        choices={(spaces.data ?? []).map(({ id, name, ancestry }) => ({
          value: id,
          name,
          depth: ancestry.length,
        }))}
        {...form.field("spaces")}
        onChange={(ids) => form.set({ spaces: [...ids] })}
      />
    </FormDialog>
  );
}

/** Deletes a time segment. */
export function DeleteSegmentDialog(props: { readonly segment: TimeSegment; readonly onClose: () => void }) {
  const { segment, onClose } = props;
  const { client, saved } = useSave(onClose);
  const remove = async () => {
    const path = { time_segment_id: segment.id };
    await answerOf(client.v2.DELETE("/v2/time_segments/{time_segment_id}/", { params: { path } }));
    await saved(["time-segments", "time-segment-groups", "spaces"], `${segment.label} has been deleted.`);
  };
  return (
    <ConfirmDialog
      title={`Delete ${segment.label}?`}
      action="Delete time segment"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>It is removed from its spaces and groups. Counts do not change. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
