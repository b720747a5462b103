import { mqttAnswer, presentMqtt } from "../../schemas/mqtt.ts";
import type { App, HttpOptions } from "../types.ts";

const OPERATION = {
  id: "mqtt",
  tag: "Administration",
  summary: "Get how messages of MQTT are taken",
  detail: `Returns the broker whose messages this server takes, whether it is connected, the topic filters, the number of
messages since the server began, and why no messages come. In a cluster, one of the servers takes them: that with the
duty \`mqtt\` in \`GET /v2/admin/cluster/\`; the others return none.`,
} as const;

/** GET /admin/mqtt/: the broker of MQTT (D33). */
export function mqttRoutes(app: App, { subscription }: Pick<HttpOptions, "subscription">): void {
  app.get(
    "/admin/mqtt/",
    { config: { access: "admin", operation: OPERATION }, schema: { response: { 200: mqttAnswer } } },
    async () => presentMqtt(subscription?.()?.state() ?? null),
  );
}
