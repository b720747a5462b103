import { groupBy } from "../domain/collections.ts";

/** Rows of tables of the catalog by their columns: of this server, or of the mirror. Instants are ms, null is unbounded. */
export type CatalogTables = Readonly<Record<InputTable, readonly Readonly<Record<string, unknown>>[]>>;

/** The tables that counts are derived from, besides events. */
export const INPUT_TABLES = ["space", "sensor", "attachment", "link", "schedule", "reset"] as const;
type InputTable = (typeof INPUT_TABLES)[number];

/** What a space's counts are derived from besides events, and the instant from which on it matters, in ms. */
interface CountInput {
  readonly spaceId: bigint;
  readonly from: number;
}

/** All of it, by a text that says all of it. */
export type CountInputs = ReadonlyMap<string, CountInput>;

/**
 * What counts are derived from besides events: the starts and ends of bindings and schedules, and explicit resets. Equal
 * texts derive equal counts, up to the first instant from which on a differing one matters.
 */
export function countInputs(tables: CatalogTables): CountInputs {
  const inputs = new Map<string, CountInput>();
  const numbers = new Map(tables.sensor.map((row) => [String(row.id), String(row.number)]));
  const linksOf = groupBy(tables.link, (row) => String(row.doorway_id));
  const zones = new Map(
    tables.space.map((row) => [String(row.id), `${String(row.time_zone)}|${String(row.safe_limit)}`]),
  );
  const add = (spaceId: unknown, kind: string, from: number, parts: readonly unknown[]) => {
    const zone = zones.get(String(spaceId));
    if (zone === undefined) return;
    const text = [spaceId, zone, kind, ...parts, from].map(String).join("|");
    inputs.set(text, { spaceId: BigInt(String(spaceId)), from });
  };
  for (const attachment of tables.attachment) {
    for (const link of linksOf.get(String(attachment.doorway_id)) ?? []) {
      const from = Math.max(startOf(attachment), startOf(link));
      const to = Math.min(endOf(attachment), endOf(link));
      if (from >= to) continue;
      const { space_id: spaceId, doorway_id: doorwayId, sensor_placement: placement } = link;
      const parts = [numbers.get(String(attachment.sensor_id)), placement, doorwayId];
      add(spaceId, "bound", from, parts);
      if (to < Infinity) add(spaceId, "bound until", to, parts);
    }
  }
  for (const reset of tables.reset) add(reset.space_id, "reset", Number(reset.ts), [reset.id, reset.count]);
  const used = new Map<string, number>();
  for (const { spaceId, from } of inputs.values()) noteEarliest(used, String(spaceId), from);
  for (const schedule of tables.schedule) {
    const { space_id: spaceId, time_zone: zone, daily_reset: daily } = schedule;
    // A daily reset changes nothing before the first event or explicit reset.
    const use = used.get(String(spaceId)) ?? Infinity;
    const [from, to] = [Math.max(startOf(schedule), use), endOf(schedule)];
    if (from < to) add(spaceId, "daily", from, [zone, daily]);
    if (from < to && to < Infinity) add(spaceId, "daily until", to, [zone, daily]);
  }
  return inputs;
}

/** The instant from which on the counts of each space may differ, in ms, if they are derived from other inputs. */
export function changedFrom(before: CountInputs, after: CountInputs): ReadonlyMap<bigint, number> {
  const changed = new Map<bigint, number>();
  for (const inputs of [before, after])
    for (const [text, { spaceId, from }] of inputs)
      if (!before.has(text) || !after.has(text)) noteEarliest(changed, spaceId, from);
  return changed;
}

function noteEarliest<Space>(earliest: Map<Space, number>, space: Space, instant: number): void {
  earliest.set(space, Math.min(instant, earliest.get(space) ?? Infinity));
}

const startOf = ({ valid_from: from }: Readonly<Record<string, unknown>>) =>
  from === null ? -Infinity : Number(from);
const endOf = ({ valid_to: to }: Readonly<Record<string, unknown>>) => (to === null ? Infinity : Number(to));
