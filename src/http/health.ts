import { DAMAGED_DETAIL, notReady, Refusal } from "./errors.ts";
import type { App, HttpContext } from "./types.ts";

/** Whether the process lives, and whether it serves; for supervisors, without a token (D18). */
export function healthRoutes(app: App, { isReady, isDamaged }: HttpContext): void {
  app.get("/healthz", { config: { access: "open" } }, async () => ({ status: "ok" }));

  app.get("/readyz", { config: { access: "open" } }, async () => {
    if (!isReady()) throw notReady();
    if (isDamaged()) throw new Refusal(503, DAMAGED_DETAIL);
    return { status: "ready" };
  });
}
