import { describeStep, type SteadyClock } from "../domain/clock.ts";
import { HOUR_MS } from "../domain/instant.ts";
import { DAMAGED_DETAIL, notReady, Refusal } from "./errors.ts";
import type { App, HttpContext } from "./types.ts";

/** The parts that the state of the server is read from. */
type HealthParts = Pick<HttpContext, "isDamaged" | "isReady" | "steadyClock">;

/** GET /healthz: whether the process runs; GET /readyz: whether it serves requests. Both without a token (D18). */
export function healthRoutes(app: App, { isDamaged, isReady, steadyClock }: HealthParts): void {
  app.get("/healthz", { config: { access: "open", isHealthCheck: true } }, async () => ({ status: "ok" }));

  app.get("/readyz", { config: { access: "open", isHealthCheck: true } }, async () => {
    if (!isReady()) throw notReady();
    if (isDamaged()) throw new Refusal("not-ready", DAMAGED_DETAIL);
    const warnings = clockWarnings(steadyClock);
    return { status: "ready", ...(warnings.length === 0 ? {} : { warnings }) };
  });
}

/** How long a step of the system clock is shown, in ms. */
const STEP_SHOWN_MS = HOUR_MS;

function clockWarnings(clock: SteadyClock): string[] {
  const step = clock.lastStep;
  return step === null || clock.now() - step.instant > STEP_SHOWN_MS ? [] : [describeStep(step)];
}

/** GET /metrics: the metrics for Prometheus (D18: needs a token). */
export function metricsRoute(app: App, { metrics }: Pick<HttpContext, "metrics">): void {
  app.get("/metrics", { config: { access: "read", formats: [] } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}
