import type { ServerResponse } from "node:http";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginCallback,
  FastifyServerOptions,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { TranslateApart } from "../devices/adapter.ts";
import type { Scope, Token } from "../domain/resources.ts";
import type { Engine } from "../engine/engine.ts";
import type { SocketCodeStore, SocketCodes } from "../engine/live/socket-codes.ts";
import type { AdHocSql } from "../engine/ports/ad-hoc-sql.ts";
import type { ClusterReader } from "../engine/ports/cluster.ts";
import type { Mirrors } from "../engine/ports/mirrors.ts";
import type { Subscription } from "../engine/ports/mqtt.ts";
import type { ConnectionBounds } from "./admission/connections/connections.ts";
import type { BodyReader } from "./bodies/bodies.ts";
import type { Metrics } from "./monitoring.ts";
import type { ProblemSlug } from "./problems.ts";
import type { Format } from "./representation.ts";

export const VERSIONS = ["v1", "v2"] as const;

export type Version = (typeof VERSIONS)[number];

/** What a route requires of a request: a token with a scope, any token, the code of a websocket, or nothing (D18, D24). */
export type Access = Scope | "token" | "code" | "open";

declare module "fastify" {
  interface FastifyInstance {
    publicUrl: string | null;
  }
  interface FastifyRequest {
    /** The token of the request; null on open routes. */
    token: Token | null;
    format: Format;
  }
  interface FastifyContextConfig {
    access?: Access;
    /** Its description in the OpenAPI document of its version; without it, it is not in the document. */
    operation?: Operation;
    /** The formats of the answer, the default first; without it, only JSON. An empty list skips the negotiation. */
    formats?: readonly Format[];
    /** The media type of an answer that is streamed, as an archive or as long as the client follows it. */
    streamed?: string;
    /** Whether it is decided on the state at the end of the log by itself, so that it need not wait for that before. */
    isDecidedLater?: boolean;
    /** Whether it is answered on connections beyond the bounds, too. */
    isHealthCheck?: boolean;
  }
}

/** The settings of the HTTP server, and the parts that are not of the engine. */
export interface HttpOptions {
  /** Requests per minute of tokens that are created without a rate; null is unlimited (D18). */
  readonly rateLimit: number | null;
  /** The URL at which clients reach the server, for the links in lists; null takes it from the request (D16). */
  readonly publicUrl: string | null;
  /** The addresses of proxies whose X-Forwarded-* headers are used. */
  readonly trustProxy: string | null;
  /** Bounds on connections that differ from the defaults. */
  readonly connections?: Partial<ConnectionBounds>;
  readonly release: string;
  readonly metrics: Metrics;
  /** Keeps the codes of websockets for several servers; by default each server has its own. */
  readonly codeStore?: SocketCodeStore | undefined;
  /** The number of servers that share the requests; by default this one alone. */
  readonly servers?: () => number;
  /** Reads the state of the cluster that the server is a node of; absent without one. */
  readonly cluster?: ClusterReader | undefined;
  /** The mirrors that the server keeps up to date; null if it has none. */
  readonly mirrors?: (() => Mirrors | null) | undefined;
  /** The messages of MQTT that the server takes; null if it takes none. */
  readonly subscription?: (() => Subscription | null) | undefined;
  /** Whether reads are answered from this server's copy while the log of the cluster cannot be reached. */
  readonly hasStaleReads?: boolean;
  /** Translates long messages of devices; by default they are translated as others. */
  readonly translateApart?: TranslateApart;
  readonly sql: AdHocSql;
  /** A request that takes longer than this, in ms, is logged as slow. */
  readonly slowQuery: number;
  readonly logger: NonNullable<FastifyServerOptions["logger"]>;
  /** The folder of the built web console; null serves none. */
  readonly consoleFolder: string | null;
  /** Set if the app does not listen: all requests are those of its own process, need no token, and report their errors. */
  readonly onOwnError?: (error: unknown, response: ServerResponse) => void;
  /** Whether requests are served; otherwise all but /healthz are answered with 503. */
  readonly isReady: () => boolean;
  /** Whether the server is about to stop: then /readyz answers 503, and all requests are still served. */
  readonly isDraining?: () => boolean;
  /** Whether damaged data has been found: then /readyz answers 503, and requests that do not need it are served. */
  readonly isDamaged: () => boolean;
}

/** All parts and settings; each route takes the few that it needs. */
export interface HttpContext extends Engine, HttpOptions {
  readonly codes: SocketCodes;
  readonly bodies: BodyReader;
}

/** Fastify with zod schemas at its edge. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Routes as a plugin: hooks and body parsers that they add apply only to them. */
export function encapsulated(addRoutes: (app: App) => void): FastifyPluginCallback {
  const plugin: FastifyPluginCallback = (scope, _options, done) => {
    addRoutes(scope.withTypeProvider<ZodTypeProvider>());
    done();
  };
  // For a plugin without a name, Fastify searches all loaded CommonJS modules.
  return Object.assign(plugin, { [Symbol.for("fastify.display-name")]: "routes" });
}

export interface Operation {
  /** Unique within a version; clients generated from the description name their functions by it. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Further paragraphs of the description. */
  readonly detail?: string;
  /** Further problems that it answers, such as those of a 409. */
  readonly conflicts?: readonly ProblemSlug[];
  /** The media types of the body, if JSON is not the only one. */
  readonly consumes?: readonly string[];
  /** Whether its path has the token, which then is in no header (D32). */
  readonly isTokenInPath?: boolean;
}

/** The headings, in the order of the document, and their descriptions. */
export const TAGS = {
  Spaces: "Rooms, floors, buildings and campuses, with their teams and current counts",
  Tags: "Labels of spaces and doorways",
  Doorways: "Entrances and exits at which sensors are mounted",
  Links: "Connections of doorways to spaces, each with the side on which the sensor is mounted",
  Resets: "Times at which the count of a space is set to a given value",
  Sensors: "Sensors and their state",
  Devices: "Messages of people counters and network servers, as they send them",
  Webhooks: "HTTP requests to other services when a count changes",
  Events: "Individual entrances and exits",
  "Counts and events": "Counts by interval, events and websockets",
  "Time segments": "Weekly hours, such as opening hours, to which counts can be restricted",
  Administration: "Tokens, audit log, backups, and the site as one document",
  SQL: "SQL queries on events, counts and the site",
} as const;

export type Tag = keyof typeof TAGS;
