import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatDate, formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { SITE_BYTES_MAX } from "../../domain/limits.ts";
import { parseKeep } from "../../domain/retention.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Mirrors } from "../../engine/ports/mirrors.ts";
import type { PackedBackup, RebuildResult } from "../../engine/ports.ts";
import type { CountingChange } from "../../engine/readings/change-counting.ts";
import { upgradeRecords } from "../../engine/replication/upgrade-records.ts";
import { removeOldEvents, reviewRetention } from "../../engine/retention/retention.ts";
import { applySite } from "../../engine/site/apply.ts";
import { type ClusterAnswer, clusterAnswer, NO_CLUSTER, presentCluster } from "../../schemas/cluster.ts";
import { passages } from "../../schemas/counting.ts";
import { body, flag, id, instant, v2Schemas } from "../../schemas/fields.ts";
import {
  comparisonsAnswer,
  mirrorsAnswer,
  presentComparisons,
  presentMirrors,
} from "../../schemas/mirrors.ts";
import { presentRemoval, presentReview, retentionAnswer } from "../../schemas/retention.ts";
import { planAnswer, presentPlan, siteDocument } from "../../schemas/site.ts";
import { exportSite } from "../../schemas/site-export.ts";
import { actorOf } from "../auth.ts";
import { ARCHIVE_TYPE } from "../representation.ts";
import { type ChangeParts, changeBy } from "../resource-routes.ts";
import type { App, HttpOptions } from "../types.ts";

const rebuildAnswer = z
  .object({
    runs: z.int(),
    events: z.int(),
    differences: z.array(z.object({ space_id: z.string(), day: z.string() })),
    sensors: z.array(
      z.object({
        serial_number: z.string(),
        readings: z.int(),
        first: z.string(),
        counted: passages,
        events: passages,
      }),
    ),
  })
  .register(v2Schemas, { id: "Rebuild" });

const rebuildMirrorsBody = body({ from: instant.optional(), to: instant.optional() });

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
  detail: `With \`verify\`, nothing changes: \`differences\` has the runs that differ from the log and, for all spaces,
\`sensors\` those of whose readings some have other events in the log than they have counted: how many readings, the end
of the first one, and both figures. Voided events may lack.`,
} as const;

const CLUSTER = {
  id: "cluster",
  tag: "Administration",
  summary: "Get the servers that share a log",
  detail: `Returns the nodes of the cluster with their version, their position in the log, their duties and the mirrors
that they keep up to date, and the state of the log and of PostgreSQL. The nodes write records in the log's
\`record_format\`; all that are alive can read \`common_record_format\`. On a server that has its data for itself,
\`nodes\` is empty and the other parts are null.`,
} as const;

const ANALYTICS = {
  id: "analytics",
  tag: "Administration",
  summary: "Get the mirrors in ClickHouse",
  detail: `Returns how far the mirrors are that this server keeps up to date: the events that each does not have, the
instant that it is as of, the speed of the last transfer, and why it cannot be brought up to date. In a cluster, one of
the servers keeps all of them up to date; the others return none. \`GET /v2/admin/cluster/\` of any server has them.`,
} as const;

const VERIFY_ANALYTICS = {
  id: "verifyAnalytics",
  tag: "Administration",
  summary: "Get how the mirrors in ClickHouse differ from the data",
  detail: `Brings each mirror up to date, and compares the number of rows and a checksum of each table and month with the
data of this server. Returns the tables and months that differ. Events that the server has removed are not compared.`,
} as const;

const REBUILD_ANALYTICS = {
  id: "rebuildAnalytics",
  tag: "Administration",
  summary: "Send the data of a range to the mirrors in ClickHouse again",
  detail: `Sends the events, hours, days and breaches of a range again, and removes other rows of the range from the
mirrors. Events that this server has removed stay there. Returns how far the mirrors are.`,
} as const;

const UPGRADE = {
  id: "upgradeCluster",
  tag: "Administration",
  summary: "Change the format of records to the newest",
  detail: `To be called when all nodes have been upgraded: from then on, nodes of an older release cannot follow the log.
Returns the state of the cluster. Nothing changes if they write in the newest format of their releases already.`,
  conflicts: ["older-node"],
} as const;

/** The parts that backups and rebuilds are made with. */
type AdminParts = Pick<Engine, "backups" | "events"> &
  ChangeParts &
  Pick<HttpOptions, "cluster" | "mirrors" | "release">;

/**
 * GET /admin/cluster/: the servers that share a log. POST /admin/cluster/upgrade: a new format of its records. GET
 * /admin/analytics/: the mirrors. POST /admin/analytics/verify and rebuild: compares them with the data, and sends a range
 * again. POST /admin/rebuild: derives the runs again, or compares them with the log. POST /admin/backup: all data as of one
 * instant, in an archive (D30).
 */
