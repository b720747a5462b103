import { useState } from "react";
import { Link } from "react-router";
import { deviceZone, formatDateTime } from "../../format.ts";
import { type ListedLink, useDatedLinks } from "../../queries/paged.ts";
import { type Doorway, useDoorways } from "../../queries/set-up.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { sideOf } from "./labels.ts";
import { linkDialog, reverseDialog, unlinkDialog } from "./link-dialogs.tsx";
import { ItemTable, PagedTable } from "./lists.tsx";
import { RowButton, ScopedButton, Section } from "./parts.tsx";

/** The doorways that are linked to a space. */
export function SpaceLinks({ space }: { readonly space: Space }) {
  const { data: doorways } = useDoorways();
  const sensorOf = ({ doorway_id: doorwayId }: ListedLink) => {
    const doorway = doorways?.find(({ id }) => id === doorwayId);
    return doorway?.sensor_serial_number ?? <span className="soft">No sensor</span>;
  };
  return (
    <Section
      title="Doorways"
      actions={
        <ScopedButton
          scope="write"
          dialog={linkDialog({ space, spaces: [space], doorway: null, doorways: doorways ?? [] })}
        >
          Link a doorway
        </ScopedButton>
      }
    >
      <ItemTable
        label="Doorways"
        items={space.doorways.map(({ id, name, link_id, sensor_placement }) => ({
          id: link_id,
          sensor_placement,
          space_id: space.id,
          space_name: space.name,
          doorway_id: id,
          doorway_name: name,
        }))}
        empty="No linked doorways, so this space is not measured. The counts of the spaces inside it are not added up."
        columns={[
          ["Doorway", (link) => <Link to={`/set-up/doorways/${link.doorway_id}`}>{link.doorway_name}</Link>],
          ["Sensor", (link) => (doorways === undefined ? "…" : sensorOf(link))],
          ["Sensor placement", (link) => sideOf(link.sensor_placement)],
        ]}
        scope="write"
        actionsOf={(link) => <LinkActions link={link} of={link.doorway_name} spaces={[space]} />}
      />
      <LinkHistory of={{ space_id: space.id }} zone={space.time_zone} spaces={[space]} />
    </Section>
  );
}

/** The spaces that a doorway is linked to. */
export function DoorwayLinks({ doorway }: { readonly doorway: Doorway }) {
  const { data: spaces } = useSpaces();
  return (
    <Section
      title="Linked spaces"
      actions={
        <ScopedButton
          scope="write"
          dialog={linkDialog({ space: null, spaces: spaces ?? [], doorway, doorways: [doorway] })}
        >
          Link to a space
        </ScopedButton>
      }
    >
      <ItemTable
        label="Spaces"
        items={doorway.spaces.map(({ id, name, link_id, sensor_placement }) => ({
          id: link_id,
          sensor_placement,
          space_id: id,
          space_name: name,
          doorway_id: doorway.id,
          doorway_name: doorway.name,
        }))}
        empty="No linked spaces. This doorway does not change any count."
        columns={[
          ["Space", (link) => <Link to={`/set-up/spaces/${link.space_id}`}>{link.space_name}</Link>],
          ["Sensor placement", (link) => sideOf(link.sensor_placement)],
        ]}
        scope="write"
        actionsOf={(link) => <LinkActions link={link} of={link.space_name} spaces={spaces} />}
      />
      <LinkHistory of={{ doorway_id: doorway.id }} zone={deviceZone()} spaces={spaces} />
    </Section>
  );
}

/** The buttons of a link. @param props.of the name of the space or doorway in the row */
function LinkActions(props: {
  readonly link: ListedLink;
  readonly of: string;
  readonly spaces: readonly Space[] | undefined;
}) {
  const { link, of, spaces } = props;
  const mayCorrect = useMay("admin");
  const unlink = link.effective_until ? "Erase" : "Unlink";
  return (
    <>
      <RowButton
        action="Reverse direction"
        label={`Reverse direction of ${of}`}
        dialog={reverseDialog(link, spaces, mayCorrect)}
      />
      <RowButton action={unlink} label={`${unlink} ${of}`} dialog={unlinkDialog(link, mayCorrect)} />
    </>
  );
}

interface LinkHistoryProps {
  readonly of: { readonly space_id: string } | { readonly doorway_id: string };
  readonly zone: string;
  readonly spaces: readonly Space[] | undefined;
}

/** All links of a space or doorway with their dates, fetched when the user opens the list. */
function LinkHistory(props: LinkHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="set-up-more-details" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="small soft">Link history</summary>
      {isOpen && <DatedLinks {...props} />}
    </details>
  );
}

function DatedLinks({ of, zone, spaces }: LinkHistoryProps) {
  const nameOf = (link: ListedLink) => ("space_id" in of ? link.doorway_name : link.space_name);
  const timeOf = (instant: string | null | undefined) => instant && formatDateTime(instant, zone);
  return (
    <PagedTable
      label="Link history"
      list={useDatedLinks(of)}
      empty="No links."
      columns={[
        ["space_id" in of ? "Doorway" : "Space", nameOf],
        ["Sensor placement", (link) => sideOf(link.sensor_placement)],
        [`From (${zone})`, (link) => timeOf(link.effective_from) || "Beginning"],
        [`Until (${zone})`, (link) => timeOf(link.effective_until) || "Active"],
      ]}
      scope="admin"
      actionsOf={(link) =>
        link.effective_until ? <LinkActions link={link} of={nameOf(link)} spaces={spaces} /> : null
      }
    />
  );
}
