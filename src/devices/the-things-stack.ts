import { z } from "zod";
import { type Adapter, aliveOf, IGNORED, messageOf, refusalOf, unusable } from "./adapter.ts";
import { parseEui, readUplink, receptionTime } from "./lorawan-uplink.ts";
import { parseJson } from "./message-fields.ts";
import { anything, label } from "./message-schemas.ts";

/** A device without an EUI was activated by hand. Fields that are 0 or false are absent. */
const MESSAGE = z.object({
  end_device_ids: z.object({ dev_eui: label }),
  received_at: label,
  simulated: anything,
  uplink_message: z.object({ f_port: anything, decoded_payload: anything }).nullish(),
  join_accept: z.object({}).nullish(),
});

/**
 * Webhooks of The Things Stack, version 3: uplinks with the payload that its formatter has decoded. A join shows that
 * the device is alive; other messages come to the same address and are ignored.
 */
export const theThingsStack: Adapter = ({ body, receivedAt }) => {
  const message = MESSAGE.safeParse(parseJson(body));
  if (!message.success) throw unusable("is not a message of The Things Stack");
  const { end_device_ids, received_at, simulated, uplink_message: uplink, join_accept } = message.data;
  const at = receptionTime(received_at, "received_at", receivedAt);
  const device = end_device_ids.dev_eui === "" ? null : parseEui(end_device_ids.dev_eui);
  if (uplink) {
    if (simulated === true) return refusalOf(device, "is simulated");
    if (device === null) return refusalOf(null, "does not name its device by an EUI");
    return readUplink({ device, at, port: uplink.f_port, decoded: uplink.decoded_payload });
  }
  return join_accept && simulated !== true && device !== null ? messageOf(aliveOf(device, at)) : IGNORED;
};
