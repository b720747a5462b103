import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HeadcountError, messageOfError, must } from "../../domain/errors.ts";
import { formatId } from "../../domain/ids.ts";
import { DAY_MS, formatInstant, HOUR_MS } from "../../domain/instant.ts";
import { isTimeZone, localDayOf, toInstant } from "../../domain/local-time.ts";
import { spaceCounts } from "../../engine/counts/count-queries.ts";
import type { Engine } from "../../engine/engine.ts";
import { ingestReports } from "../../engine/ingest/ingest-queue.ts";
import { addExternalToken, randomSecret } from "../../engine/resources/tokens.ts";
import { applySite } from "../../engine/site/apply.ts";
import type { SiteSpace } from "../../engine/site/document.ts";
import { PROGRAM_FOLDER } from "../../program-folder.ts";
import { Crowd, type CrowdOptions } from "../../simulation/crowd.ts";
import type { Destination, Habit } from "../../simulation/people.ts";
import { routesOf } from "../../simulation/site-use.ts";
import { SERVE_DEFAULTS } from "../open-engine.ts";
import { counted, info, print } from "../process.ts";
import { showProgress } from "../progress.ts";
import { toRow } from "../report-rows.ts";
import { openServed, type ServedEngine, type ServerSettings } from "../serving/served-engine.ts";
import { startServer } from "../serving/server.ts";
import type { SettingsOf } from "../settings/settings.ts";
import { sendSimulated } from "../simulating/simulated-sender.ts";
import { parseSite } from "../site-file.ts";
import { table } from "../text-table.ts";

