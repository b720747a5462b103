import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from "prom-client";
import { z } from "zod";
import { formatId } from "../domain/ids.ts";
import { REQUEST_ID_LENGTH_MAX } from "../domain/limits.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import { hashSecret } from "../engine/resources/tokens.ts";
import {
  COUNTERS,
  type CounterName,
  GAUGES,
  type GaugeName,
  type MeasuredLabels,
  type QueryKind,
  type Telemetry,
} from "../engine/telemetry.ts";
import { withoutPathToken } from "./admission/device-tokens.ts";
import { hasSecret, withoutOwnToken } from "./redaction.ts";
import { EVENT_STREAM_TYPE } from "./sockets/live-stream.ts";

/** Upper bounds of latencies, in seconds: from an answer out of memory to a timeout. */
const LATENCY_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Upper bounds of the lag of events, in seconds: up to a week. */
const LAG_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 21_600, 86_400, 604_800];

const SQL_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

const ROW_BUCKETS = [1, 2, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000, 100_000];

type HistogramName = keyof MeasuredLabels | "http_request_duration_seconds";

const HISTOGRAMS: Readonly<
  Record<HistogramName, Pick<HistogramConfiguration<string>, "help" | "labelNames" | "buckets">>
> = {
  http_request_duration_seconds: {
    help: "Time from the arrival of a request to the end of its response",
    labelNames: ["method", "route", "status"],
  },
  ingest_duration_seconds: { help: "Time from the arrival of a request's events to their commit" },
  commit_duration_seconds: { help: "Duration of a commit" },
  commit_rows: { help: "Rows per commit", buckets: ROW_BUCKETS },
  event_lag_seconds: { help: "Time from an event's timestamp to its commit", buckets: LAG_BUCKETS },
  shared_log_decide_seconds: { help: "Time to decide a change of the cluster" },
  shared_log_append_seconds: { help: "Time to append a record to the log of the cluster" },
  shared_log_apply_seconds: {
    help: "Time to store and apply records of other servers that were read together",
  },
  query_duration_seconds: { help: "Duration of a query of the engine", labelNames: ["query"] },
  webhook_delivery_duration_seconds: {
    help: "Duration of a webhook call, by outcome",
    labelNames: ["result"],
  },
  sql_duration_seconds: {
    help: "Duration of a user's SQL query, by outcome",
    labelNames: ["outcome"],
    buckets: SQL_BUCKETS,
  },
};

/** Gauges of the library with names of counters; each is the sum of another gauge over its label. */
const MISNAMED_GAUGES = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
] as const;

/** The methods that have their own label; others are counted as `other`. */
const METHODS: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

export class Metrics implements Telemetry {
  readonly #registry = new Registry();
  readonly #readers = new Map<GaugeName, () => number | Promise<number>>();
  readonly #counters = new Map<CounterName, Counter>();
  readonly #histograms = new Map<HistogramName, Histogram>();

