import { Link, useParams } from "react-router";
import { answerOf } from "../../../../src/client/index.ts";
import { DialogButton } from "../../components/button.tsx";
import { Table } from "../../components/table.tsx";
import { deviceZone, formatInstant } from "../../format.ts";
import { type Doorway, useDoorways } from "../../queries/set-up.ts";
import { useMay, useSession } from "../../session.tsx";
import { DeleteDoorwayDialog, EditDoorwayDialog } from "./doorway-dialogs.tsx";
import { FoundItem } from "./found-item.tsx";
import { sideOf } from "./labels.ts";
import { LinkDialog } from "./link-dialogs.tsx";
import { LinkActions, LinkHistory } from "./links.tsx";
import { Facts, ItemActions, ItemHeader, Section } from "./parts.tsx";
import { Tags } from "./tags.tsx";

const BACK = { to: "/set-up/doorways", name: "All doorways" };

/** The set-up of one doorway. */
export function DoorwayPage() {
  const { doorwayId } = useParams();
  const doorways = useDoorways();
  return (
    <FoundItem list={doorways} kind="Doorway" back={BACK} matches={({ id }) => id === doorwayId}>
      {(doorway) => <DoorwaySetUp key={doorway.id} doorway={doorway} />}
    </FoundItem>
  );
}

function DoorwaySetUp({ doorway }: { readonly doorway: Doorway }) {
  const { client } = useSession();
  const path = { doorway_id: doorway.id };
  return (
    <div className="set-up-detail">
      <ItemHeader back={BACK} name={doorway.name} actions={<DoorwayActions doorway={doorway} />} />
      <Section title="Settings">
        <Facts
          facts={[
            ["Sensor", <SensorLink key="sensor" serial={doorway.sensor_serial_number} />],
            ["Description", doorway.description, "long"],
            ["Id", <code key="id">{doorway.id}</code>],
            ["Created", formatInstant(doorway.created_at, deviceZone()), "long"],
          ]}
        />
      </Section>
      <DoorwayLinks doorway={doorway} />
      <Section title="Tags">
        <Tags
          tags={doorway.tags}
          of="doorways"
          add={(tag_name) =>
            answerOf(
              client.v2.POST("/v2/doorways/{doorway_id}/tags/", { params: { path }, body: { tag_name } }),
            )
          }
          remove={(tag_name) =>
            answerOf(
              client.v2.DELETE("/v2/doorways/{doorway_id}/tags/{tag_name}/", {
                params: { path: { ...path, tag_name } },
              }),
            )
          }
        />
      </Section>
    </div>
  );
}

/** Links to a sensor, or states that there is none. */
export function SensorLink({ serial }: { readonly serial: string | null }) {
  if (serial === null) return <span className="set-up-missing">No sensor</span>;
  return <Link to={`/set-up/sensors/${encodeURIComponent(serial)}`}>{serial}</Link>;
}

function DoorwayActions({ doorway }: { readonly doorway: Doorway }) {
  if (!useMay("write")) return null;
  return (
    <ItemActions
      edit={(onClose) => <EditDoorwayDialog doorway={doorway} onClose={onClose} />}
      remove={(onClose) => <DeleteDoorwayDialog doorway={doorway} onClose={onClose} />}
    />
  );
}

function DoorwayLinks({ doorway }: { readonly doorway: Doorway }) {
  const mayWrite = useMay("write");
  return (
    <Section
      title="Linked spaces"
      actions={
        mayWrite && (
          <DialogButton dialog={(onClose) => <LinkDialog doorway={doorway} onClose={onClose} />}>
            Link to a space
          </DialogButton>
        )
      }
    >
      {doorway.spaces.length === 0 && (
        <p className="field-hint">No linked spaces. This doorway does not change any count.</p>
      )}
      {doorway.spaces.length > 0 && (
        <Table label="Spaces" columns={["Space", "Sensor placement", ...(mayWrite ? [""] : [])]}>
          {doorway.spaces.map(({ id, name, link_id, sensor_placement }) => (
            <tr key={link_id}>
              <td>
                <Link to={`/set-up/spaces/${id}`}>{name}</Link>
              </td>
              <td>{sideOf(sensor_placement)}</td>
              {mayWrite && (
                <LinkActions
                  link={{
                    id: link_id,
                    spaceId: id,
                    spaceName: name,
                    doorwayName: doorway.name,
                    placement: sensor_placement,
                    endedAt: null,
                  }}
                  name={name}
                />
              )}
            </tr>
          ))}
        </Table>
      )}
      <LinkHistory of={{ doorway_id: doorway.id }} zone={deviceZone()} />
    </Section>
  );
}
