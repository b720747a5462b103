import { type DeviceState, limitedState } from "../../domain/device-state.ts";
import type { Sensor, SensorState } from "../../domain/resources.ts";
import { halvesOf } from "../halves.ts";
import type { Draft } from "../journal/draft.ts";
import type { Change, Journal } from "../journal/journal.ts";
import { MadeSensors } from "./sensors.ts";

const UNKNOWN_STATE: Required<DeviceState> = {
  sensorType: null,
  firmwareVersion: null,
  currentDisposition: null,
  networkAddresses: [],
  battery: null,
  problems: [],
};

interface Waiting {
  readonly change: Change;
  readonly serialNumber: string;
  readonly heartbeat: DeviceState;
  readonly resolve: (sensor: Sensor) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Records the heartbeats of sensors and their reported states (D20, D22). Those that come while others are recorded are
 * recorded together: thousands of sensors send one a minute.
 */
export function heartbeatsOf(journal: Pick<Journal, "transact">) {
  const waiting: Waiting[] = [];
  let isRecording = false;
  /** Records a group as one change, or in parts if it fails. @param group by default all that wait */
  const recordGroup = async (change: Change, group: readonly Waiting[] = []): Promise<void> => {
    try {
      const sensors = await journal.transact(change, (draft) => {
        if (group.length === 0) group = waiting.splice(0);
        return decide(draft, group);
      });
      for (const [index, { resolve }] of group.entries()) resolve(sensors[index] as Sensor);
    } catch (error) {
      // Too many changes were waiting: all may be sent again.
      if (group.length === 0) group = waiting.splice(0);
      const halves = halvesOf(group, error);
      if (halves === null) for (const { reject } of group) reject(error);
      for (const half of halves ?? []) await recordGroup(change, half);
    }
  };
  const recordAll = async () => {
    isRecording = true;
    for (let [next] = waiting; next !== undefined; [next] = waiting) await recordGroup(next.change);
    isRecording = false;
  };
  return {
    /**
     * Records what a sensor says of itself, cut to its limits; omitted fields do not change.
     *
     * @returns the sensor, which is registered if it was unknown
     * @throws HeadcountError as `Journal.transact` does
     */
    record: (change: Change, serialNumber: string, said: DeviceState): Promise<Sensor> => {
      const heartbeat = limitedState(said);
      return new Promise((resolve, reject) => {
        waiting.push({ change, serialNumber, heartbeat, resolve, reject });
        if (!isRecording) void recordAll();
      });
    },
  };
}

export type Heartbeats = ReturnType<typeof heartbeatsOf>;

function decide(draft: Draft, heartbeats: readonly Waiting[]): Sensor[] {
  const { catalog, now: lastHeartbeat } = draft;
  const sensors = new MadeSensors(draft);
  const states = new Map<bigint, SensorState>();
  const found = heartbeats.map(({ change: { actor }, serialNumber, heartbeat }) => {
    const sensor = sensors.of(serialNumber, actor);
    const { id } = sensor;
    const before = states.get(id) ?? catalog.sensorStates.get(id);
    states.set(id, limitedState({ ...UNKNOWN_STATE, ...before, ...heartbeat, id, lastHeartbeat }));
    return sensor;
  });
  sensors.save([...states.values()]);
  return found;
}
