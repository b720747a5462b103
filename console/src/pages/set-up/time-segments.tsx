import { WEEKDAYS } from "../../../../src/domain/time-segment.ts";
import { CheckboxGroup, ToggleGroup } from "../../components/form/choices.tsx";
import { TextField, TimeField } from "../../components/form/fields.tsx";
import { type DialogOf, deleteDialog, type Form, formDialog } from "../../components/form/form-dialog.tsx";
import { changesOf } from "../../components/form/form-values.ts";
import { Offer, QueryState } from "../../components/states.tsx";
import { formatCount } from "../../format.ts";
import {
  type TimeSegment,
  type TimeSegmentGroup,
  useTimeSegmentGroups,
  useTimeSegments,
} from "../../queries/resources.ts";
import { useSpaces } from "../../queries/spaces.ts";
import { daysText, hoursText, timeOfDay, weekdays, wraps } from "./labels.ts";
import { ItemTable } from "./lists.tsx";
import { RowButton, ScopedButton, Section } from "./parts.tsx";

/** The time segments and their groups. */
export function TimeSegmentsTab() {
  const segments = useTimeSegments();
  const groups = useTimeSegmentGroups();
  if (segments.data === undefined) return <QueryState query={segments} />;
  if (groups.data === undefined) return <QueryState query={groups} />;
  return (
    <>
      <Section
        title="Time segments"
        isTop
        actions={
          <ScopedButton scope="write" look="primary" dialog={segmentDialog(null)}>
            New time segment
          </ScopedButton>
        }
      >
        <p className="small soft">
          Hours of the week to which counts can be restricted, such as opening hours. They are in the local
          time of each space, and also apply to the spaces inside it.
        </p>
        <ItemTable
          label="Time segments"
          items={segments.data}
          empty={<None noun="time segments" />}
          columns={[
            ["Label", ({ label }) => label, "name"],
            ["Days", ({ days }) => daysText(days)],
            ["Local hours", ({ start, end }) => hoursText(start, end), "time"],
            ["Spaces", ({ spaces }) => namesText(spaces)],
          ]}
          scope="write"
          actionsOf={(segment) => (
            <RowActions name={segment.label} edit={segmentDialog(segment)} remove={deleteSegment(segment)} />
          )}
        />
      </Section>
      <Section
        title="Time segment groups"
        isTop
        actions={
          <ScopedButton scope="write" dialog={groupDialog(null, segments.data)}>
            New group
          </ScopedButton>
        }
      >
        <ItemTable
          label="Groups"
          items={groups.data}
          empty={<None noun="groups" hint="A group is a set of time segments with one name." />}
          columns={[
            ["Name", ({ name }) => name, "name"],
            ["Time segments", (group) => namesText(group.time_segments)],
          ]}
          scope="write"
          actionsOf={(group) => (
            <RowActions
              name={group.name}
              edit={groupDialog(group, segments.data)}
              remove={deleteGroup(group)}
            />
          )}
        />
      </Section>
    </>
  );
}

/** States that there are no items, and who can create one. */
function None({ noun, hint }: { readonly noun: string; readonly hint?: string }) {
  return (
    <>
      No {noun} yet. {hint} <Offer what={`Creating ${noun}`} scope="write" />
    </>
  );
}

function RowActions(props: { readonly name: string; readonly edit: DialogOf; readonly remove: DialogOf }) {
  const { name, edit, remove } = props;
  return (
    <>
      <RowButton action="Edit" label={`Edit ${name}`} dialog={edit} />
      <RowButton action="Delete" label={`Delete ${name}`} dialog={remove} />
    </>
  );
}

const NAMES_MAX = 4;

