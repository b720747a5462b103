import { useState } from "react";
import { Link } from "react-router";
import { Empty, Unanswered } from "../../components/states.tsx";
import { formatCount } from "../../format.ts";
import { type Doorway, useDoorways } from "../../queries/set-up.ts";
import { useMay } from "../../session.tsx";
import { NewDoorwayDialog } from "./doorway-dialogs.tsx";
import { ListTools, Table, useBeginning } from "./parts.tsx";
import { sideOf } from "./words.ts";

/** Every doorway, with its sensor and the spaces it leads into. */
export function DoorwaysTab() {
  const doorways = useDoorways();
  if (doorways.data === undefined) return <Unanswered query={doorways} />;
  return <Doorways doorways={doorways.data} />;
}

function Doorways({ doorways }: { readonly doorways: readonly Doorway[] }) {
  const mayWrite = useMay("write");
  const [search, setSearch] = useState("");
  const [isAdding, setIsAdding] = useState(false);
  const found = doorways.filter((doorway) => isFound(doorway, search.trim().toLowerCase()));
  const [shown, more] = useBeginning(found);
  return (
    <>
      <ListTools label="Search doorways" search={search} onSearch={setSearch}>
        <span className="set-up-count" role="status">
          {found.length === 1 ? "1 doorway" : `${formatCount(found.length)} doorways`}
        </span>
        {mayWrite && (
          <button type="button" className="button button-primary" onClick={() => setIsAdding(true)}>
            New doorway
          </button>
        )}
      </ListTools>
      {found.length === 0 ? (
        <Empty title={doorways.length === 0 ? "No doorways yet" : "No doorway is found"}>
          <p>
            {doorways.length === 0
              ? "A doorway has one sensor, and is linked to the spaces that it leads into."
              : "The search looks at names, sensors, spaces and tags."}
          </p>
        </Empty>
      ) : (
        <Table label="Doorways" columns={["Doorway", "Sensor", "Leads into", "Tags"]}>
          {shown.map((doorway) => (
            <DoorwayRow key={doorway.id} doorway={doorway} />
          ))}
        </Table>
      )}
      {more}
      {isAdding && <NewDoorwayDialog onClose={() => setIsAdding(false)} />}
    </>
  );
}

function isFound({ id, name, sensor_serial_number: sensor, spaces, tags }: Doorway, wanted: string): boolean {
  const texts = [name, sensor ?? "", ...spaces.map((space) => space.name), ...tags];
  return wanted === id || texts.some((text) => text.toLowerCase().includes(wanted));
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
        {serial === null ? (
          <span className="set-up-missing">No sensor</span>
        ) : (
          <Link to={`/set-up/sensors/${encodeURIComponent(serial)}`}>{serial}</Link>
        )}
      </td>
      <td>
        {spaces.length === 0 && <span className="set-up-missing">Nothing</span>}
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
