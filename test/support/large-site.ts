import type { operations } from "../../src/client/generated/v2.ts";

type Site = NonNullable<operations["applySite"]["requestBody"]>["content"]["application/json"];

const BUILDINGS = 20;
const FLOORS = 10;
const ROOMS = 24;

/** The number of spaces of the large site. */
export const LARGE_SITE_SPACES = 1 + BUILDINGS * (1 + FLOORS * (1 + ROOMS));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A site document with thousands of rooms on the floors of one campus, each with a doorway, a sensor and a tag. */
export function largeSite(): Site {
  const doorways: NonNullable<Site["doorways"]> = [];
  const roomOf = (floor: string) => (room: number) => {
    const name = `Room ${floor}.${room}`;
    const sensor_serial_number = String(doorways.length + 1);
    doorways.push({
      name: `Door ${name}`,
      sensor_serial_number,
      links: [{ space: name, sensor_placement: 1 }],
    });
    return { name, capacity: 30, tags: [`floor-${floor.replace(".", "-")}`] };
  };
  const floorOf = (building: number) => (floor: number) => {
    const name = `${building}.${floor}`;
    return { name: `Floor ${name}`, space_type: "floor" as const, spaces: upTo(ROOMS).map(roomOf(name)) };
  };
  const buildings = upTo(BUILDINGS).map((building) => ({
    name: `Building ${building}`,
    space_type: "building" as const,
    spaces: upTo(FLOORS).map(floorOf(building)),
  }));
  return {
    spaces: [{ name: "Campus", space_type: "campus", spaces: buildings }],
    doorways,
    time_segments: [{ label: "Open", start: "08:00", end: "18:00", days: ["Monday"], spaces: ["Campus"] }],
  };
}
