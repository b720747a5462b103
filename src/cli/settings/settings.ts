import type { IntervalPolicy } from "../../domain/interval.ts";
import {
  CONNECTIONS_MIN,
  DATABASE_BYTES_DEFAULT,
  RUN_CACHE_BYTES_DEFAULT,
  SELF_REGISTERED_SENSORS_DEFAULT,
  SIMULATION_RATE_MAX,
  SIMULATION_SPEED_MAX,
  SQL_MEMORY_BYTES_DEFAULT,
  SQL_TIME_MS_DEFAULT,
} from "../../domain/limits.ts";
import { FILE_KINDS } from "../../domain/reading-layout.ts";
import { SCOPES } from "../../domain/resources.ts";
import { DUPLICATE_RULES } from "../../domain/sensor-report.ts";
import { NAMED_FORMATS } from "../../domain/time-form.ts";
import { FIELDS_OF, fieldMaps } from "../loading/field-map.ts";
import { PRESET_NAMES } from "../loading/reading-presets.ts";
import { ANALYTICS_SETTINGS, CLUSTER_SETTINGS, SERVE_OTHERS } from "./cluster-settings.ts";
import { DEVICE_SETTINGS } from "./device-settings.ts";
import {
  DATA_DIR,
  duration,
  encoding,
  instant,
  intervalText,
  keep,
  localTime,
  numberWithin,
  plainName,
  publicAddress,
  rate,
  SERVER,
  type Setting,
  scopes,
  TARGET,
  TOKEN,
  timeFormat,
  timeZone,
  type ValuesOf,
  value,
  wholeNumber,
} from "./setting-types.ts";

const LISTENER = {
  port: value("<port>", "port to listen on; 0 picks a free port", {
    read: wholeNumber(0, 65_535),
    default: 8080,
  }),
  host: value("<address>", "address to listen on", { default: "127.0.0.1" }),
} as const;

const ALLOW_PRIVATE_WEBHOOKS = {
  help: "allow webhooks at private, loopback and link-local addresses",
} as const;

const ACCEPT_LOSS = {
  help: "open a directory in which acknowledged changes are missing, and record the loss",
} as const;

const EARLIEST = value("<time>", "reject events before this time; devices without a clock send such events", {
  read: instant,
  default: Date.UTC(2000, 0, 1),
  defaultText: "2000-01-01",
});

const SEED = value("<number>", "seed of the simulation; another seed gives other people", {
  read: wholeNumber(0, 2 ** 31),
  default: 1,
});

