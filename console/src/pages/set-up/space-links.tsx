import { useState } from "react";
import { Link } from "react-router";
import { useDoorways } from "../../queries/set-up.ts";
import type { Space } from "../../queries/spaces.ts";
import { useMay } from "../../session.tsx";
import { EndedLinks } from "./ended-links.tsx";
import { LinkActions } from "./link-actions.tsx";
import { LinkDialog, type ShownLink, UnlinkDialog } from "./link-dialogs.tsx";
import { Section, Table } from "./parts.tsx";
import { type TurnedLink, TurnLinkDialog } from "./turn-link-dialog.tsx";
import { sideOf } from "./words.ts";

/** The doorways that lead into a space. */
export function SpaceLinks({ space }: { readonly space: Space }) {
  const mayWrite = useMay("write");
  const doorways = useDoorways();
  const [isAdding, setIsAdding] = useState(false);
  const [ended, setEnded] = useState<ShownLink | null>(null);
  const [turned, setTurned] = useState<TurnedLink | null>(null);
  const sensorOf = new Map(doorways.data?.map((doorway) => [doorway.id, doorway.sensor_serial_number]));
  return (
    <Section
      title="Doorways"
      actions={
        mayWrite && (
          <button type="button" className="button" onClick={() => setIsAdding(true)}>
            Link a doorway
          </button>
        )
      }
    >
      {space.doorways.length === 0 && (
        <p className="field-hint">
          None lead into it, so nobody is counted here. What is inside it does not add up to its count.
        </p>
      )}
      {space.doorways.length > 0 && (
        <Table label="Doorways" columns={["Doorway", "Sensor", "Sensor hangs", ...(mayWrite ? [""] : [])]}>
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
                  }}
                  name={name}
                  onTurn={setTurned}
                  onUnlink={setEnded}
                />
              )}
            </tr>
          ))}
        </Table>
      )}
      <EndedLinks of={{ space_id: space.id }} zone={space.time_zone} />
      {isAdding && <LinkDialog space={space} onClose={() => setIsAdding(false)} />}
      {turned !== null && <TurnLinkDialog link={turned} onClose={() => setTurned(null)} />}
      {ended !== null && <UnlinkDialog link={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
}
