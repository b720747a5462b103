import { WEBHOOK_CONNECTIONS_MAX } from "../../src/outbound/webhook-sender.ts";
import { nextMessage, startChild } from "../child.ts";
import { type Figure, info } from "../harness.ts";
import { serve } from "../served.ts";
import type { Workspace } from "../workspace.ts";
import type { BaselineCalls } from "./baseline-calls.ts";
import type { WebhookLoad, WebhookLoadResult } from "./webhook-client.ts";

const WEBHOOKS = 100;
const LOAD_MS = 8_000;

const CLIENT = new URL("webhook-client.ts", import.meta.url);
const BASELINE = new URL("baseline-calls.ts", import.meta.url);

/** Measures webhook calls while clients post enough events to keep all webhooks busy, and baseline loops of undici. */
export async function webhooksBench(workspace: Workspace): Promise<Figure[]> {
  info(`calling ${WEBHOOKS} webhooks…`);
  const server = await serve(await workspace.emptyDirectory("webhooks"));
  const target = { origin: server.origin, token: server.token };
  const served = await drive({ target, webhooks: WEBHOOKS, ms: LOAD_MS }, () => undefined);
  await server.stop();

  const baselineCalls = startChild(BASELINE);
  const baseline = await drive({ target: null, webhooks: WEBHOOKS, ms: LOAD_MS }, (origins) => {
    const calls: BaselineCalls = { origins, body: served.body, atOnce: WEBHOOK_CONNECTIONS_MAX };
    baselineCalls.send(calls);
  });

  const figure = (name: string, { callsPerSecond }: WebhookLoadResult): Figure => ({
    bench: "live",
    name,
    events: null,
    values: { calls_per_s: callsPerSecond, share_of_baseline: callsPerSecond / baseline.callsPerSecond },
    runsMs: [],
  });
  return [
    figure(`baseline undici, ${WEBHOOKS} receivers`, baseline),
    figure(`headcount serve, ${WEBHOOKS} webhooks`, served),
  ];
}

/** @param onListening receives the origins of the receivers */
async function drive(
  load: WebhookLoad,
  onListening: (origins: readonly string[]) => void,
): Promise<WebhookLoadResult> {
  const client = startChild(CLIENT);
  client.send(load);
  onListening(await nextMessage<readonly string[]>(client));
  return nextMessage<WebhookLoadResult>(client);
}
