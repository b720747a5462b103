import { HeadcountError } from "../../domain/errors.ts";
import type { Space } from "../../domain/resources.ts";
import { info } from "../process.ts";

type Place = Pick<Space, "name" | "timeZone">;

export interface Places {
  readonly ofSensors: readonly Place[];
  readonly all: readonly Place[];
}

/**
 * Checks a file of readings whose times have no offset, and whose time zone is not stated: they are read as UTC if that
 * is the zone of the spaces where its sensors are or, if they are in none, of all spaces.
 *
 * @throws HeadcountError `unreadable-input`, naming the zones, if a space has another one
 */
export function requireZone(file: string, { ofSensors, all }: Places): void {
  const places = ofSensors.length > 0 ? ofSensors : all;
  const spaceOf = new Map(places.map((place) => [place.timeZone, place.name]));
  if (spaceOf.size === 0)
    info(`headcount: warning: the times of ${file} have no offset, and are read as UTC (--time-zone)`);
  const zone = [...spaceOf.keys()].find((each) => each !== "UTC");
  if (zone === undefined) return;
  const where =
    ofSensors.length > 0 ? "the space of its sensors" : "its sensors are in no space, and the space";
  const more =
    spaceOf.size > 1 ? ". Others are elsewhere: load the rows of each zone as a file of their own" : "";
  const why = `its times have no offset, and ${where} ${spaceOf.get(zone)} is in ${zone}`;
  const remedy = `state their zone, such as --time-zone ${zone}, or --time-zone UTC`;
  throw new HeadcountError("unreadable-input", `cannot read ${file}: ${why}: ${remedy}${more}`);
}
