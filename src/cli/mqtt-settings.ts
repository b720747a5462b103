import { value } from "./setting-types.ts";

/** The settings of `serve` for messages of MQTT. */
export const SERVE_MQTT = {
  mqtt: value(
    "<address>",
    "broker of MQTT whose messages are taken: mqtts://user:password@host:8883, or mqtt://host:1883 without TLS",
  ),
  mqttTopic: value(
    "<adapter=filter...>",
    "topic filters to subscribe to, each with the adapter of its messages, such as milesight=counters/+/data",
  ),
  mqttCa: value("<file>", "certificates, in PEM, of the authorities that are trusted for the broker", {
    defaultText: "those that Node trusts",
  }),
} as const;
