import { answerOf } from "../../../../src/client/index.ts";
import { CheckboxGroup, ToggleGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf } from "../../components/form/form-values.ts";
import { TimeField } from "../../components/form/time-field.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { useRefresh } from "../../queries/set-up.ts";
import { useSpaces } from "../../queries/spaces.ts";
import type { TimeSegment } from "../../queries/time-segments.ts";
import { useSession } from "../../session.tsx";
import { timeOfDay, WEEKDAYS, weekdays, wraps } from "./words.ts";

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
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
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
      await refresh("time-segments", "time-segment-groups", "spaces");
      toast(`${values.label} has been ${segment === null ? "created" : "changed"}.`);
      onClose();
    },
  });
  const { start, end, spaces: chosen } = form.values;
  return (
    <FormDialog
      title={segment === null ? "New time segment" : `Edit ${segment.label}`}
      form={form}
      action={segment === null ? "Create the time segment" : "Save"}
      doubt={
        chosen.length === 0 ? "No space is chosen, so this time segment applies nowhere. Save it?" : undefined
      }
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
          hint={
            wraps(start, end) ? "On the next day; it belongs to the day on which it starts." : "The same day."
          }
          {...form.field("end")}
        />
      </div>
      <CheckboxGroup
        label="Spaces"
        hint="It holds for all that is inside them, too."
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
export function SegmentDeletion(props: { readonly segment: TimeSegment; readonly onClose: () => void }) {
  const { segment, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const remove = async () => {
    const path = { time_segment_id: segment.id };
    await answerOf(client.v2.DELETE("/v2/time_segments/{time_segment_id}/", { params: { path } }));
    await refresh("time-segments", "time-segment-groups", "spaces");
    toast(`${segment.label} has been deleted.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Delete ${segment.label}?`}
      action="Delete the time segment"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>It is taken from its spaces and groups. Counts stay as they are. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
