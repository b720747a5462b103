import { useState } from "react";
import { Link } from "react-router";
import { deviceZone, formatDateTime, readable } from "../../format.ts";
import { type Doorway, type ListedLink, useDatedLinks, useDoorways } from "../../queries/resources.ts";
import { type Space, useSpaces } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { BalanceNote } from "./balance-note.tsx";
import { sideOf } from "./labels.ts";
import { linkDialog, reverseDialog, unlinkDialog } from "./link-dialogs.tsx";
import { ItemTable, PagedTable } from "./lists.tsx";
import { RowButton, ScopedButton, Section, SensorLink } from "./parts.tsx";

/** The doorways that are linked to a space, or the spaces that a doorway is linked to. */
export function Links({ space, doorway }: { readonly space?: Space; readonly doorway?: Doorway }) {
  const { data: doorways } = useDoorways();
  const { data: allSpaces } = useSpaces();
  const spaces = space === undefined ? allSpaces : [space];
  const other = space === undefined ? "space" : "doorway";
  const ends = {
    space: space ?? null,
    spaces: spaces ?? [],
    doorway: doorway ?? null,
    doorways: doorway === undefined ? (doorways ?? []) : [doorway],
  };
  const sensorOf = ({ doorway_id: doorwayId }: ListedLink) => {
    if (doorways === undefined) return "…";
    const serial = doorways.find(({ id }) => id === doorwayId)?.sensor_serial_number;
    return <SensorLink serial={serial ?? null} />;
  };
  return (
    <Section
      title={space === undefined ? "Linked spaces" : "Doorways"}
      actions={
        <ScopedButton scope="write" dialog={linkDialog(ends)}>
          {space === undefined ? "Link to a space" : "Link a doorway"}
        </ScopedButton>
      }
    >
      <BalanceNote spaces={space === undefined ? (doorway?.spaces ?? []) : [space]} />
      <ItemTable
        label={`${readable(other)}s`}
        items={(space?.doorways ?? doorway?.spaces ?? []).map(({ id, name, link_id, sensor_placement }) => ({
          id: link_id,
          sensor_placement,
          space_id: space?.id ?? id,
          space_name: space?.name ?? name,
          doorway_id: doorway?.id ?? id,
          doorway_name: doorway?.name ?? name,
        }))}
        empty={
          space === undefined
            ? "No linked spaces. This doorway does not change any count."
            : "No linked doorways, so this space is not measured. The counts of the spaces inside it are not added up."
        }
        columns={[
          [
            readable(other),
            (link) => <Link to={`/set-up/${other}s/${link[`${other}_id`]}`}>{link[`${other}_name`]}</Link>,
          ],
          ...(space === undefined ? [] : [["Sensor", sensorOf] as const]),
          ["Sensor placement", (link) => sideOf(link.sensor_placement)],
        ]}
        scope="write"
        actionsOf={(link) => <LinkActions link={link} other={other} spaces={spaces} />}
      />
      <LinkHistory
        of={space === undefined ? { doorway_id: doorway?.id ?? "" } : { space_id: space.id }}
        other={other}
        zone={space?.time_zone ?? deviceZone()}
        spaces={spaces}
      />
    </Section>
  );
}

/** The buttons of a link. @param props.other the end of the link that the row names */
function LinkActions(props: Pick<LinkHistoryProps, "other" | "spaces"> & { readonly link: ListedLink }) {
  const { link, other, spaces } = props;
  const mayCorrect = useMay("admin");
  const name = link[`${other}_name`];
  const unlink = link.effective_until ? "Erase" : "Unlink";
  return (
    <>
      <RowButton
        action="Reverse direction"
        label={`Reverse direction of ${name}`}
        dialog={reverseDialog(link, spaces, mayCorrect)}
      />
      <RowButton action={unlink} label={`${unlink} ${name}`} dialog={unlinkDialog(link, mayCorrect)} />
    </>
  );
}

interface LinkHistoryProps {
  readonly of: { readonly space_id: string } | { readonly doorway_id: string };
  readonly other: "doorway" | "space";
  readonly zone: string;
  readonly spaces: readonly Space[] | undefined;
}

/** All links of a space or doorway with their dates, fetched when the user opens the list. */
function LinkHistory(props: LinkHistoryProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="small soft">Link history</summary>
      {isOpen && <DatedLinks {...props} />}
    </details>
  );
}

function DatedLinks({ of, other, zone, spaces }: LinkHistoryProps) {
  const timeOf = (instant: string | null | undefined) => instant && formatDateTime(instant, zone);
  return (
    <PagedTable
      label="Link history"
      list={useDatedLinks(of)}
      empty="No links."
      columns={[
        [readable(other), (link) => link[`${other}_name`]],
        ["Sensor placement", (link) => sideOf(link.sensor_placement)],
        [`From (${zone})`, (link) => timeOf(link.effective_from) || "Beginning"],
        [`Until (${zone})`, (link) => timeOf(link.effective_until) || "Active"],
      ]}
      scope="admin"
      actionsOf={(link) =>
        link.effective_until ? <LinkActions link={link} other={other} spaces={spaces} /> : null
      }
    />
  );
}
