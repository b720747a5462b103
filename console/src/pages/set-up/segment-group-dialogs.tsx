import { answerOf } from "../../../../src/client/index.ts";
import { CheckboxGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import type { TimeSegmentGroup } from "../../queries/set-up.ts";
import type { TimeSegment } from "../../queries/time-segments.ts";
import { daysText, hoursText } from "./labels.ts";
import { useSave } from "./use-save.ts";

interface GroupValues {
  readonly name: string;
  readonly time_segments: string[];
}

/** Creates a time segment group, or changes one. */
export function GroupDialog(props: {
  readonly group: TimeSegmentGroup | null;
  readonly segments: readonly TimeSegment[];
  readonly onClose: () => void;
}) {
  const { group, segments, onClose } = props;
  const { client, saved } = useSave(onClose);
  const initial: GroupValues = {
    name: group?.name ?? "",
    time_segments: group?.time_segments.map(({ id }) => id) ?? [],
  };
  const form = useForm({
    initial,
    send: async (values) => {
      if (group === null) await answerOf(client.v2.POST("/v2/time_segment_groups/", { body: values }));
      else {
        const path = { time_segment_group_id: group.id };
        const body = changesOf(initial, values);
        await answerOf(
          client.v2.PUT("/v2/time_segment_groups/{time_segment_group_id}/", { params: { path }, body }),
        );
      }
      const message = `${values.name} has been ${group === null ? "created" : "updated"}.`;
      await saved(["time-segment-groups", "spaces"], message);
    },
  });
  return (
    <FormDialog
      title={group === null ? "New time segment group" : `Edit ${group.name}`}
      form={form}
      action={group === null ? "Create group" : "Save"}
      onClose={onClose}
    >
      <TextField label="Name" {...form.field("name")} />
      <CheckboxGroup
        label="Time segments"
        choices={segments.map(({ id, label, days, start, end }) => ({
          value: id,
          name: label,
          hint: `${daysText(days)}, ${hoursText(start, end)}`,
        }))}
        {...form.field("time_segments")}
        onChange={(ids) => form.set({ time_segments: [...ids] })}
      />
    </FormDialog>
  );
}

/** Deletes a group, but not its time segments. */
export function DeleteGroupDialog(props: { readonly group: TimeSegmentGroup; readonly onClose: () => void }) {
  const { group, onClose } = props;
  const { client, saved } = useSave(onClose);
  const remove = async () => {
    const path = { time_segment_group_id: group.id };
    await answerOf(
      client.v2.DELETE("/v2/time_segment_groups/{time_segment_group_id}/", { params: { path } }),
    );
    await saved(["time-segment-groups", "spaces"], `${group.name} has been deleted.`);
  };
  return (
    <ConfirmDialog title={`Delete ${group.name}?`} action="Delete group" onConfirm={remove} onClose={onClose}>
      <p>Its time segments are not deleted.</p>
    </ConfirmDialog>
  );
}