  constructor() {
    const registers = [this.#registry];
    const readers = this.#readers;
    for (const [name, help] of Object.entries(COUNTERS))
      this.#counters.set(name as CounterName, new Counter({ name: `headcount_${name}`, help, registers }));
    for (const [name, described] of Object.entries(HISTOGRAMS)) {
      const options = { buckets: LATENCY_BUCKETS, ...described, name: `headcount_${name}`, registers };
      this.#histograms.set(name as HistogramName, new Histogram(options));
    }
    for (const [name, help] of Object.entries(GAUGES))
      new Gauge({
        name: `headcount_${name}`,
        help,
        registers,
        async collect() {
          this.set((await readers.get(name as GaugeName)?.()) ?? 0);
        },
      });
  }

  /** Adds metrics of the process: memory, CPU time, garbage collection, the event loop. Call it once per process. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of MISNAMED_GAUGES) this.#registry.removeSingleMetric(name);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  /** A request was answered. @param route the pattern of its route, never its URL; null if no route has its path */
  answered(method: string, route: string | null, status: number, seconds: number): void {
    const labels = {
      method: METHODS.has(method) ? method : "other",
      route: route ?? "none",
      status: `${Math.trunc(status / 100)}xx`,
    };
    this.#histograms.get("http_request_duration_seconds")?.observe(labels, seconds);
  }

  count(name: CounterName, more: number): void {
    this.#counters.get(name)?.inc(more);
  }

  observe<Name extends keyof MeasuredLabels>(name: Name, value: number, labels?: MeasuredLabels[Name]): void {
    this.#histograms.get(name)?.observe({ ...labels }, value);
  }

  async timed<T>(kind: QueryKind, query: () => T | Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await query();
    this.observe("query_duration_seconds", (performance.now() - start) / 1_000, { query: kind });
    return result;
  }

  gauge(name: GaugeName, read: () => number | Promise<number>): void {
    this.#readers.set(name, read);
  }
}

export const REQUEST_ID_HEADER = "x-request-id";

/** The ids that are accepted from clients: no addresses, paths or texts in base64, and none can forge a line of the log. */
const REQUEST_ID = new RegExp(`^[\\dA-Za-z][\\w.:-]{0,${REQUEST_ID_LENGTH_MAX - 1}}$`);

/** Characters of a parameter or a path that the log repeats. */
const SHOWN_LENGTH = 200;

/** The log levels at which every request is logged; at others the line is not built. */
const LEVELS_OF_REQUESTS: ReadonlySet<string> = new Set(["info", "debug", "trace"]);

/** The id of a request: the one of its client, if it looks like one and is the secret of no token, or a new one. */
export function requestIdOf(
  { tokensByHash }: Pick<Catalog, "tokensByHash">,
  request: Pick<IncomingMessage, "headers" | "url">,
): string {
  const given = request.headers[REQUEST_ID_HEADER];
  if (typeof given !== "string" || !REQUEST_ID.test(given) || hasSecret(given, request)) return randomUUID();
  return tokensByHash.first(hashSecret(given)) === undefined ? given : randomUUID();
}

/** Records each answered request in the metrics and the log, without its secrets; `slowQuery` is in ms. */
export function noteAnswer(metrics: Metrics, slowQuery: number) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const { method, routeOptions, token } = request;
    const route = request.is404 ? null : (routeOptions.url ?? null);
    const { statusCode: status, elapsedTime } = reply;
    // A client decides for how long it follows counts.
    if (routeOptions.config?.streamed === EVENT_STREAM_TYPE && status === 200) return done();
    metrics.answered(method, route, status, elapsedTime / 1_000);
    const isSlow = elapsedTime > slowQuery && route !== null;
    if (isSlow || LEVELS_OF_REQUESTS.has(request.log.level)) {
      const line = {
        method,
        route,
        status,
        duration_ms: Math.round(elapsedTime * 1_000) / 1_000,
        token_id: token === null ? null : formatId("token", token.id),
      };
      request.log.info(line, "request");
      if (isSlow) request.log.warn({ ...line, ...shownRequest(request) }, "slow query");
    }
    done();
  };
}

/** A request's path, and the parameters that its route knows: others could be secrets. */
function shownRequest({ url, routeOptions, raw }: FastifyRequest): object {
  const [, query = ""] = url.split("?", 2);
  const { querystring } = (routeOptions.schema ?? {}) as { readonly querystring?: unknown };
  const known = querystring instanceof z.ZodObject ? Object.keys(querystring.shape) : [];
  const given = new URLSearchParams(query);
  const shown = (text: string) => withoutOwnToken(text, raw).slice(0, SHOWN_LENGTH);
  const parameters = known
    .filter((name) => name !== "code" && given.has(name))
    .map((name) => [name, shown(given.getAll(name).join(","))] as const);
  return { path: shown(withoutPathToken(url)), parameters: Object.fromEntries(parameters) };
}
