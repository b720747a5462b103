import type { ClickHouseFiles } from "./clickhouse.ts";
import { type Block, readPages } from "./doc-pages.ts";

/** A user of ClickHouse without a password: statements `GRANT … ON …`, and values of settings by their names. */
export interface ClickHouseUser {
  readonly name: string;
  readonly grants: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

/**
 * The configuration that a server of ClickHouse is installed with, as far as tests need it: the tables to which it writes
 * what it does, and the users. It asks for every privilege that it can ask for.
 */
export function installedConfiguration(
  users: readonly ClickHouseUser[],
  logTables: readonly string[] = [],
): ClickHouseFiles {
  const administrator = element("default", `${loginOf("default")}<access_management>1</access_management>`);
  const others = users.map(({ name, grants }) => element(name, loginOf(name) + grantsOf(grants)));
  const profiles = users.map(({ name, settings }) => {
    const values = Object.entries(settings).map(([setting, value]) => element(setting, value));
    return element(name, values.join(""));
  });
  return {
    "config.xml": document(
      element("users_config", "users.xml"),
      element("user_directories", element("users_xml", element("path", "users.xml"))),
      element("access_control_improvements", REQUIREMENTS.map((name) => element(name, "true")).join("")),
      ...logTables.map((name) => element(name, element("database", "system") + element("table", name))),
    ),
    "users.xml": document(
      element("profiles", `<default/>${profiles.join("")}`),
      element("quotas", "<default/>"),
      element("users", administrator + others.join("")),
    ),
  };
}

/** The privileges that a server can ask for besides those that it always does. */
const REQUIREMENTS = [
  "on_cluster_queries_require_cluster_grant",
  "select_from_information_schema_requires_grant",
  "select_from_system_db_requires_grant",
  "table_engines_require_grant",
];

function grantsOf(grants: readonly string[]): string {
  return element("grants", elements("query", grants));
}

function document(...parts: readonly string[]): string {
  return element("clickhouse", parts.join("\n"));
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}

function elements(name: string, contents: readonly string[]): string {
  return contents.map((content) => element(name, content)).join("");
}

function loginOf(profile: string): string {
  const networks = element("networks", element("ip", "127.0.0.1"));
  return `<password/>${networks}${element("profile", profile)}${element("quota", "default")}`;
}

/** The blocks of docs/analytics.md. */
export const ANALYTICS_BLOCKS: readonly Block[] =
  readPages().find(({ path }) => path === "docs/analytics.md")?.blocks ?? [];

/** A file of docs/analytics.md. @param path where it is put, from the folder of ClickHouse's configuration */
export function documentedFile(path: string): string {
  const isIt = ({ directive }: Block) => directive?.kind === "file" && directive.text === path;
  const block = ANALYTICS_BLOCKS.find(isIt);
  if (block === undefined) throw new Error(`docs/analytics.md has no file ${path}`);
  return block.text;
}

/** A user as the statements of docs/analytics.md create it, but without its password. */
export function documentedUser(name: string): ClickHouseUser {
  const statements = ANALYTICS_BLOCKS.filter(({ language }) => language === "sql").map(({ text }) => text);
  const text = statements.join("\n");
  const created = new RegExp(`^CREATE USER ${name} IDENTIFIED BY '[^']*'(?: SETTINGS ([^;]*))?;$`, "m");
  const settings = (created.exec(text)?.[1] ?? "").matchAll(/(\w+) = (\d+)/g);
  const grants = text.matchAll(new RegExp(`^(GRANT [^;]*) TO ${name};$`, "gm"));
  return {
    name,
    grants: [...grants].map(([, grant = ""]) => grant),
    settings: Object.fromEntries([...settings].map(([, setting, value]) => [setting, value])),
  };
}
