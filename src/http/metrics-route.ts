import type { App, HttpContext } from "./types.ts";

/** GET /metrics: the metrics for Prometheus (D18: needs a token). */
export function metricsRoute(app: App, { metrics }: Pick<HttpContext, "metrics">): void {
  app.get("/metrics", { config: { access: "read", formats: [] } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.text()),
  );
}
