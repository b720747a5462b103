import type { ReactNode } from "react";
import { DialogButton } from "../../components/button.tsx";
import { QueryState } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import { formatCount } from "../../format.ts";
import { type TimeSegmentGroup, useTimeSegmentGroups } from "../../queries/set-up.ts";
import { type TimeSegment, useTimeSegments } from "../../queries/time-segments.ts";
import { useMay } from "../../session.tsx";
import { daysText, hoursText } from "./labels.ts";
import { Section, useFirstItems } from "./parts.tsx";
import { DeleteSegmentDialog, SegmentDialog } from "./segment-dialogs.tsx";
import { DeleteGroupDialog, GroupDialog } from "./segment-group-dialogs.tsx";

/** The time segments and their groups. */
export function TimeSegmentsTab() {
  const segments = useTimeSegments();
  const groups = useTimeSegmentGroups();
  if (segments.data === undefined) return <QueryState query={segments} />;
  if (groups.data === undefined) return <QueryState query={groups} />;
  return (
    <>
      <Segments segments={segments.data} />
      <Groups groups={groups.data} segments={segments.data} />
    </>
  );
}

function Segments({ segments }: { readonly segments: readonly TimeSegment[] }) {
  const mayWrite = useMay("write");
  const [shown, more] = useFirstItems(segments);
  return (
    <Section
      title="Time segments"
      isTop
      actions={
        mayWrite && (
          <DialogButton
            look="primary"
            dialog={(onClose) => <SegmentDialog segment={null} onClose={onClose} />}
          >
            New time segment
          </DialogButton>
        )
      }
    >
      <p className="field-hint">
        Hours of the week to which counts can be restricted, such as opening hours. They are in the local time
        of each space, and also apply to the spaces inside it.
      </p>
      {segments.length === 0 && <p className="field-hint">No time segments yet.</p>}
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
              {mayWrite && (
                <RowActions
                  name={segment.label}
                  edit={(onClose) => <SegmentDialog segment={segment} onClose={onClose} />}
                  remove={(onClose) => <DeleteSegmentDialog segment={segment} onClose={onClose} />}
                />
              )}
            </tr>
          ))}
        </Table>
      )}
      {more}
    </Section>
  );
}

function Groups(props: {
  readonly groups: readonly TimeSegmentGroup[];
  readonly segments: readonly TimeSegment[];
}) {
  const { groups, segments } = props;
  const mayWrite = useMay("write");
  return (
    <Section
      title="Time segment groups"
      isTop
      actions={
        mayWrite && (
          <DialogButton
            dialog={(onClose) => <GroupDialog group={null} segments={segments} onClose={onClose} />}
          >
            New group
          </DialogButton>
        )
      }
    >
      {groups.length === 0 && (
        <p className="field-hint">No groups yet. A group stands for all of its time segments.</p>
      )}
      {groups.length > 0 && (
        <Table label="Groups" columns={["Name", "Time segments", ...(mayWrite ? [""] : [])]}>
          {groups.map((group) => (
            <tr key={group.id}>
              <th scope="row">{group.name}</th>
              <td>{namesText(group.time_segments.map(({ name }) => name))}</td>
              {mayWrite && (
                <RowActions
                  name={group.name}
                  edit={(onClose) => <GroupDialog group={group} segments={segments} onClose={onClose} />}
                  remove={(onClose) => <DeleteGroupDialog group={group} onClose={onClose} />}
                />
              )}
            </tr>
          ))}
        </Table>
      )}
    </Section>
  );
}

function RowActions(props: {
  readonly name: string;
  readonly edit: (onClose: () => void) => ReactNode;
  readonly remove: (onClose: () => void) => ReactNode;
}) {
  const { name, edit, remove } = props;
  return (
    <td className="set-up-row-actions">
      <DialogButton look="quiet" aria-label={`Edit ${name}`} dialog={edit}>
        Edit
      </DialogButton>
      <DialogButton look="quiet" aria-label={`Delete ${name}`} dialog={remove}>
        Delete
      </DialogButton>
    </td>
  );
}

const NAMES_MAX = 4;

/** The first few names, and how many more there are. */
function namesText(names: readonly string[]): string {
  if (names.length === 0) return "None";
  const more = names.length - NAMES_MAX;
  return [...names.slice(0, NAMES_MAX), ...(more > 0 ? [`${formatCount(more)} more`] : [])].join(", ");
}
