import { getOrInsert } from "../../domain/collections.ts";
import type { Sensor, SensorState } from "../../domain/resources.ts";
import type { Draft } from "../journal/draft.ts";
import type { Change, Journal } from "../journal/journal.ts";
import { NewSensors } from "./sensors.ts";

/** The state that a sensor may report; omitted fields do not change. */
type Heartbeat = Partial<Omit<SensorState, "id" | "lastHeartbeat">>;

const UNKNOWN_STATE: Omit<SensorState, "id" | "lastHeartbeat"> = {
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
  readonly heartbeat: Heartbeat;
  readonly resolve: (sensor: Sensor) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Records the heartbeats of sensors and their reported states (D20, D22). Those that come while others are recorded are
 * recorded together: thousands of sensors send one a minute.
 */
export class Heartbeats {
  readonly #journal: Pick<Journal, "transact">;
  #waiting: Waiting[] = [];
  #isRecording = false;

  constructor(journal: Pick<Journal, "transact">) {
    this.#journal = journal;
  }

  /** @returns the sensor, which is registered if it was unknown. @throws HeadcountError as `Journal.transact` does */
  record(change: Change, serialNumber: string, heartbeat: Heartbeat): Promise<Sensor> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ change, serialNumber, heartbeat, resolve, reject });
      if (!this.#isRecording) void this.#recordAll();
    });
  }

  async #recordAll(): Promise<void> {
    this.#isRecording = true;
    for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
      let group: readonly Waiting[] = [];
      try {
        const sensors = await this.#journal.transact(next.change, (draft) => {
          if (group.length === 0) group = this.#waiting.splice(0);
          return decide(draft, group);
        });
        for (const [index, { resolve }] of group.entries()) resolve(sensors[index] as Sensor);
      } catch (error) {
        // Too many changes were waiting: all may be sent again.
        if (group.length === 0) group = this.#waiting.splice(0);
        for (const { reject } of group) reject(error);
      }
    }
    this.#isRecording = false;
  }
}

/** @returns the sensor of each heartbeat */
function decide(draft: Draft, heartbeats: readonly Waiting[]): Sensor[] {
  const { catalog, now: lastHeartbeat } = draft;
  const made = new NewSensors(draft);
  const bySerial = new Map<string, Sensor>();
  const states = new Map<bigint, SensorState>();
  const sensors = heartbeats.map(({ change: { actor }, serialNumber, heartbeat }) => {
    const known = catalog.sensorsBySerial.first(serialNumber);
    const sensor = known ?? getOrInsert(bySerial, serialNumber, () => made.register(serialNumber, actor));
    const { id } = sensor;
    const before = states.get(id) ?? catalog.sensorStates.get(id);
    states.set(id, { ...UNKNOWN_STATE, ...before, ...heartbeat, id, lastHeartbeat });
    return sensor;
  });
  made.save([...states.values()]);
  return sensors;
}
