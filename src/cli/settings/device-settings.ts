import { DEVICE_NAMES, LORAWAN_NAMES } from "../../simulation/devices/kinds.ts";
import { NETWORKS } from "../../simulation/devices/lorawan.ts";
import { dailyTime, duration, numberWithin, value } from "./setting-types.ts";

function share(help: string, initial: number) {
  return value("<share>", help, { read: numberWithin(0, 0.5), default: initial });
}

/** The settings of `simulate` for people who are counted by devices, which send messages of their own. */
export const DEVICE_SETTINGS = {
  device: value(
    "<kind>",
    "play devices of this kind, which send totals or intervals in messages of their own in place of events, and " +
      "compare at the end what passed with what the server has counted",
    { choices: DEVICE_NAMES },
  ),
  network: value("<server>", `network server of LoRaWAN counters (${LORAWAN_NAMES.join(", ")})`, {
    choices: NETWORKS,
    default: NETWORKS[0],
  }),
  devicePathToken: value(
    "<token>",
    "token with the scope ingest alone, which devices send in the path and not in the header",
  ),
  mqtt: value(
    "<address>",
    "broker of MQTT at which devices publish, and to which the server has subscribed: " +
      "mqtts://user:password@host:8883, or mqtt://host:1883 without TLS",
    { defaultText: "devices send by HTTP" },
  ),
  mqttPrefix: value("<topic>", "topic of the devices, which publish at <topic>/<device>", {
    defaultText: "the name of the adapter",
  }),
  logPeriod: value("<duration>", "length of the log periods of devices, in simulated time", {
    read: duration,
    defaultText: "1, 5, 10 or 15 minutes, by kind",
  }),
  resetRate: share(
    "share of log periods in which a device loses power, and its totals begin at 0 again",
    0.005,
  ),
  outageRate: share(
    "share of log periods in which an outage of the network begins; then devices send later what they have kept, " +
      "those that keep nothing lose it",
    0.01,
  ),
  outageMax: value("<duration>", "the longest outage, in simulated time; most are much shorter", {
    read: duration,
    defaultText: "60 log periods",
  }),
  resetsAt: value(
    "<HH:MM>",
    "time of day, in UTC, at which devices set their totals to 0; the sensors get the setting",
    { read: dailyTime, defaultText: "never" },
  ),
  eachCrossing: {
    help: "devices send their totals at each crossing, too, with times in whole seconds, as cameras of Hikvision can",
  },
  lossRate: share("share of messages that are lost, of devices that get no acknowledgement", 0.02),
  repeatRate: share("share of messages that arrive more than once", 0.02),
  delayRate: share("share of messages that arrive after later ones", 0.02),
  nearWrap: {
    help: "totals begin shortly before the end of their range, after which they begin at 0 again, if it has 16 bits",
  },
} as const;
