import { Readable } from "node:stream";
import { z } from "zod";
import { HeadcountError, invalid } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { formatDate, formatInstant, INSTANT_MAX, INSTANT_MIN } from "../../domain/instant.ts";
import { SITE_BYTES_MAX } from "../../domain/limits.ts";
import { parseKeep } from "../../domain/retention.ts";
import type { Engine } from "../../engine/engine.ts";
import { upgradeRecords } from "../../engine/journal/upgrade-records.ts";
import type { Mirrors } from "../../engine/ports/mirrors.ts";
import type { SubscribedFilter, SubscriptionState } from "../../engine/ports/mqtt.ts";
import type { RebuildResult } from "../../engine/ports.ts";
import type { JudgingChange } from "../../engine/readings/judging-order.ts";
import { removeOldEvents, reviewRetention } from "../../engine/retention/retention.ts";
import { applySite } from "../../engine/site/apply.ts";
import { yieldToEventLoop } from "../../engine/yielding.ts";
import { answerOf, instantOrNull, text, textOrNull } from "../../schemas/answers.ts";
import {
  type ClusterAnswer,
  clusterAnswer,
  comparisonsAnswer,
  mirrorsAnswer,
  NO_CLUSTER,
  presentCluster,
  presentComparisons,
  presentMirrors,
} from "../../schemas/cluster.ts";
import { body, flag, id, instant, namedObject } from "../../schemas/fields.ts";
import { presentRemoval, presentReview, retentionAnswer } from "../../schemas/retention.ts";
import { passages } from "../../schemas/sensor-settings.ts";
import { planAnswer, presentPlan, siteDocument } from "../../schemas/site.ts";
import { exportSite } from "../../schemas/site-export.ts";
import { addRoute } from "../add-route.ts";
import { actorOf } from "../admission/auth.ts";
import { ARCHIVE_TYPE, listPieces, sendPieces } from "../representation.ts";
import { type ChangeParts, changeBy } from "../resource-routes.ts";
import type { App, HttpOptions } from "../types.ts";

const sensorDifference = z.object({
  serial_number: text,
  readings: z.int(),
  first: text,
  counted: passages,
  events: passages,
});

const rebuildAnswer = answerOf<RebuildResult>({ v2: "Rebuild" })({
  runs: [z.int(), ({ runs }) => runs],
  events: [z.int(), ({ events }) => events],
  differences: [
    z.array(z.object({ space_id: text, day: text })),
    ({ differences }) =>
      differences.map(({ spaceId, day }) => ({ space_id: formatId("space", spaceId), day: formatDate(day) })),
  ],
  sensors: [
    z.array(sensorDifference),
    ({ sensors }) =>
      sensors.map(({ serialNumber, first, ...difference }) => ({
        serial_number: serialNumber,
        first: formatInstant(first),
        ...difference,
      })),
  ],
});

const admin = { tag: "Administration", access: "admin" } as const;

const BACKUP = {
  id: "backUp",
  ...admin,
  summary: "Create a backup",
  detail: `Returns a tar archive of all data as of one instant; \`headcount restore\` restores it. The server first writes
the backup to the data directory, which temporarily doubles the space that it needs, and serves other requests
meanwhile. The backup contains the hashes of tokens and the secrets of webhooks.`,
  conflicts: ["backup-running"],
  compress: false,
  streamed: ARCHIVE_TYPE,
} as const;
const REBUILD = {
  id: "rebuild",
  ...admin,
  summary: "Derive runs from the log again, or compare them with the log",
  detail: `With \`verify\`, nothing changes: \`differences\` has the runs that differ from the log and, for all spaces,
\`sensors\` those of whose readings some have other events in the log than they have counted: how many readings, the end
of the first one, and both figures. Voided events may lack.`,
  body: body({
    space_id: id("space").nullable().optional(),
    from: instant.optional(),
    to: instant.optional(),
    verify: z.boolean().default(false),
  }),
  answer: rebuildAnswer.schema,
} as const;

const CLUSTER = {
  id: "cluster",
  ...admin,
  summary: "Get the servers that share a log",
  detail: `Returns the nodes of the cluster with their version, their position in the log, their duties and the mirrors
that they keep up to date, and the state of the log and of PostgreSQL. The nodes write records in the log's
\`record_format\`; all that are alive can read \`common_record_format\`. On a server that has its data for itself,
\`nodes\` is empty and the other parts are null.`,
  answer: clusterAnswer,
} as const;

const ANALYTICS = {
  id: "analytics",
  ...admin,
  summary: "Get the mirrors in ClickHouse",
  detail: `Returns how far the mirrors are that this server keeps up to date: the events that each does not have, the
instant that it is as of, the speed of the last transfer, and why it cannot be brought up to date. In a cluster, one of
the servers keeps all of them up to date; the others return none. \`GET /v2/admin/cluster/\` of any server has them.`,
  answer: mirrorsAnswer,
} as const;

