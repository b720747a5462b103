import { z } from "zod";
import { SITE_BYTES_MAX } from "../../domain/limits.ts";
import { applySite } from "../../engine/site/apply.ts";
import { exportSite } from "../../engine/site/export.ts";
import { flag } from "../../schemas/fields.ts";
import { planAnswer, presentPlan, presentSite, siteDocument } from "../../schemas/site.ts";
import { type ChangeParts, changeBy } from "../auth.ts";
import type { App } from "../types.ts";

const exportQuery = z.object({ ids: flag.default(false) });
const applyQuery = z.object({ dry_run: flag.default(false), prune: flag.default(false) });

const EXPORT = {
  id: "exportSite",
  tag: "Administration",
  summary: "Read the whole site as one document",
} as const;
const APPLY = {
  id: "applySite",
  tag: "Administration",
  summary: "Make the site what a document says",
} as const;

/** GET, POST /admin/site/: the whole site in one document. */
export function siteRoutes(app: App, http: ChangeParts): void {
  app.get(
    "/admin/site/",
    {
      config: { access: "admin", operation: EXPORT },
      schema: { querystring: exportQuery, response: { 200: z.record(z.string(), z.unknown()) } },
    },
    async (request) => presentSite(exportSite(http.catalog, request.query)),
  );

  app.post(
    "/admin/site/",
    {
      bodyLimit: SITE_BYTES_MAX,
      config: { access: "admin", operation: APPLY },
      schema: { querystring: applyQuery, body: siteDocument, response: { 200: planAnswer } },
    },
    async (request) => {
      const { dry_run: dryRun, prune } = request.query;
      const changes = await applySite(changeBy(http, request), request.body, { dryRun, prune });
      return presentPlan(changes, dryRun);
    },
  );
}
