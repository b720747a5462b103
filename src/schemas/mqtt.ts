import { z } from "zod";
import { formatInstant } from "../domain/instant.ts";
import type { SubscriptionState } from "../engine/ports/mqtt.ts";
import { v2Schemas } from "./fields.ts";

/** How a server takes messages of MQTT, as the API answers it. */
const mqttBroker = z
  .object({
    broker: z.string(),
    connected: z.boolean(),
    filters: z.array(
      z
        .object({
          adapter: z.string(),
          filter: z.string(),
          subscribed: z.boolean(),
          error: z.string().nullable(),
        })
        .register(v2Schemas, { id: "MqttFilter" }),
    ),
    messages: z.int(),
    refused_messages: z.int(),
    waiting_messages: z.int(),
    last_message_at: z.string().nullable(),
    error: z.string().nullable(),
  })
  .register(v2Schemas, { id: "MqttBroker" });

/** The brokers whose messages a server takes, as the API answers them. */
export const mqttAnswer = z.object({ results: z.array(mqttBroker) }).register(v2Schemas, { id: "Mqtt" });

/** @param state null if the server takes no messages of MQTT */
export function presentMqtt(state: SubscriptionState | null): z.output<typeof mqttAnswer> {
  if (state === null) return { results: [] };
  const { broker, isConnected, filters, messages, refused, waiting, lastMessageAt, failure } = state;
  const result = {
    broker,
    connected: isConnected,
    filters: filters.map(({ adapter, filter, isSubscribed, failure: error }) => {
      return { adapter, filter, subscribed: isSubscribed, error };
    }),
    messages,
    refused_messages: refused,
    waiting_messages: waiting,
    last_message_at: lastMessageAt === null ? null : formatInstant(lastMessageAt),
    error: failure,
  };
  return { results: [result] };
}
