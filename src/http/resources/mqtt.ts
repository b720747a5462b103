import { z } from "zod";
import type { SubscribedFilter, SubscriptionState } from "../../engine/ports/mqtt.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../../schemas/answers.ts";
import { namedObject } from "../../schemas/fields.ts";
import { addRoute } from "../add-route.ts";
import type { App, HttpOptions } from "../types.ts";

const filterAnswer = answerOf<SubscribedFilter>({ v2: "MqttFilter" })({
  adapter: [text, ({ adapter }) => adapter],
  filter: [text, ({ filter }) => filter],
  subscribed: [z.boolean(), ({ isSubscribed }) => isSubscribed],
  error: [textOrNull, ({ failure }) => failure],
});

const setAside = namedObject("MqttSetAside", {
  file: text,
  topic: text,
  adapter: text,
  received_at: text,
  reason: text,
  bytes: z.int(),
  payload: text,
});

const brokerAnswer = answerOf<SubscriptionState>({ v2: "MqttBroker" })({
  broker: [text, ({ broker }) => broker],
  connected: [z.boolean(), ({ isConnected }) => isConnected],
  filters: [z.array(filterAnswer.schema), ({ filters }) => filters.map((each) => filterAnswer.present(each))],
  messages: [z.int(), ({ messages }) => messages],
  refused_messages: [z.int(), ({ refused }) => refused],
  waiting_messages: [z.int(), ({ waiting }) => waiting],
  set_aside_messages: [z.int(), ({ setAside }) => setAside],
  set_aside_files: [z.int(), ({ setAsideKept }) => setAsideKept],
  set_aside: [
    z.array(setAside),
    ({ setAsideLatest }) =>
      setAsideLatest.map(({ receivedAt, ...message }) => ({ ...message, received_at: receivedAt })),
  ],
  last_message_at: [textOrNull, ({ lastMessageAt }) => instantOrNull(lastMessageAt)],
  error: [textOrNull, ({ failure }) => failure],
});

const mqttAnswer = namedObject("Mqtt", { results: z.array(brokerAnswer.schema) });

const MQTT = {
  id: "mqtt",
  tag: "Administration",
  access: "admin",
  summary: "Get how messages of MQTT are taken",
  detail: `Returns the broker whose messages this server takes, whether it is connected, the topic filters, the number of
messages since the server began, and why no messages come. In a cluster, one of the servers takes them: that with the
duty \`mqtt\` in \`GET /v2/admin/cluster/\`; the others return none.`,
  answer: mqttAnswer,
} as const;

/** GET /admin/mqtt/: the broker of MQTT (D33). */
export function mqttRoutes(app: App, { subscription }: Pick<HttpOptions, "subscription">): void {
  addRoute(app, "GET /admin/mqtt/", MQTT, async () => {
    const state = subscription?.()?.state() ?? null;
    return { results: state === null ? [] : [brokerAnswer.present(state)] };
  });
}
