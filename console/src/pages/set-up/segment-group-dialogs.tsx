import { answerOf } from "../../../../src/client/index.ts";
import { CheckboxGroup } from "../../components/form/choices.tsx";
import { ConfirmDialog } from "../../components/form/confirm-dialog.tsx";
import { TextField } from "../../components/form/fields.tsx";
import { FormDialog } from "../../components/form/form-dialog.tsx";
import { changesOf } from "../../components/form/form-values.ts";
import { useForm } from "../../components/form/use-form.ts";
import { useToast } from "../../components/toast.tsx";
import { type TimeSegmentGroup, useRefresh } from "../../queries/set-up.ts";
import type { TimeSegment } from "../../queries/time-segments.ts";
import { useSession } from "../../session.tsx";
import { daysText, hoursText } from "./words.ts";

interface GroupValues {
  readonly name: string;
  readonly time_segments: string[];
}

/** Creates a group of time segments, or changes one. */
export function GroupDialog(props: {
  readonly group: TimeSegmentGroup | null;
  readonly segments: readonly TimeSegment[];
  readonly onClose: () => void;
}) {
  const { group, segments, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
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
      await refresh("time-segment-groups", "spaces");
      toast(`${values.name} has been ${group === null ? "created" : "changed"}.`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={group === null ? "New group of time segments" : `Edit ${group.name}`}
      form={form}
      action={group === null ? "Create the group" : "Save"}
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

/** Deletes a group; its time segments stay. */
export function GroupDeletion(props: { readonly group: TimeSegmentGroup; readonly onClose: () => void }) {
  const { group, onClose } = props;
  const { client } = useSession();
  const refresh = useRefresh();
  const toast = useToast();
  const remove = async () => {
    const path = { time_segment_group_id: group.id };
    await answerOf(
      client.v2.DELETE("/v2/time_segment_groups/{time_segment_group_id}/", { params: { path } }),
    );
    await refresh("time-segment-groups", "spaces");
    toast(`${group.name} has been deleted.`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Delete ${group.name}?`}
      action="Delete the group"
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Its time segments stay.</p>
    </ConfirmDialog>
  );
}