/** `headcount demo`: creates the demo if it does not exist, adds events up to now, prints the counts and serves it. */
export async function demo({ days, seed, live: isLive, ...options }: SettingsOf<"demo">): Promise<void> {
  const settings: ServerSettings = { ...SERVE_DEFAULTS, ...options, rateLimit: "none" };
  const { dataDir } = settings;
  const engine = await openServed(settings);
  try {
    const { context } = engine;
    const site = readDemoSite();
    rejectRealData(context, dataDir);
    const secret = demoSecret(dataDir);
    if (context.catalog.spaces.all().length === 0) {
      info(`Setting up the demo campus in ${dataDir}…`);
      await createDemoSite(context, site, machineZone());
    }
    const timeZone = must(context.catalog.spaces.all()[0], "space").timeZone;
    const now = context.clock.now();
    const start = await firstMissingDay(context, timeZone, days);
    const crowd = demoCrowd(site, { timeZone, seed, start });
    await topUp(context, crowd, start, now);
    print(await todaysCounts(context));
    addExternalToken(context, secret, { name: "demo", rate: null });
    let stopLive = async () => {};
    const served: ServedEngine = {
      ...engine,
      close: async () => {
        await stopLive();
        await engine.close();
      },
    };
    const address = await startServer(served, settings).catch((error: unknown) => {
      if (!(error instanceof HeadcountError) || settings.port === 0) throw error;
      info(`${error.message.replace(/; choose.*/, "")}; using a free port instead.`);
      return startServer(served, { ...settings, port: 0 });
    });
    if (isLive) stopLive = startDemoLive(context, crowd, now);
    introduce(context, address, secret);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function topUp(context: Engine, crowd: Crowd, start: number, now: number): Promise<void> {
  const progress = showProgress("Adding events,");
  let events = 0;
  for (let end = start; end < now; ) {
    end = Math.min(end + DAY_MS, now);
    // Past events cause no notifications.
    events += (await ingestReports(context, crowd.advance(end).map(toRow), { live: false })).accepted;
    progress.update("day by day", { fraction: (end - start) / (now - start), rows: events });
  }
  progress.stop();
  info(`${counted(events, "event")} added, up to ${formatInstant(now)}.`);
}

/** The local midnight before the last event, or some days ago without one, in ms. */
async function firstMissingDay({ clock, events }: Engine, timeZone: string, days: number): Promise<number> {
  const last = [...(await events.lastEvents(0)).values()];
  const day =
    last.length === 0 ? localDayOf(clock.now(), timeZone) - days : localDayOf(Math.max(...last), timeZone);
  return toInstant(day * DAY_MS, timeZone);
}

async function todaysCounts(context: Engine): Promise<string> {
  const spaces = context.catalog.spaces.all();
  const now = context.clock.now();
  const counts = await context.notifier.current(spaces.map(({ id }) => id));
  const rows: (string | number)[][] = [];
  for (const space of spaces) {
    const start = toInstant(localDayOf(now, space.timeZone) * DAY_MS, space.timeZone);
    const { metrics } = await spaceCounts(context, space.id, {
      start,
      end: now,
      interval: { unit: "millisecond", amount: HOUR_MS },
      segments: {},
    });
    const count = counts.get(space.id) ?? 0;
    rows.push([
      `${"  ".repeat(context.catalog.ancestry(space).length)}${space.name}`,
      formatId("space", space.id),
      count,
      space.capacity ?? "",
      space.capacity ? `${Math.round((100 * count) / space.capacity)} %` : "",
      metrics.count.max?.value ?? 0,
      metrics.entrances.total,
      metrics.exits.total,
    ]);
  }
  return table(["space", "id", "now", "capacity", "full", "peak today", "entrances", "exits"], rows);
}

/** The file with the token of a demo. A directory with data but without this file is not a demo. */
const TOKEN_FILE = "demo-token";

/** @throws HeadcountError `unavailable` if the directory has data that are not a demo's */
function rejectRealData({ catalog }: Engine, directory: string): void {
  const isEmpty = catalog.spaces.all().length === 0 && catalog.sensors.all().length === 0;
  if (isEmpty || existsSync(join(directory, TOKEN_FILE))) return;
  throw new HeadcountError(
    "unavailable",
    `${directory} contains data that the demo did not create; choose another --data-dir`,
  );
}

function demoSecret(directory: string): string {
  const path = join(directory, TOKEN_FILE);
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  const secret = randomSecret();
  writeFileSync(path, `${secret}\n`, { mode: 0o600 });
  return secret;
}

function introduce(context: Engine, address: string, secret: string): void {
  const spaces = context.catalog.spaces.all();
  const shown = must(spaces.find((space) => space.function === "cafe") ?? spaces[0], "space");
  const start = new Date(context.clock.now() - DAY_MS).toISOString().slice(0, 10);
  const end = new Date(context.clock.now() + DAY_MS).toISOString().slice(0, 10);
  const counts = `${address}/v2/spaces/${formatId("space", shown.id)}/counts/`;
  const authorization = `-H 'Authorization: Bearer ${secret}'`;
  info(`
Serving the demo at ${address}
  token (no rate limit): ${secret}

Console, signed in:
  ${address}/#token=${secret}

Try:
  curl ${authorization} '${address}/v2/spaces/'
  curl ${authorization} '${counts}?start_time=${start}&end_time=${end}&interval=1h'
  curl ${authorization} -X POST '${address}/v2/sockets/'   # counts as they change: see docs/live.md

Ctrl-C stops it.`);
}

/** The time zone of the machine, or UTC if the tz database does not have it. */
function machineZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isTimeZone(zone) ? zone : "UTC";
}

interface DemoPeople {
  readonly habits: readonly Habit[];
  readonly errorRate: number;
}

/** The site of the demo, and how people use it. */
export function readDemoSite() {
  const { document } = parseSite(fixture("demo-site.yaml"), "demo-site.yaml");
  return { document, people: JSON.parse(fixture("demo-people.json").toString()) as DemoPeople };
}

type DemoSite = ReturnType<typeof readDemoSite>;

function fixture(name: string): Buffer {
  return readFileSync(new URL(`fixtures/${name}`, PROGRAM_FOLDER));
}

/** Creates the site in an empty catalog, with all spaces in one time zone. */
export async function createDemoSite(
  context: Engine,
  { document }: DemoSite,
  timeZone: string,
): Promise<void> {
  const here = (space: SiteSpace): SiteSpace => ({
    ...space,
    fields: { ...space.fields, timeZone },
    spaces: space.spaces.map(here),
  });
  const site = { ...document, spaces: document.spaces.map(here) };
  await applySite(context, site, { dryRun: false, prune: false });
}

/** The people who use the site, without those who are inside at the start. */
export function demoCrowd(
  { document, people }: DemoSite,
  { timeZone, ...options }: Pick<Destination, "timeZone"> & Pick<CrowdOptions, "seed" | "start">,
): Crowd {
  const named = (space: SiteSpace, parentId: string | null): { id: string; parentId: string | null }[] => [
    { id: space.name, parentId },
    ...space.spaces.flatMap((child) => named(child, space.name)),
  ];
  const doorways = document.doorways.map(({ sensorSerialNumber, links = [] }) => ({
    serialNumber: must(sensorSerialNumber, "sensor"),
    links: links.map(({ space, sensorPlacement }) => ({ place: String(space), sensorPlacement })),
  }));
  const routes = routesOf(
    document.spaces.flatMap((space) => named(space, null)),
    doorways,
  );
  return new Crowd({
    destinations: people.habits.map((habit) => ({
      ...habit,
      timeZone,
      routes: must(routes.get(habit.place), `routes to ${habit.place}`),
    })),
    errorRate: people.errorRate,
    speed: 1,
    rate: null,
    capacity: Number.POSITIVE_INFINITY,
    inside: new Map(),
    idPrefix: null,
    ...options,
  });
}

/**
 * Adds the events of a demo from an instant on in real time. They come from the same model as its history, so that
 * each hour of the week is as busy as before, and a restart adds no event twice.
 *
 * @returns stops adding events, once the current batch is stored
 */
export function startDemoLive(context: Engine, crowd: Crowd, start: number): () => Promise<void> {
  const stopping = new AbortController();
  const running = sendSimulated({
    advance: (now) => crowd.advance(now),
    send: async (rows) => void (await ingestReports(context, rows)),
    clock: context.clock,
    start,
    end: null,
    signal: stopping.signal,
  }).catch((error: unknown) => {
    info(`headcount: the demo adds no more events: ${messageOfError(error)}`);
  });
  return async () => {
    stopping.abort();
    await running;
  };
}
