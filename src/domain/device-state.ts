import {
  DEVICE_PROBLEMS_MAX,
  DEVICE_STATE_BYTES_MAX,
  NAME_LENGTH_MAX,
  NETWORK_ADDRESSES_MAX,
} from "./limits.ts";
import type { SensorState } from "./resources.ts";

/** What a device may say of itself; a field is absent if it does not. */
export type DeviceState = Partial<Omit<SensorState, "id" | "lastHeartbeat">>;

/**
 * What a device says of itself within the limits of D31 (rule 8): texts, problems and addresses that are longer are cut,
 * and what does not fit into all is left out, in the order of the fields here.
 */
export function limitedState<State extends DeviceState>(said: State): State {
  let bytesLeft = DEVICE_STATE_BYTES_MAX;
  const cut = (text: string): string => {
    // A part of a text would hold all of it, such as a whole message, in memory: this makes a copy.
    const bytes = Buffer.from(text.slice(0, NAME_LENGTH_MAX).replaceAll("\0", "")).subarray(0, bytesLeft);
    bytesLeft -= bytes.length;
    return bytes.toString().replace(/\ufffd+$/, "");
  };
  const cutOrNull = (text: string | null): string | null => text && (cut(text) || null);
  const { sensorType, firmwareVersion, currentDisposition, problems, networkAddresses } = said;
  return {
    ...said,
    ...(sensorType !== undefined && { sensorType: cutOrNull(sensorType) }),
    ...(firmwareVersion !== undefined && { firmwareVersion: cutOrNull(firmwareVersion) }),
    ...(currentDisposition !== undefined && { currentDisposition: cutOrNull(currentDisposition) }),
    ...(problems?.length && {
      problems: problems.slice(0, DEVICE_PROBLEMS_MAX).flatMap((each) => (bytesLeft > 0 ? cut(each) : [])),
    }),
    ...(networkAddresses?.length && {
      networkAddresses: networkAddresses.slice(0, NETWORK_ADDRESSES_MAX).flatMap((given) => {
        if (bytesLeft === 0) return [];
        const { if: name, family, mac, address } = given;
        return {
          if: cutOrNull(name),
          family: cutOrNull(family),
          mac: cutOrNull(mac),
          address: cutOrNull(address),
        };
      }),
    }),
  };
}
