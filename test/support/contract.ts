import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { SITE_SCOPES } from "../../src/domain/resources.ts";
import type { Shape } from "./shapes.ts";

type Scope = (typeof SITE_SCOPES)[number];

/** What can be said of an endpoint in the tables of test/http/contract. */
export interface Row {
  /** Method and path, as the documents print them. */
  readonly row: `${Method} ${string}`;
  /** What the documents or rules (docs/rules.md) say of it beyond the row, in short. */
  readonly says?: string;
  /** What a token needs (D18), `none` if any token will do; `read` for a GET and else `write` unless said. */
  readonly scope?: Scope | "none";
  /** The answer's status; the usual one of the method (STATUSES) unless said. */
  readonly status?: number;
  /**
   * The name of the resource in the answer, or in the list that is the answer. A GET or PUT answers the resource
   * that its path names last unless a table says otherwise.
   */
  readonly answer?: string;
  readonly list?: string;
  /** What a list answers beside its envelope. */
  readonly beside?: Readonly<Record<string, Shape>>;
  /** The media type of an answer that is a stream. */
  readonly streams?: string;
  /** That a list is always whole. */
  readonly unpaged?: boolean;
  /** Parameters by the names of PARAMETERS, those with a `!` required; lists that are not whole have pages, too. */
  readonly query?: string;
  /**
   * Fields with a value to send; those with a `!` are required, though never in a PUT (D26). What stands in
   * braces is filled in by the site.
   */
  readonly body?: Readonly<Record<string, unknown>> | readonly unknown[];
  /** Fields of the answer that follow from no field of the request. */
  readonly gives?: Readonly<Record<string, unknown>>;
  /** The resources to make again for each request that is no GET; those that its path names unless said. */
  readonly fresh?: string;
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

interface Table {
  readonly resources: Readonly<Record<string, Shape>>;
  readonly endpoints: readonly Row[];
}

/** A row with its table's words and the defaults resolved. */
export interface Endpoint extends Omit<Row, "row" | "says" | "query"> {
  /** Such as `v1: GET /spaces/: paginated space list view`. */
  readonly title: string;
  readonly version: "v1" | "v2";
  readonly method: Method;
  /** With its prefix, its parts in braces: `/v1/spaces/{space_id}/`. */
  readonly path: string;
  readonly scope: Scope | "none";
  readonly status: number;
  readonly total: "count" | "total";
  readonly parameters: readonly Parameter[];
  readonly fields: readonly Field[];
}

/** A query parameter: a value that is taken, and one that is rejected, if there is one. */
export interface Parameter {
  readonly name: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly wrong: string | null;
}

/** A field of a body. */
export interface Field {
  readonly name: string;
  readonly isRequired: boolean;
  readonly value: unknown;
}

/** The status of an answer by its method. */
const STATUSES: Readonly<Record<Method, number>> = { GET: 200, PUT: 200, POST: 201, DELETE: 204 };

/** Resources by the parameters of paths that name them otherwise. */
const NAMED: Readonly<Record<string, string>> = { serial_number: "sensor", tag_name: "tag" };

/** Parameters by name: the value to send, and one that is rejected; null if every text will do. */
const PARAMETERS: Readonly<Record<string, readonly [string, string | null]>> = {
  averages: ["false", "maybe"],
  direction: ["-1", "0"],
  doorway_id: ["{doorway_id}", "drw_999999"],
  dry_run: ["true", "maybe"],
  duplicates: ["keep", "all"],
  end_time: ["2024-05-10T12:00:00Z", "noon"],
  ended: ["true", "maybe"],
  erase: ["true", "maybe"],
  event: ["up", null],
  ids: ["true", "maybe"],
  interval: ["1h", "7m"],
  file: ["may.csv", ""],
  live: ["false", "maybe"],
  replace: ["false", "maybe"],
  order: ["DESC", "down"],
  page: ["1", "0"],
  page_size: ["5000", "many"],
  parent_id: ["{parent_id}", "spc_999999"],
  prune: ["false", "maybe"],
  resource_id: ["{space_id}", null],
  resource_type: ["space", null],
  space_id: ["{space_id}", "spc_999999"],
  space_type: ["space", "room"],
  start_time: ["2024-05-10T08:00:00+00:00", "tomorrow"],
  tag: ["{tag_name}", null],
  time: ["2024-05-10", "2024-05-10T12:05:00.001Z"],
  time_segment_group_ids: ["{time_segment_group_id}", "tsg_999999"],
  time_segment_groups: ["{time_segment_group_id}", "tsg_999999"],
  time_segment_ids: ["{time_segment_id}", "tsm_999999"],
  time_segment_labels: ["Open", "Shut"],
  token_id: ["{token_id}", "1"],
};

/** The parameters that filter by time segments. */
const SEGMENTS = ["time_segment_ids", "time_segment_group_ids", "time_segment_groups", "time_segment_labels"];

/** The name of a list's total in each version. */
const TOTALS = { v1: "count", v2: "total" } as const;

/** The endpoints and resources that some files of test/http/contract have of a version. */
function readTables(version: "v1" | "v2", ...names: readonly string[]) {
  const tables = names.map((name) => {
    const url = new URL(`../http/contract/${name}.yaml`, import.meta.url);
    return parse(readFileSync(url, "utf8"), { merge: true }) as Table;
  });
  const resources: Readonly<Record<string, Shape>> = Object.assign(
    {},
    ...tables.map((table) => table.resources),
  );
  const rows = tables.flatMap(({ endpoints }) => endpoints);
  return { resources, endpoints: rows.map((row) => endpointOf(version, row)) };
}

function endpointOf(version: "v1" | "v2", row: Row): Endpoint {
  const { row: line, says, query, body = {}, ...rest } = row;
  const [method, path] = line.split(" ") as [Method, string];
  const fresh = method === "GET" ? undefined : freshOf(path);
  const isPaged = row.list !== undefined && !row.unpaged;
  return {
    scope: method === "GET" ? "read" : "write",
    status: STATUSES[method],
    ...answerOf(method, path, rest),
    ...(fresh && { fresh }),
    ...rest,
    title: `${version}: ${says === undefined ? line : `${line}: ${says}`}`,
    version,
    method,
    path: `/${version}${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    total: TOTALS[version],
    parameters: [...namesIn(query), ...(isPaged ? ["page", "page_size"] : [])].map(parameterOf),
    fields: Array.isArray(body) ? [] : Object.entries(body).map(fieldOf),
    ...(Array.isArray(body) ? { body } : {}),
  };
}

/** The names in a query; `segments` stands for all filters by time segments. */
function namesIn(query: string | undefined): readonly string[] {
  return (query?.split(" ") ?? []).flatMap((name) => (name === "segments" ? SEGMENTS : [name]));
}

/** The resource that a path ends with, which a GET and a PUT answer. */
function answerOf(method: Method, path: string, { list }: Pick<Row, "list">): Pick<Row, "answer"> {
  const name = /:(\w+)\/$/.exec(path)?.[1];
  if (name === undefined || list !== undefined || !["GET", "PUT"].includes(method)) return {};
  return { answer: NAMED[name] ?? name.replace(/_id$/, "") };
}

/** What is made again for a request that changes what its path names. */
function freshOf(path: string): string | undefined {
  const names = [...path.matchAll(/:(\w+)_(?:id|name)/g)].map(([, name]) => name);
  const last = names.at(-1);
  if (last === "tag") return `tagged_${names[0]}`;
  if (path.endsWith("/sensors/:serial_number/events/")) return "sensor";
  if (path.endsWith("/sensors/:serial_number/")) return "unused_sensor";
  return last === "assigned_team" ? "space_with_team" : last;
}

function parameterOf(marked: string): Parameter {
  const word = marked.replace(/!$/, "");
  const isSeveral = word === "space_ids";
  const name = isSeveral ? "space_id" : word;
  const known = PARAMETERS[name];
  if (known === undefined) throw new Error(`the parameter ${name} has no values to test it with`);
  const value = isSeveral ? "{space_id},{parent_id}" : known[0];
  return { name, isRequired: marked.endsWith("!"), value, wrong: known[1] };
}

function fieldOf([marked, value]: [string, unknown]): Field {
  return { name: marked.replace(/!$/, ""), isRequired: marked.endsWith("!"), value };
}

const v1 = readTables("v1", "both", "v1");
const v2 = readTables("v2", "both", "v2", "v2-additions");

/** What the answers of each version are made of. */
export const RESOURCES = { v1: v1.resources, v2: v2.resources } as const;

/** Every endpoint that there is. */
export const ENDPOINTS: readonly Endpoint[] = [...v1.endpoints, ...v2.endpoints];

/** The query with all parameters that an endpoint requires but one. */
export function requiredQuery({ parameters }: Endpoint, without?: string): string {
  const required = parameters.filter(({ name, isRequired }) => isRequired && name !== without);
  return `?${required.map(({ name, value }) => `${name}=${value}&`).join("")}`;
}