const VERIFY_ANALYTICS = {
  id: "verifyAnalytics",
  ...admin,
  summary: "Get how the mirrors in ClickHouse differ from the data",
  detail: `Brings each mirror up to date, and compares the number of rows and a checksum of each table and month with the
data of this server. Returns the tables and months that differ. Events that the server has removed are not compared.`,
  answer: comparisonsAnswer,
} as const;

const REBUILD_ANALYTICS = {
  id: "rebuildAnalytics",
  ...admin,
  summary: "Send the data of a range to the mirrors in ClickHouse again",
  detail: `Sends the events, hours, days and breaches of a range again, and removes other rows of the range from the
mirrors. Events that this server has removed stay there. Returns how far the mirrors are.`,
  body: body({ from: instant.optional(), to: instant.optional() }),
  answer: mirrorsAnswer,
} as const;

const UPGRADE = {
  id: "upgradeCluster",
  ...admin,
  summary: "Change the format of records to the newest",
  detail: `To be called when all nodes have been upgraded: from then on, nodes of an older release cannot follow the log.
Returns the state of the cluster. Nothing changes if they write in the newest format of their releases already.`,
  conflicts: ["older-node"],
  answer: clusterAnswer,
} as const;

type AdminParts = Pick<Engine, "backups" | "events"> &
  ChangeParts &
  Pick<HttpOptions, "cluster" | "mirrors" | "release" | "subscription">;

/**
 * GET /admin/cluster/: the servers that share a log. POST /admin/cluster/upgrade: a new format of its records. GET
 * /admin/analytics/: the mirrors. POST /admin/analytics/verify and rebuild: compares them with the data, and sends a range
 * again. POST /admin/rebuild: derives the runs again, or compares them with the log. POST /admin/backup: all data as of one
 * instant, in an archive (D30). GET /admin/mqtt/: the broker of MQTT (D33).
 */
export function adminRoutes(app: App, http: AdminParts): void {
  addRoute(app, "GET /admin/cluster/", CLUSTER, () => clusterOf(http));
  addRoute(app, "GET /admin/analytics/", ANALYTICS, async () => mirrorsOf(http));
  addRoute(app, "POST /admin/analytics/verify", VERIFY_ANALYTICS, async () =>
    presentComparisons((await http.mirrors?.()?.verify()) ?? []),
  );
  addRoute(app, "POST /admin/analytics/rebuild", REBUILD_ANALYTICS, async (request) => {
    const { from = 0, to = INSTANT_MAX } = request.body;
    if (from > to) throw invalid("from", "must not be after to");
    await http.mirrors?.()?.rebuild({ from: Math.max(0, from), to });
    return mirrorsOf(http);
  });
  addRoute(app, "POST /admin/cluster/upgrade", UPGRADE, async (request) => {
    if (http.cluster !== undefined) await upgradeRecords(changeBy(http, request), http.cluster);
    return clusterOf(http);
  });
  addRoute(app, "POST /admin/backup", BACKUP, async (request, reply) => {
    const { release, clock } = http;
    const now = clock.now();
    const packed = await http.backups.pack({ release, now, onProgress: () => {} });
    const archive = Readable.from(packed.archive, { objectMode: false });
    // It has been sent, as fast as the client reads it, or the connection is closed.
    archive.once("close", () => {
      const failed = (error: unknown) =>
        request.log.error({ err: error }, "a packed backup could not be deleted");
      packed.discard().catch(failed);
    });
    const name = `headcount-${formatInstant(now).slice(0, 10)}.tar`;
    reply.type(ARCHIVE_TYPE).header("content-disposition", `attachment; filename="${name}"`);
    return reply.send(archive);
  });
  addRoute(app, "POST /admin/rebuild", REBUILD, async (request) => {
    const { space_id: spaceId = null, from = INSTANT_MIN, to = INSTANT_MAX, verify } = request.body;
    if (spaceId !== null) http.catalog.named("space", spaceId, "space_id");
    if (from > to) throw invalid("from", "must not be after to");
    return rebuildAnswer.present(await http.events.rebuild({ spaceId, from, to, verify }));
  });
  addRoute(app, "GET /admin/mqtt/", MQTT, async () => {
    const state = http.subscription?.()?.state() ?? null;
    return { results: state === null ? [] : [brokerAnswer.present(state)] };
  });
}

function mirrorsOf({ clock, mirrors }: AdminParts) {
  return { results: presentMirrors(mirrors?.()?.progress() ?? [], clock.now()) };
}

async function clusterOf({ cluster, clock }: AdminParts): Promise<ClusterAnswer> {
  return cluster === undefined ? NO_CLUSTER : presentCluster(await cluster(), clock.now());
}

