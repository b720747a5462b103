import { z } from "zod";
import { type Adapter, aliveOf, IGNORED, messageOf, unusable } from "./adapter.ts";
import { parseEui, readUplink, receptionTime } from "./lorawan-uplink.ts";
import { parseJson } from "./message-fields.ts";
import { anything, label } from "./message-schemas.ts";

/** Fields that are 0 are absent; `object` is there only with a codec. */
const MESSAGE = z.object({
  deviceInfo: z.object({ devEui: label }),
  time: label,
  devAddr: label,
  fPort: anything,
  rxInfo: anything,
  object: anything,
  integrationName: label,
});

/**
 * Events of ChirpStack, version 4, in JSON: uplinks with the payload that the codec of its device profile has decoded.
 * A join shows that the device is alive; other events come to the same address and are ignored.
 */
export const chirpstack: Adapter = ({ body, query, receivedAt }) => {
  const message = MESSAGE.safeParse(parseJson(body));
  if (!message.success) throw unusable("is not an event of ChirpStack, version 4");
  const { deviceInfo, time, fPort, object } = message.data;
  const device = parseEui(deviceInfo.devEui);
  const at = receptionTime(time, "time", receivedAt);
  const event = query.event || eventOf(message.data);
  if (event === "up") return readUplink({ device, at, port: fPort, decoded: object });
  return event === "join" ? messageOf(aliveOf(device, at)) : IGNORED;
};

/** The kind of an event whose address does not say it, as by MQTT: an uplink and a join have an address of the device. */
function eventOf(message: z.infer<typeof MESSAGE>): string | null {
  if (message.integrationName !== "") return "integration";
  if ((message.fPort ?? message.rxInfo ?? message.object ?? null) !== null) return "up";
  return message.devAddr === "" ? null : "join";
}
