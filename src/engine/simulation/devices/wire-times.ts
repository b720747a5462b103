import { formatInstant, MINUTE_MS } from "../../../domain/instant.ts";

/** A time without an offset, as `YYYY-MM-DDTHH:mm:ss`. @param minutes ahead of UTC */
export function wallText(instant: number, minutes = 0): string {
  return formatInstant(instant + minutes * MINUTE_MS).slice(0, "YYYY-MM-DDTHH:mm:ss".length);
}