/** The first few names, and how many more there are. */
function namesText(items: readonly { readonly name: string }[]): string {
  if (items.length === 0) return "None";
  const more = items.length - NAMES_MAX;
  const names = items.slice(0, NAMES_MAX).map(({ name }) => name);
  return [...names, ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
}

/** The data that changes with a time segment. */
const CHANGED = ["time-segments", "time-segment-groups", "spaces"] as const;

type SegmentValues = Readonly<typeof BLANK>;

const BLANK = {
  label: "",
  days: WEEKDAYS.slice(0, 5),
  start: "09:00",
  end: "17:00",
  spaces: [] as string[],
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
function segmentDialog(segment: TimeSegment | null): DialogOf {
  const initial = segment === null ? BLANK : valuesOf(segment);
  return formDialog({
    title: segment === null ? "New time segment" : `Edit ${segment.label}`,
    action: segment === null ? "Create time segment" : "Save",
    warningOf: ({ spaces }) =>
      spaces.length === 0 ? "No space is selected, so this time segment has no effect. Save it?" : null,
    initial,
    request: (v2, values) => {
      if (segment === null) return v2.POST("/v2/time_segments/", { body: values });
      const params = { path: { time_segment_id: segment.id } };
      return v2.PUT("/v2/time_segments/{time_segment_id}/", { params, body: changesOf(initial, values) });
    },
    saved: (_, { label }) => ({
      changed: CHANGED,
      message: `${label} has been ${segment === null ? "created" : "updated"}.`,
    }),
    fields: (form) => <SegmentFields form={form} />,
  });
}

const SPACES_HINT = "The time segment also applies to the spaces inside them.";

function SegmentFields({ form }: { readonly form: Form<SegmentValues> }) {
  const { data: spaces = [] } = useSpaces();
  const { start, end } = form.values;
  const endHint = wraps(start, end) ? "On the next day." : "On the same day.";
  return (
    <>
      <TextField {...form.field("label", "Label")} />
      <ToggleGroup
        choices={weekdays().map((value) => ({ value, name: value.slice(0, 3) }))}
        {...form.field("days", "Days")}
      />
      <div className="form-columns">
        <TimeField example="09:00" {...form.field("start", "From", "Local time.")} />
        <TimeField example="17:00" {...form.field("end", "Until", endHint)} />
      </div>
      <CheckboxGroup
        choices={spaces.map(({ id, name, ancestry }) => ({ value: id, name, depth: ancestry.length }))}
        {...form.field("spaces", "Spaces", SPACES_HINT)}
      />
    </>
  );
}

function deleteSegment({ id, label }: TimeSegment): DialogOf {
  const params = { path: { time_segment_id: id } };
  return deleteDialog("time segment", label, {
    request: (v2) => v2.DELETE("/v2/time_segments/{time_segment_id}/", { params }),
    changed: CHANGED,
    text: "It is removed from its spaces and groups. Counts do not change. This cannot be undone.",
  });
}

/** The data that changes with a group. */
const CHANGED_BY_GROUP = ["time-segment-groups", "spaces"] as const;

/** Creates a time segment group, or changes one. */
function groupDialog(group: TimeSegmentGroup | null, segments: readonly TimeSegment[]): DialogOf {
  const initial = { name: group?.name ?? "", time_segments: group?.time_segments.map(({ id }) => id) ?? [] };
  return formDialog({
    title: group === null ? "New time segment group" : `Edit ${group.name}`,
    action: group === null ? "Create group" : "Save",
    initial,
    request: (v2, values) => {
      if (group === null) return v2.POST("/v2/time_segment_groups/", { body: values });
      const params = { path: { time_segment_group_id: group.id } };
      const body = changesOf(initial, values);
      return v2.PUT("/v2/time_segment_groups/{time_segment_group_id}/", { params, body });
    },
    saved: (_, { name }) => ({
      changed: CHANGED_BY_GROUP,
      message: `${name} has been ${group === null ? "created" : "updated"}.`,
    }),
    fields: (form) => (
      <>
        <TextField {...form.field("name", "Name")} />
        <CheckboxGroup
          choices={segments.map(({ id, label, days, start, end }) => ({
            value: id,
            name: label,
            hint: `${daysText(days)}, ${hoursText(start, end)}`,
          }))}
          {...form.field("time_segments", "Time segments")}
        />
      </>
    ),
  });
}

/** Deletes a group, but not its time segments. */
function deleteGroup({ id, name }: TimeSegmentGroup): DialogOf {
  const params = { path: { time_segment_group_id: id } };
  return deleteDialog("group", name, {
    request: (v2) => v2.DELETE("/v2/time_segment_groups/{time_segment_group_id}/", { params }),
    changed: CHANGED_BY_GROUP,
    text: "Its time segments are not deleted.",
  });
}