export function adminRoutes(app: App, http: AdminParts): void {
  app.get(
    "/admin/cluster/",
    {
      config: { access: "admin", operation: CLUSTER },
      schema: { response: { 200: clusterAnswer } },
    },
    () => clusterOf(http),
  );

  app.get(
    "/admin/analytics/",
    {
      config: { access: "admin", operation: ANALYTICS },
      schema: { response: { 200: mirrorsAnswer } },
    },
    async () => mirrorsOf(http),
  );

  app.post(
    "/admin/analytics/verify",
    {
      config: { access: "admin", operation: VERIFY_ANALYTICS },
      schema: { response: { 200: comparisonsAnswer } },
    },
    async () => presentComparisons((await http.mirrors?.()?.verify()) ?? []),
  );

  app.post(
    "/admin/analytics/rebuild",
    {
      config: { access: "admin", operation: REBUILD_ANALYTICS },
      schema: { body: rebuildMirrorsBody, response: { 200: mirrorsAnswer } },
    },
    async (request) => {
      const { from = 0, to = INSTANT_MAX } = request.body;
      if (from > to) throw invalid("from", "must not be after to");
      await http.mirrors?.()?.rebuild({ from: Math.max(0, from), to });
      return mirrorsOf(http);
    },
  );

  app.post(
    "/admin/cluster/upgrade",
    {
      config: { access: "admin", operation: UPGRADE },
      schema: { response: { 200: clusterAnswer } },
    },
    async (request) => {
      if (http.cluster !== undefined) await upgradeRecords(changeBy(http, request), http.cluster);
      return clusterOf(http);
    },
  );

  app.post(
    "/admin/backup",
    { compress: false, config: { access: "admin", streamed: ARCHIVE_TYPE, operation: BACKUP }, schema: {} },
    async (request, reply) => {
      const { release, clock } = http;
      const now = clock.now();
      const packed = await http.backups.pack({ release, now, onProgress: () => {} });
      return sendBackup(request, reply, packed, `headcount-${formatInstant(now).slice(0, 10)}.tar`);
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

function mirrorsOf({ clock, mirrors }: AdminParts) {
  return { results: presentMirrors(mirrors?.()?.progress() ?? [], clock.now()) };
}

async function clusterOf({ cluster, clock }: AdminParts): Promise<ClusterAnswer> {
  return cluster === undefined ? NO_CLUSTER : presentCluster(await cluster(), clock.now());
}

/** The result of a rebuild as the API answers it. */
export function presentRebuild({
  runs,
  events,
  differences,
  sensors,
}: RebuildResult): z.output<typeof rebuildAnswer> {
  return {
    runs,
    events,
    differences: differences.map(({ spaceId, day }) => ({
      space_id: formatId("space", spaceId),
      day: formatDate(day),
    })),
    sensors: sensors.map(({ serialNumber, first, ...difference }) => ({
      serial_number: serialNumber,
      first: formatInstant(first),
      ...difference,
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
  packed: PackedBackup,
  name: string,
): FastifyReply {
  const archive = Readable.from(packed.archive, { objectMode: false });
  archive.once("close", () => {
    packed
      .discard()
      .catch((error: unknown) => request.log.error({ err: error }, "a packed backup could not be deleted"));
  });
  return reply
    .type(ARCHIVE_TYPE)
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(archive);
}

const retentionBody = body({
  /** A number of days, weeks, months or years, such as `90d`, `26w`, `18M` or `2y`. */
  keep: z.string(),
  apply: z.boolean().default(false),
});

const RETENTION = {
  id: "applyRetention",
  tag: "Administration",
  summary: "Review or remove old events",
  detail: `Finds the events that are older than \`keep\`, with the size of the data and how long the disk lasts. With
\`apply\`, removes these events permanently; counts stay the same. Until they are removed, further changes wait.`,
  conflicts: ["events-not-removable"],
} as const;

/** POST /admin/retention: reviews or removes old events. */
export function retentionRoutes(
  app: App,
  http: ChangeParts & Pick<Engine, "disk" | "events" | "readings"> & Pick<HttpOptions, "mirrors">,
): void {
  app.post(
    "/admin/retention",
    {
      config: { access: "admin", operation: RETENTION },
      schema: { body: retentionBody, response: { 200: retentionAnswer } },
    },
    async (request) => {
      const keep = parseKeep(request.body.keep, "keep");
      if (!request.body.apply) return presentReview(await reviewRetention(http, keep));
      await catchUpMirrors(http.mirrors?.());
      const { events, readings } = http;
      const old = await removeOldEvents({ ...changeBy(http, request), events, readings }, keep);
      return presentRemoval(old, events.logStart());
    },
  );
}

/** Brings mirrors up to date: later, only they have the old events. @throws HeadcountError `unavailable` */
async function catchUpMirrors(mirrors: Mirrors | null | undefined): Promise<void> {
  try {
    await mirrors?.catchUp();
  } catch (error) {
    if (!(error instanceof HeadcountError)) throw error;
    const message = `nothing has been removed, because a mirror may not have all events: ${error.message}`;
    throw new HeadcountError("unavailable", message, { cause: error });
  }
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
export function siteRoutes(app: App, http: CountingChange): void {
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
      const change = { ...http, actor: actorOf(http, request) };
      const changes = await applySite(change, request.body, { dryRun, prune });
      return presentPlan(changes, dryRun);
    },
  );
}
