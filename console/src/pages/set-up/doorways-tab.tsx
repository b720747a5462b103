import { Link } from "react-router";
import { DialogButton } from "../../components/button.tsx";
import { QueryState } from "../../components/states.tsx";
import { formatCount } from "../../format.ts";
import { type Doorway, useDoorways } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { NewDoorwayDialog } from "./doorway-dialogs.tsx";
import { SensorLink } from "./doorway-page.tsx";
import { sideOf } from "./labels.ts";
import { SearchList } from "./parts.tsx";

/** All doorways, with their sensors and linked spaces. */
export function DoorwaysTab() {
  const doorways = useDoorways();
  const mayWrite = useMay("write");
  if (doorways.data === undefined) return <QueryState query={doorways} />;
  return (
    <SearchList
      noun="doorways"
      items={doorways.data}
      idOf={({ id }) => id}
      textsOf={({ name, sensor_serial_number: sensor, spaces, tags }) => [
        name,
        sensor,
        ...spaces.map((space) => space.name),
        ...tags,
      ]}
      tools={(found) => (
        <>
          <span className="set-up-count" role="status">
            {found.length === 1 ? "1 doorway" : `${formatCount(found.length)} doorways`}
          </span>
          {mayWrite && (
            <DialogButton look="primary" dialog={(onClose) => <NewDoorwayDialog onClose={onClose} />}>
              New doorway
            </DialogButton>
          )}
        </>
      )}
      emptyHint="A doorway has one sensor and is linked to the spaces it leads into."
      searchHint="The search covers names, sensors, spaces and tags."
      columns={["Doorway", "Sensor", "Linked spaces", "Tags"]}
      row={(doorway) => <DoorwayRow key={doorway.id} doorway={doorway} />}
    />
  );
}

function DoorwayRow({ doorway }: { readonly doorway: Doorway }) {
  const { id, name, description, sensor_serial_number: serial, spaces, tags } = doorway;
  return (
    <tr>
      <th scope="row">
        <Link to={`/set-up/doorways/${id}`}>{name}</Link>
        {description !== "" && <span className="set-up-row-about">{description}</span>}
      </th>
      <td>
        <SensorLink serial={serial} />
      </td>
      <td>
        {spaces.length === 0 && <span className="set-up-missing">None</span>}
        <ul className="set-up-inline">
          {spaces.map((space) => (
            <li key={space.link_id}>
              <Link to={`/set-up/spaces/${space.id}`}>{space.name}</Link>{" "}
              <span className="set-up-side">{sideOf(space.sensor_placement).toLowerCase()}</span>
            </li>
          ))}
        </ul>
      </td>
      <td>{tags.join(", ")}</td>
    </tr>
  );
}
