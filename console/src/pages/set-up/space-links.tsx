import { Link } from "react-router";
import { DialogButton } from "../../components/button.tsx";
import { Table } from "../../components/table.tsx";
import { useDoorways } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { sideOf } from "./labels.ts";
import { LinkDialog } from "./link-dialogs.tsx";
import { LinkActions, LinkHistory } from "./links.tsx";
import { Section } from "./parts.tsx";

/** The doorways that are linked to a space. */
export function SpaceLinks({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  const doorways = useDoorways();
  const sensorOf = new Map(doorways.data?.map((doorway) => [doorway.id, doorway.sensor_serial_number]));
  return (
    <Section
      title="Doorways"
      actions={
        mayWrite && (
          <DialogButton dialog={(onClose) => <LinkDialog space={space} onClose={onClose} />}>
            Link a doorway
          </DialogButton>
        )
      }
    >
      {space.doorways.length === 0 && (
        <p className="field-hint">
          No linked doorways, so this space is not measured. The counts of the spaces inside it are not added
          up.
        </p>
      )}
      {space.doorways.length > 0 && (
        <Table
          label="Doorways"
          columns={["Doorway", "Sensor", "Sensor placement", ...(mayWrite ? [""] : [])]}
        >
          {space.doorways.map(({ id, name, link_id, sensor_placement }) => (
            <tr key={link_id}>
              <td>
                <Link to={`/set-up/doorways/${id}`}>{name}</Link>
              </td>
              <td>
                {doorways.data === undefined
                  ? "…"
                  : (sensorOf.get(id) ?? <span className="set-up-missing">No sensor</span>)}
              </td>
              <td>{sideOf(sensor_placement)}</td>
              {mayWrite && (
                <LinkActions
                  link={{
                    id: link_id,
                    spaceId: space.id,
                    spaceName: space.name,
                    doorwayName: name,
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
      <LinkHistory of={{ space_id: space.id }} zone={space.time_zone} />
    </Section>
  );
}