/** The formats of `sql`, and of `counts` with one more. */
export const RESULT_FORMATS = ["table", "json", "csv", "arrow", "parquet"] as const;
const EXPORT_FORMATS = ["parquet", "csv", "excel-csv", "arrow"] as const;
const INTERVALS = ["supported", "any"] as const satisfies readonly IntervalPolicy[];
const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** Every setting of every command, in the order of the help. */
export const SETTINGS = {
  serve: {
    dataDir: { ...DATA_DIR, help: "data directory; created if it does not exist", isRequired: true },
    ...LISTENER,
    ...SERVE_OTHERS,
    rateLimit: value("<requests>", "requests a minute for each token, or none", { read: rate, default: 60 }),
    publicUrl: value("<address>", "URL of the server for clients, used in links; without a path", {
      read: publicAddress,
    }),
    trustProxy: value("<cidr>", "trust X-Forwarded-* headers from these addresses"),
    connections: value("<count>", "open connections at a time, including websockets", {
      read: wholeNumber(CONNECTIONS_MIN, 1_000_000),
      defaultText: "what the file descriptors allow",
    }),
    intervals: value("<which>", "accepted count intervals", { choices: INTERVALS, default: "supported" }),
    organizationName: value("<name>", "name of the organization in webhook calls", {
      read: plainName,
      default: "Headcount",
    }),
    allowPrivateWebhooks: ALLOW_PRIVATE_WEBHOOKS,
    sensorTimeout: value("<minutes>", "a sensor is online for this long after its last event or heartbeat", {
      read: wholeNumber(1, 1_000_000),
      default: 10,
    }),
    earliest: EARLIEST,
    selfRegisteredSensors: value(
      "<number>",
      "sensors without a doorway up to which messages register new ones, unless their token may write",
      { read: wholeNumber(0, 100_000_000), default: SELF_REGISTERED_SENSORS_DEFAULT },
    ),
    cacheSize: value("<megabytes>", "memory for the cache of runs and roll-ups", {
      read: wholeNumber(0, 1_000_000),
      default: RUN_CACHE_BYTES_DEFAULT / 2 ** 20,
    }),
    databaseMemory: value("<megabytes>", "memory for the database, which spills to disk beyond it", {
      read: wholeNumber(64, 1_000_000),
      default: DATABASE_BYTES_DEFAULT / 2 ** 20,
    }),
    sqlTimeout: value("<seconds>", "longest duration of an SQL query, including the time it waits", {
      read: wholeNumber(1, 86_400),
      default: SQL_TIME_MS_DEFAULT / 1_000,
    }),
    sqlMemory: value("<megabytes>", "memory for SQL queries, and the same amount for their temporary files", {
      read: wholeNumber(64, 1_000_000),
      default: SQL_MEMORY_BYTES_DEFAULT / 2 ** 20,
    }),
    logLevel: value(
      "<level>",
      "lowest level that is logged to stderr, as lines of JSON; info logs every request",
      { choices: LOG_LEVELS, default: "warn" },
    ),
    slowQuery: value("<milliseconds>", "log requests that take longer than this as slow", {
      read: wholeNumber(0, 1_000_000),
      default: 1_000,
    }),
    acceptLoss: ACCEPT_LOSS,
    token: value("<token>", "accept this token, with all scopes and the rate of --rate-limit", {
      isVariableOnly: true,
    }),
  },
  backfill: {
    ...TARGET,
    kind: value(
      "<kind>",
      "what a row is: a sensor event, the running totals of a line, or what passed it in an interval",
      { choices: FILE_KINDS, defaultText: "that of --format, or events" },
    ),
    format: value("<preset>", "read a file of readings as this device or program writes it", {
      choices: PRESET_NAMES,
    }),
    map: value(
      "<field=column,...>",
      `columns of the fields: ${FILE_KINDS.map((kind) => `${FIELDS_OF[kind].join(", ")} of ${kind}`).join("; ")}`,
      { read: fieldMaps, default: {}, defaultText: "columns of the same names" },
    ),
    sensor: value("<serial-number>", "sensor of all rows, for a file without a column for it"),
    trajectory: value("<direction>", "trajectory of all rows, for a file without a column for it", {
      choices: ["1", "-1"],
    }),
    timeFormat: value("<format>", `format of times: ${NAMED_FORMATS.join(", ")}, or a pattern of Luxon`, {
      read: timeFormat,
      defaultText: "ISO 8601",
    }),
    timeZone: value("<zone>", "time zone of times without an offset, such as Europe/Berlin", {
      read: timeZone,
      defaultText: "that of --format, or UTC",
    }),
    interval: value("<length>", "length of intervals of which a row has only the start: 1h, 15m, 1d", {
      read: duration,
    }),
    inclusiveEnd: {
      help:
        "the end of an interval is the last label that is still counted: the interval ends one unit later, that of " +
        "--interval, or the last one that the time is written with",
    },
    encoding: value("<name>", "encoding of text files, such as windows-1252", {
      read: encoding,
      defaultText: "UTF-8 or UTF-16",
    }),
    skipLines: value("<count>", "lines before the header, or before the first row", {
      read: wholeNumber(0, 1_000),
      default: 0,
    }),
    header: {
      help: "the file has a line with column names",
      default: true,
      negated: "the file has no column names; the columns are called 1, 2, 3, …",
    },
    acceptRejects: {
      help: "load a file even if most of its rows are rejected, or it looks like a table of counts",
    },
    duplicates: value(
      "<rule>",
      "repeated rows without event_id: auto keeps those with whole-second timestamps, keep keeps all, drop keeps one",
      { choices: DUPLICATE_RULES, default: "auto" },
    ),
    earliest: EARLIEST,
    rejects: value("<file>", "file for rejected rows", {
      defaultText: "<file>.rejects.csv in the current folder, if there are any",
    }),
  },
  rebuild: {
    ...TARGET,
    space: value("<space>", "only this space, by id or name"),
    from: value("<time>", "only days from the day of this time", { read: instant }),
    to: value("<time>", "only days that begin before this time", { read: instant }),
    verify: {
      help: "change nothing, and exit with 1 if stored runs, or readings of devices, differ from the log",
    },
    acceptLoss: ACCEPT_LOSS,
  },
  counts: {
    ...TARGET,
    start: value(
      "<time>",
      "start of the range; a date is midnight in the time zone of the space, a time without an offset is UTC",
      { read: localTime, isRequired: true },
    ),
    end: value("<time>", "end of the range, exclusive; as --start", { read: localTime, isRequired: true }),
    interval: value("<length>", "1m, 5m, 10m, 15m, 1h, 1d, 1w or 1M; any length if the server accepts any", {
      read: intervalText,
      default: "1h",
    }),
    format: value(
      "<format>",
      "output format; a table and excel-csv have local times, the other formats have UTC",
      { choices: [...RESULT_FORMATS, "excel-csv"], default: "table" },
    ),
  },
  "site export": { ...TARGET, ids: { help: "include ids, so that the file can rename and move resources" } },
  "site apply": {
    ...TARGET,
    dryRun: { help: "print the changes without making them" },
    prune: {
      help: "also end links and delete resources that the file does not contain, and reset fields that it omits",
    },
  },
  export: {
    ...TARGET,
    format: value("<format>", "file format; excel-csv, for counts, has local times and names for people", {
      choices: EXPORT_FORMATS,
      defaultText: "the extension of --out, or parquet",
    }),
    out: value("<path>", "file, or folder for files by month; - is stdout", { defaultText: "stdout" }),
    start: value(
      "<time>",
      "start of the range; a date is midnight UTC, for counts midnight in the time zone of each space",
      { read: localTime, defaultText: "the first event; for counts, its local day" },
    ),
    end: value("<time>", "end of the range, exclusive; as --start", { read: localTime, defaultText: "now" }),
    space: value("<space...>", "only these spaces, by id or name"),
    interval: value("<length>", "interval of counts: 1m, 15m, 1h, 1d, …", {
      read: intervalText,
      default: "1h",
    }),
    partition: value("<how>", "one file a month, or one file", {
      choices: ["month", "none"],
      defaultText: "month if --out is a folder, or for more than 10 million rows",
    }),
    force: { help: "overwrite existing files" },
  },
  backup: TARGET,
  restore: {
    dataDir: { ...DATA_DIR, help: "data directory; must not exist, or be empty", isRequired: true },
  },
  retention: {
    ...TARGET,
    keep: value("<length>", "how long to keep events: 2y, 18M, 26w or 90d", {
      read: keep,
      isRequired: true,
    }),
    apply: { help: "remove older events permanently; counts stay the same" },
  },
  void: {
    ...TARGET,
    import: value("<id>", "import to void, such as imp_12"),
    sensor: value("<serial number>", "sensor whose events to void"),
    from: value("<time>", "start of their range", { read: instant }),
    to: value("<time>", "end of their range, exclusive", { read: instant }),
    apply: { help: "void them; without it, the command only says what it would void" },
  },
  "token create": {
    ...TARGET,
    name: value("<name>", "name of the token", { read: plainName, default: "unnamed" }),
    scopes: value("<scopes>", `scopes, comma-separated: ${SCOPES.join(", ")}`, {
      read: scopes,
      default: ["read"],
      defaultText: "read",
    }),
    space: value("<space>", "space of a token with the scope display, by id or name"),
    rate: value("<requests>", "requests a minute, or none", {
      read: rate,
      defaultText: "300, which the console needs; 60 with the scope ingest alone",
    }),
  },
  "token list": TARGET,
  "token revoke": TARGET,
  ...CLUSTER_SETTINGS,
  ...ANALYTICS_SETTINGS,
  sql: {
    ...TARGET,
    command: value("<query...>", "run this query; can be repeated", { short: "-c" }),
    file: value("<file>", "run the statements of this file"),
    format: value("<format>", "output format", { choices: RESULT_FORMATS, default: "table" }),
    out: value("<file>", "write results to this file once all statements have succeeded"),
  },
  simulate: {
    url: { ...SERVER, help: "server of the site", isRequired: true },
    token: { ...TOKEN, help: "token for the server, with scopes read and ingest", isRequired: true },
    rate: value(
      "<events>",
      "approximate number of events a minute over the whole site, entrances and exits together, at the hour " +
        "of the week at which the simulation starts; other hours have more or fewer, at most 3 times as many. " +
        "Stays are shorter if the site has no room for so many people",
      { read: wholeNumber(1, SIMULATION_RATE_MAX), defaultText: "derived from the capacities of the spaces" },
    ),
    speed: value(
      "<times>",
      "speed of simulated time: at 60, an hour passes in a minute; timestamps are the real time",
      { read: numberWithin(0.1, SIMULATION_SPEED_MAX), default: 1 },
    ),
    errorRate: value("<share>", "share of events that sensors miss, and share that they report twice", {
      read: numberWithin(0, 0.5),
      default: 0.005,
    }),
    seed: SEED,
    for: value("<duration>", "duration, such as 90s, 10m or 2h", {
      read: duration,
      defaultText: "until Ctrl-C",
    }),
    ...DEVICE_SETTINGS,
  },
  demo: {
    dataDir: { ...DATA_DIR, help: "data directory of the demo", default: ".headcount/demo" },
    ...LISTENER,
    days: value("<days>", "days of history to create", { read: wholeNumber(1, 3_650), default: 90 }),
    seed: SEED,
    live: {
      help: "add events of simulated people while the demo runs",
      negated: "add no events while the demo runs",
      default: true,
    },
    allowPrivateWebhooks: ALLOW_PRIVATE_WEBHOOKS,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

/** A command as it is typed, such as `site apply`. */
export type CommandName = keyof typeof SETTINGS;

export type SettingsOf<Name extends CommandName> = ValuesOf<(typeof SETTINGS)[Name]>;

export type ResultFormat = (typeof RESULT_FORMATS)[number];
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
