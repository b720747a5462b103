import { openEngine } from "../../src/cli/open-engine.ts";
import { formatId } from "../../src/domain/ids.ts";
import { ingestReports } from "../../src/engine/ingest/ingest-queue.ts";
import { createDoorway } from "../../src/engine/resources/doorways.ts";
import { createLink } from "../../src/engine/resources/links.ts";
import { createSpace } from "../../src/engine/resources/spaces.ts";

/** The hours in which something happens in the room of {@link makeRoomDirectory}, as the command line takes them. */
export const ROOM_HOURS = ["--start", "2024-05-06T07:00:00Z", "--end", "2024-05-06T09:00:00Z"];

/**
 * Makes a data directory with one room, a door to it, and two people who came and one who left.
 *
 * @returns the room's id
 */
export async function makeRoomDirectory(directory: string): Promise<string> {
  const { context, close } = await openEngine(directory, { mayCreate: "silently" });
  const { id: spaceId } = await createSpace(context, {
    name: "Room",
    capacity: 4,
    timeZone: "Europe/Berlin",
  });
  const { id: doorwayId } = await createDoorway(context, { name: "Door", sensorSerialNumber: "a" });
  await createLink(context, { spaceId, doorwayId, sensorPlacement: 1 });
  const rows = [
    { sensor_serial_number: "a", timestamp: "2024-05-06T07:00:00Z", trajectory: 1 },
    { sensor_serial_number: "a", timestamp: "2024-05-06T07:10:00Z", trajectory: 1 },
    { sensor_serial_number: "a", timestamp: "2024-05-06T08:20:00Z", trajectory: -1 },
  ];
  await ingestReports(context, rows);
  await close();
  return formatId("space", spaceId);
}
