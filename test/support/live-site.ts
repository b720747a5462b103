import type { ScenarioEvent, ScenarioHistory } from "../model/scenario.ts";
import { demand } from "./live-api.ts";

/** A space of the site: whose events change it, and how it is set up. */
export interface LiveSpace {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly dailyReset: string | null;
  /** The placement of each linked doorway's sensor, by the sensor's serial number. */
  readonly placements: Readonly<Record<string, 1 | -1>>;
  /** The doorways, by the serial number of the sensor. */
  readonly doorways: Readonly<Record<string, string>>;
  /** Above this number of people it is unsafe. */
  readonly safeCapacity: number | null;
}

/** An event as the server's log has it. */
export interface LoggedLiveEvent {
  readonly id: bigint;
  readonly serial: string;
  /** In ms. */
  readonly timestamp: number;
  readonly trajectory: 1 | -1;
}

/** The sensors by what their events are like. Those of `filed` come from files; `stray` is at no doorway. */
export const SERIALS = {
  ordered: "9001",
  late: ["9002", "9003"],
  keyed: "9004",
  ahead: "9005",
  stray: "9006",
  filed: "9007",
} as const;

export const ALL_SERIALS = [
  SERIALS.ordered,
  ...SERIALS.late,
  SERIALS.keyed,
  SERIALS.ahead,
  SERIALS.stray,
  SERIALS.filed,
];

/** Sets the site up: spaces that share doorways, some with sensors placed the other way. */
export async function makeLiveSite(address: string): Promise<LiveSpace[]> {
  const doorways: Record<string, string> = {};
  for (const serial of ALL_SERIALS) {
    if (serial === SERIALS.stray) continue;
    const body = { name: `Door ${serial}`, sensor_serial_number: serial };
    doorways[serial] = (await demand<{ id: string }>(address, "/v2/doorways/", body)).id;
  }
  // No daily reset falls due during a test: what is current then follows from the events alone.
  const farFromNow = `${String((new Date().getUTCHours() + 12) % 24).padStart(2, "0")}:00`;
  const [first, second] = SERIALS.late;
  const plans = [
    { name: "Hall", placements: { [SERIALS.ordered]: 1 }, dailyReset: null, safeCapacity: 4 },
    { name: "Yard", placements: { [SERIALS.ordered]: -1 }, dailyReset: farFromNow },
    { name: "Store", placements: { [first]: 1, [second]: -1 }, dailyReset: farFromNow },
    { name: "Lobby", placements: { [second]: 1, [SERIALS.keyed]: 1 }, dailyReset: null },
    { name: "Dock", placements: { [SERIALS.ahead]: 1 }, dailyReset: null },
    { name: "Attic", placements: { [SERIALS.filed]: 1 }, dailyReset: null },
  ] as const;
  const spaces: LiveSpace[] = [];
  for (const { name, dailyReset, ...plan } of plans) {
    const placements = plan.placements as LiveSpace["placements"];
    const safeCapacity = "safeCapacity" in plan ? plan.safeCapacity : null;
    const { id } = await demand<{ id: string }>(address, "/v2/spaces/", {
      name,
      time_zone: "UTC",
      daily_reset: dailyReset,
      ...(safeCapacity === null ? {} : { safe_capacity: safeCapacity, safe_threshold_mode: "SAFE_CAPACITY" }),
    });
    for (const [serial, sensor_placement] of Object.entries(placements))
      await demand(address, "/v2/links/", { space_id: id, doorway_id: doorways[serial], sensor_placement });
    spaces.push({ id, name, timeZone: "UTC", dailyReset, placements, doorways, safeCapacity });
  }
  return spaces;
}

/** Whether the events of a space come from files, which webhooks and sockets are not notified of. */
export function isFiled({ placements }: Pick<LiveSpace, "placements">): boolean {
  return SERIALS.filed in placements;
}

/** The events that change a space, as it sees them, of some given by id. */
export function eventsOf(
  { placements }: LiveSpace,
  log: readonly LoggedLiveEvent[],
): (ScenarioEvent & Pick<LoggedLiveEvent, "id" | "serial">)[] {
  return log.flatMap(({ id, serial, timestamp: instant, trajectory }) => {
    const placement = placements[serial];
    if (placement === undefined) return [];
    return [{ id, serial, instant, direction: trajectory === placement ? 1 : -1 } as const];
  });
}

/** The model's definition of a space. */
export function historyOf(space: LiveSpace, log: readonly LoggedLiveEvent[]): ScenarioHistory {
  const { timeZone, dailyReset } = space;
  return {
    schedules: [{ from: null, to: null, timeZone, dailyReset }],
    resets: [],
    events: eventsOf(space, log),
  };
}
