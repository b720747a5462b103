import { HeadcountError } from "../../domain/errors.ts";
import { type SensedDoorway, type SiteUse, siteUse } from "../../simulation/site-use.ts";
import type { ServerClient } from "../server-client.ts";

/**
 * Reads from a server the spaces that people can enter, and the serial numbers of the sensors on the way.
 *
 * @throws HeadcountError `unavailable` if no doorway with a sensor is linked to a space
 */
export async function readSiteUse(
  server: ServerClient,
): Promise<SiteUse & { readonly sensors: readonly string[] }> {
  const [spaces, doorways, links] = await Promise.all([
    server.list((v2, query) => v2.GET("/v2/spaces/", { params: { query } })),
    server.list((v2, query) => v2.GET("/v2/doorways/", { params: { query } })),
    server.list((v2, query) => v2.GET("/v2/links/", { params: { query } })),
  ]);
  const sensed = doorways.flatMap(({ id, sensor_serial_number: serialNumber }): SensedDoorway[] => {
    const linked = links
      .filter((link) => link.doorway_id === id)
      .map((link) => ({ place: link.space_id, sensorPlacement: link.sensor_placement }));
    return serialNumber === null || linked.length === 0 ? [] : [{ serialNumber, links: linked }];
  });
  const use = siteUse(
    spaces.map((space) => ({
      id: space.id,
      parentId: space.parent_id,
      function: space.function,
      timeZone: space.time_zone,
      capacity: space.target_capacity ?? space.capacity,
      count: space.current_count,
    })),
    sensed,
  );
  if (use.destinations.length === 0) {
    throw new HeadcountError(
      "unavailable",
      "nothing to simulate: no doorway with a sensor is linked to a space (`headcount site apply` creates a site)",
    );
  }
  return { ...use, sensors: sensed.map(({ serialNumber }) => serialNumber) };
}
