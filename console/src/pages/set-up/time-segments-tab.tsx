import { useState } from "react";
import { Unanswered } from "../../components/states.tsx";
import { formatCount } from "../../format.ts";
import { type TimeSegmentGroup, useTimeSegmentGroups } from "../../queries/set-up.ts";
import { type TimeSegment, useTimeSegments } from "../../queries/time-segments.ts";
import { useMay } from "../../session.tsx";
import { Section, Table, useBeginning } from "./parts.tsx";
import { SegmentDeletion, SegmentDialog } from "./segment-dialogs.tsx";
import { GroupDeletion, GroupDialog } from "./segment-group-dialogs.tsx";
import { daysText, hoursText } from "./words.ts";

/** The hours that counts can be looked at by themselves, and groups of them. */
export function TimeSegmentsTab() {
  const segments = useTimeSegments();
  const groups = useTimeSegmentGroups();
  if (segments.data === undefined) return <Unanswered query={segments} />;
  if (groups.data === undefined) return <Unanswered query={groups} />;
  return (
    <>
      <Segments segments={segments.data} />
      <Groups groups={groups.data} segments={segments.data} />
    </>
  );
}

/** What is done to one item of a list: a new one is made, or one is changed or deleted. */
type Task<Item> = { readonly kind: "new" } | { readonly kind: "edit" | "delete"; readonly item: Item };

function Segments({ segments }: { readonly segments: readonly TimeSegment[] }) {
  const mayWrite = useMay("write");
  const [task, setTask] = useState<Task<TimeSegment> | null>(null);
  const [shown, more] = useBeginning(segments);
  const onClose = () => setTask(null);
  return (
    <Section
      title="Time segments"
      isTop
      actions={
        mayWrite && (
          <button type="button" className="button button-primary" onClick={() => setTask({ kind: "new" })}>
            New time segment
          </button>
        )
      }
    >
      <p className="field-hint">
        Hours of the week, local to each space, that counts can be narrowed to, such as opening hours. What is
        set for a space holds for all that is inside it.
      </p>
      {segments.length === 0 && <p className="field-hint">There are none yet.</p>}
      {segments.length > 0 && (
        <Table
          label="Time segments"
          columns={["Label", "Days", "Local hours", "Spaces", ...(mayWrite ? [""] : [])]}
        >
          {shown.map((segment) => (
            <tr key={segment.id}>
              <th scope="row">{segment.label}</th>
              <td>{daysText(segment.days)}</td>
              <td className="set-up-number">{hoursText(segment.start, segment.end)}</td>
              <td>{namesText(segment.spaces.map(({ name }) => name))}</td>
              {mayWrite && <RowActions name={segment.label} item={segment} onTask={setTask} />}
            </tr>
          ))}
        </Table>
      )}
      {more}
      {task !== null && task.kind !== "delete" && (
        <SegmentDialog segment={task.kind === "edit" ? task.item : null} onClose={onClose} />
      )}
      {task?.kind === "delete" && <SegmentDeletion segment={task.item} onClose={onClose} />}
    </Section>
  );
}

function Groups(props: {
  readonly groups: readonly TimeSegmentGroup[];
  readonly segments: readonly TimeSegment[];
}) {
  const { groups, segments } = props;
  const mayWrite = useMay("write");
  const [task, setTask] = useState<Task<TimeSegmentGroup> | null>(null);
  const onClose = () => setTask(null);
  return (
    <Section
      title="Groups of time segments"
      isTop
      actions={
        mayWrite && (
          <button type="button" className="button" onClick={() => setTask({ kind: "new" })}>
            New group
          </button>
        )
      }
    >
      {groups.length === 0 && (
        <p className="field-hint">None yet. A group stands for all of its time segments.</p>
      )}
      {groups.length > 0 && (
        <Table label="Groups" columns={["Name", "Time segments", ...(mayWrite ? [""] : [])]}>
          {groups.map((group) => (
            <tr key={group.id}>
              <th scope="row">{group.name}</th>
              <td>{namesText(group.time_segments.map(({ name }) => name))}</td>
              {mayWrite && <RowActions name={group.name} item={group} onTask={setTask} />}
            </tr>
          ))}
        </Table>
      )}
      {task !== null && task.kind !== "delete" && (
        <GroupDialog group={task.kind === "edit" ? task.item : null} segments={segments} onClose={onClose} />
      )}
      {task?.kind === "delete" && <GroupDeletion group={task.item} onClose={onClose} />}
    </Section>
  );
}

function RowActions<Item>(props: {
  readonly name: string;
  readonly item: Item;
  readonly onTask: (task: Task<Item>) => void;
}) {
  const { name, item, onTask } = props;
  return (
    <td className="set-up-row-actions">
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Edit ${name}`}
        onClick={() => onTask({ kind: "edit", item })}
      >
        Edit
      </button>
      <button
        type="button"
        className="button button-quiet"
        aria-label={`Delete ${name}`}
        onClick={() => onTask({ kind: "delete", item })}
      >
        Delete
      </button>
    </td>
  );
}

const NAMES_MAX = 4;

/** The first few of some names, and how many more there are. */
function namesText(names: readonly string[]): string {
  if (names.length === 0) return "None";
  const more = names.length - NAMES_MAX;
  return [...names.slice(0, NAMES_MAX), ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
}
