import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatDate, formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { SITE_BYTES_MAX } from "../../domain/limits.ts";
import type { Engine } from "../../engine/engine.ts";
import type { RebuildResult, StagedBackup } from "../../engine/ports.ts";
import { applySite } from "../../engine/site/apply.ts";
import { body, flag, id, instant, v2Schemas } from "../../schemas/fields.ts";
import { planAnswer, presentPlan, siteDocument } from "../../schemas/site.ts";
import { exportSite } from "../../schemas/site-export.ts";
import { ARCHIVE_TYPE } from "../representation.ts";
import { type ChangeParts, changeBy } from "../resource-routes.ts";
import type { App, HttpOptions } from "../types.ts";

const rebuildAnswer = z
  .object({
    runs: z.int(),
    events: z.int(),
    differences: z.array(z.object({ space_id: z.string(), day: z.string() })),
  })
  .register(v2Schemas, { id: "Rebuild" });

const rebuildBody = body({
  space_id: id("space").nullable().optional(),
  from: instant.optional(),
  to: instant.optional(),
  verify: z.boolean().default(false),
});

const BACKUP = {
  id: "backUp",
  tag: "Administration",
  summary: "Create a backup",
  detail: `Returns a tar archive of all data as of one instant; \`headcount restore\` restores it. The server first writes
the backup to the data directory, which temporarily doubles the space that it needs, and serves other requests
meanwhile. The backup contains the hashes of tokens and the secrets of webhooks.`,
  conflicts: ["backup-running"],
} as const;
const REBUILD = {
  id: "rebuild",
  tag: "Administration",
  summary: "Derive runs from the log again, or compare them with the log",
} as const;

/** The parts that backups and rebuilds are made with. */
type AdminParts = Pick<Engine, "backups" | "catalog" | "clock" | "events"> & Pick<HttpOptions, "release">;

/**
 * POST /admin/rebuild: derives the runs again, or compares them with the log. POST /admin/backup: all data as of one
 * instant, in an archive (D30).
 */
export function adminRoutes(app: App, http: AdminParts): void {
  app.post(
    "/admin/backup",
    { compress: false, config: { access: "admin", streamed: ARCHIVE_TYPE, operation: BACKUP }, schema: {} },
    async (request, reply) => {
      const { release, clock } = http;
      const now = clock.now();
      const staged = await http.backups.stage({ release, now, onProgress: () => {} });
      return sendBackup(request, reply, staged, `headcount-${formatInstant(now).slice(0, 10)}.tar`);
    },
  );

  app.post(
    "/admin/rebuild",
    {
      config: { access: "admin", operation: REBUILD },
      schema: { body: rebuildBody, response: { 200: rebuildAnswer } },
    },
    async (request) => {
      const { space_id: spaceId = null, from = INSTANT_MIN, to = INSTANT_MAX, verify } = request.body;
      if (spaceId !== null) http.catalog.named("space", spaceId, "space_id");
      if (from > to) throw invalid("from", "must not be after to");
      return presentRebuild(await http.events.rebuild({ spaceId, from, to, verify }));
    },
  );
}

/** The result of a rebuild as the API answers it. */
export function presentRebuild({ runs, events, differences }: RebuildResult): z.output<typeof rebuildAnswer> {
  return {
    runs,
    events,
    differences: differences.map(({ spaceId, day }) => ({
      space_id: formatId("space", spaceId),
      day: formatDate(day),
    })),
  };
}

/**
 * Answers with a backup, as fast as the client reads it. Discards the backup once it has been sent or the connection is
 * closed.
 */
function sendBackup(
  request: FastifyRequest,
  reply: FastifyReply,
  staged: StagedBackup,
  name: string,
): FastifyReply {
  const archive = Readable.from(staged.archive, { objectMode: false });
  archive.once("close", () => {
    staged
      .discard()
      .catch((error: unknown) => request.log.error({ err: error }, "a staged backup could not be deleted"));
  });
  return reply
    .type(ARCHIVE_TYPE)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(archive);
}

const exportQuery = z.object({ ids: flag.default(false) });
const applyQuery = z.object({ dry_run: flag.default(false), prune: flag.default(false) });

const EXPORT = {
  id: "exportSite",
  tag: "Administration",
  summary: "Export the site as one document",
} as const;
const APPLY = {
  id: "applySite",
  tag: "Administration",
  summary: "Apply a document to the site",
} as const;

/** GET, POST /admin/site/: the whole site in one document. */
export function siteRoutes(app: App, http: ChangeParts): void {
  app.get(
    "/admin/site/",
    {
      config: { access: "admin", operation: EXPORT },
      schema: { querystring: exportQuery, response: { 200: z.record(z.string(), z.unknown()) } },
    },
    async (request) => exportSite(http.catalog, request.query),
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
