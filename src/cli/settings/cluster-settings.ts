import { DATA_DIR, instant, SERVER, TOKEN, value, webAddress } from "./setting-types.ts";

const STOPPED_DIR = { ...DATA_DIR, help: "data directory of the stopped server", isRequired: true } as const;

const ADMIN_SERVER = {
  url: { ...SERVER, isRequired: true },
  token: { ...TOKEN, help: "token for the server, with scope admin", isRequired: true },
} as const;

const DATABASE = value(
  "<address>",
  "database in PostgreSQL with the log of a cluster: postgres://user@host:5432/name; with several hosts, each with its " +
    "port, between commas. The password is in PGPASSWORD or the file PGPASSFILE",
);

const SNAPSHOTS = value(
  "<folder>",
  "folder that all servers of the cluster share, for snapshots; by default they are in PostgreSQL",
);

/** The settings of `serve` for a cluster, for analytics and for messages of MQTT. */
export const SERVE_OTHERS = {
  database: DATABASE,
  snapshots: SNAPSHOTS,
  analytics: value(
    "<address...>",
    "databases in ClickHouse that the data are copied to: clickhouse://user@host:8123/name. The password is in the " +
      "address, CLICKHOUSE_PASSWORD, or the file CLICKHOUSE_PASSWORD_FILE",
  ),
  staleReads: {
    help: "answer reads from this server's copy while the log of the cluster cannot be reached",
  },
  nodeAddress: value("<address>", "address under which the other servers of the cluster reach this one", {
    read: webAddress,
  }),
  mqtt: value(
    "<address>",
    "broker of MQTT whose messages are taken: mqtts://user:password@host:8883, or mqtt://host:1883 without TLS",
  ),
  mqttTopic: value(
    "<adapter=filter...>",
    "topic filters to subscribe to, each with the adapter of its messages, such as milesight=counters/+/data",
  ),
  mqttCa: value("<file>", "certificates, in PEM, of the authorities that are trusted for the broker", {
    defaultText: "those that Node trusts",
  }),
} as const;

export const CLUSTER_SETTINGS = {
  "cluster init": {
    dataDir: {
      ...DATA_DIR,
      help: "data directory of the first server; created if it does not exist",
      isRequired: true,
    },
    database: { ...DATABASE, isRequired: true },
    snapshots: SNAPSHOTS,
  },
  "cluster status": {
    database: DATABASE,
    url: SERVER,
    token: TOKEN,
    format: value("<format>", "format of the output", { choices: ["table", "json"], default: "table" }),
  },
  "cluster upgrade": {
    ...ADMIN_SERVER,
    url: { ...SERVER, help: "a server of the cluster, of the newest release", isRequired: true },
  },
  "cluster leave": { dataDir: STOPPED_DIR },
  "cluster rejoin": {
    dataDir: STOPPED_DIR,
    database: { ...DATABASE, isRequired: true },
    snapshots: SNAPSHOTS,
    save: value("<folder>", "folder for what only this directory has; must not exist, or be empty", {
      isRequired: true,
    }),
  },
  "cluster forget": { database: { ...DATABASE, isRequired: true } },
} as const;

export const ANALYTICS_SETTINGS = {
  "analytics status": {
    ...ADMIN_SERVER,
    format: value("<format>", "format of the output", { choices: ["table", "json"], default: "table" }),
  },
  "analytics verify": ADMIN_SERVER,
  "analytics rebuild": {
    ...ADMIN_SERVER,
    from: value("<time>", "start of the range", { read: instant }),
    to: value("<time>", "end of the range, exclusive", { read: instant }),
  },
} as const;
