import { notReady } from "./errors.ts";
import type { App, HttpContext } from "./types.ts";

/** Whether the process lives, and whether it serves; for supervisors, without a token (D18). */
export function healthRoutes(app: App, { isReady }: HttpContext): void {
  app.get("/healthz", { config: { access: "open", isHealthCheck: true } }, async () => ({ status: "ok" }));

  app.get("/readyz", { config: { access: "open", isHealthCheck: true } }, async () => {
    if (!isReady()) throw notReady();
    return { status: "ready" };
  });
}
