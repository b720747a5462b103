import Fastify, { type FastifyInstance } from "fastify";
import { describeStep, type SteadyClock } from "../domain/clock.ts";
import { HOUR_MS, SECOND_MS } from "../domain/instant.ts";
import { oldTimeZoneData, TIME_ZONE_DATA } from "../domain/time-zone-data.ts";
import type { Replica } from "../engine/journal/replica.ts";
import type { Subscription } from "../engine/ports/mqtt.ts";
import { DAMAGED_DETAIL, notReady, Refusal, sendProblem } from "./errors.ts";
import type { App, HttpContext } from "./types.ts";

type HealthParts = Pick<
  HttpContext,
  "isReady" | "isDamaged" | "isDraining" | "steadyClock" | "replica" | "subscription"
>;

/** GET /healthz: whether the process runs; GET /readyz: whether it serves requests. Both without a token (D18). */
export function healthRoutes(app: App, http: HealthParts): void {
  const { isDamaged, isDraining, isReady, replica, steadyClock, subscription } = http;
  app.get("/healthz", { config: { access: "open", isHealthCheck: true } }, async () => ({ status: "ok" }));

  app.get("/readyz", { config: { access: "open", isHealthCheck: true } }, async () => {
    if (!isReady() || isDraining?.()) throw notReady();
    if (isDamaged()) throw new Refusal("not-ready", DAMAGED_DETAIL);
    if (replica !== null) requireFollowed(replica);
    const warnings = warningsOf(steadyClock, subscription?.() ?? null);
    const shown = warnings.length === 0 ? {} : { warnings };
    return { status: "ready", time_zone_data: TIME_ZONE_DATA, ...shown };
  });
}

/** How long a node of a cluster may be behind the end of the log before it is not ready, in ms. */
const BEHIND_MS_MAX = 2 * SECOND_MS;

const STOPPED = {
  diverged: "the server has records that the log of the cluster does not have; see its log",
  outdated: "the log of the cluster has records in a format of a later release; upgrade the server",
} as const;

function requireFollowed({ state: { behindMs, lag, stopped } }: Replica): void {
  if (stopped !== null) throw new Refusal("not-ready", STOPPED[stopped]);
  if (behindMs <= BEHIND_MS_MAX) return;
  throw notReady(`the server follows the log of the cluster; it lacks ${lag} records`);
}

/** How long a step of the system clock is shown, in ms. */
const STEP_SHOWN_MS = HOUR_MS;

function warningsOf(clock: SteadyClock, subscription: Subscription | null): string[] {
  const step = clock.lastStep;
  const isShown = step !== null && clock.now() - step.instant <= STEP_SHOWN_MS;
  const failure = subscription?.state()?.failure ?? null;
  return [
    isShown ? describeStep(step) : null,
    oldTimeZoneData(clock.now()),
    failure === null ? null : `MQTT: ${failure}`,
  ].filter((text) => text !== null);
}

/** GET /metrics: the metrics for Prometheus (D18: needs a token). */
export function metricsRoute(app: App, { metrics }: Pick<HttpContext, "metrics">): void {
  app.get("/metrics", { config: { access: "read", formats: [] } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}

/** An app for a server that cannot serve yet: GET /healthz says that it runs, and all else is answered with 503. */
export function buildStartingApp(doing: () => string): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("onRequest", (request, reply, done) => {
    if (request.url === "/healthz") return done();
    sendProblem(notReady(doing()), request, reply);
  });
  app.get("/healthz", async () => ({ status: "ok" }));
  return app;
}