const RETENTION = {
  id: "applyRetention",
  ...admin,
  summary: "Review or remove old events",
  detail: `Finds the events that are older than \`keep\`, with the size of the data and how long the disk lasts. With
\`apply\`, removes these events permanently; counts stay the same. Until they are removed, further changes wait.`,
  conflicts: ["events-not-removable"],
  body: body({
    keep: z.string(),
    apply: z.boolean().default(false),
  }),
  answer: retentionAnswer,
} as const;

/** POST /admin/retention: reviews or removes old events. */
export function retentionRoutes(
  app: App,
  http: ChangeParts & Pick<Engine, "disk" | "events" | "readings"> & Pick<HttpOptions, "mirrors">,
): void {
  addRoute(app, "POST /admin/retention", RETENTION, async (request) => {
    const keep = parseKeep(request.body.keep, "keep");
    if (!request.body.apply) return presentReview(await reviewRetention(http, keep));
    await catchUpMirrors(http.mirrors?.());
    const { events, readings } = http;
    const old = await removeOldEvents({ ...changeBy(http, request), events, readings }, keep);
    return presentRemoval(old, events.logStart());
  });
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

const EXPORT = {
  id: "exportSite",
  ...admin,
  summary: "Export the site as one document",
  query: { ids: flag.default(false) },
  answer: z.record(z.string(), z.unknown()),
} as const;
const APPLY = {
  id: "applySite",
  ...admin,
  summary: "Apply a document to the site",
  query: { dry_run: flag.default(false), prune: flag.default(false) },
  body: siteDocument,
  bodyLimit: SITE_BYTES_MAX,
  answer: planAnswer,
} as const;

/** Changes that are written at once: more are sent in pieces. */
const CHANGES_AT_ONCE = 1_000;

/** GET, POST /admin/site/: the whole site in one document. */
export function siteRoutes(app: App, http: JudgingChange): void {
  addRoute(app, "GET /admin/site/", EXPORT, async (request) => exportSite(http.catalog, request.query));
  addRoute(app, "POST /admin/site/", APPLY, async (request, reply) => {
    const { dry_run: dryRun, prune } = request.query;
    const change = { ...http, actor: actorOf(http, request) };
    const changes = await applySite(change, request.body, { dryRun, prune });
    // The site has become visible in the same turn.
    await yieldToEventLoop();
    const plan = presentPlan(changes, dryRun);
    if (changes.length <= CHANGES_AT_ONCE) return plan;
    const { changes: all, ...head } = plan;
    return sendPieces(reply, listPieces(head, "changes", all, CHANGES_AT_ONCE));
  });
}

const filterAnswer = answerOf<SubscribedFilter>({ v2: "MqttFilter" })({
  adapter: [text, ({ adapter }) => adapter],
  filter: [text, ({ filter }) => filter],
  subscribed: [z.boolean(), ({ isSubscribed }) => isSubscribed],
  error: [textOrNull, ({ failure }) => failure],
});

const setAside = namedObject("MqttSetAside", {
  file: text,
  topic: text,
  adapter: text,
  received_at: text,
  reason: text,
  bytes: z.int(),
  payload: text,
});

const brokerAnswer = answerOf<SubscriptionState>({ v2: "MqttBroker" })({
  broker: [text, ({ broker }) => broker],
  connected: [z.boolean(), ({ isConnected }) => isConnected],
  filters: [z.array(filterAnswer.schema), ({ filters }) => filters.map((each) => filterAnswer.present(each))],
  messages: [z.int(), ({ messages }) => messages],
  refused_messages: [z.int(), ({ refused }) => refused],
  waiting_messages: [z.int(), ({ waiting }) => waiting],
  set_aside_messages: [z.int(), ({ setAside }) => setAside],
  set_aside_files: [z.int(), ({ setAsideKept }) => setAsideKept],
  set_aside: [
    z.array(setAside),
    ({ setAsideLatest }) =>
      setAsideLatest.map(({ receivedAt, ...message }) => ({ ...message, received_at: receivedAt })),
  ],
  last_message_at: [textOrNull, ({ lastMessageAt }) => instantOrNull(lastMessageAt)],
  error: [textOrNull, ({ failure }) => failure],
});

const mqttAnswer = namedObject("Mqtt", { results: z.array(brokerAnswer.schema) });

const MQTT = {
  id: "mqtt",
  tag: "Administration",
  access: "admin",
  summary: "Get how messages of MQTT are taken",
  detail: `Returns the broker whose messages this server takes, whether it is connected, the topic filters, the number of
messages since the server began, and why no messages come. In a cluster, one of the servers takes them: that with the
duty \`mqtt\` in \`GET /v2/admin/cluster/\`; the others return none.`,
  answer: mqttAnswer,
} as const;
