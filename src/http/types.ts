import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyServerOptions,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Scope, Token } from "../domain/resources.ts";
import type { Engine } from "../engine/build-engine.ts";
import type { SocketCodes } from "../engine/live/socket-codes.ts";
import type { AdHocSql } from "../engine/ports/ad-hoc-sql.ts";
import type { BodyReader } from "./body-reader.ts";
import type { ConnectionBounds } from "./connections/bounds.ts";
import type { Format } from "./formats.ts";
import type { Metrics } from "./metrics.ts";
import type { Operation } from "./openapi/operation.ts";

/** What a request needs to get in: a token with a scope, any token, a socket's code, or nothing (D18, D24). */
export type Access = Scope | "token" | "code" | "open";

declare module "fastify" {
  interface FastifyRequest {
    /** The token that let the request in; null on open routes. */
    token: Token | null;
    /** What the answer is to be written as. */
    format: Format;
  }
  interface FastifyContextConfig {
    /** Every route says what it needs. */
    access?: Access;
    /** Its description in the OpenAPI document of its version; without it, it is not in the document. */
    operation?: Operation;
    /** What the answer is to be had as, the usual first; JSON alone where it does not say; none of all that. */
    formats?: readonly Format[];
    /** Whether it answers with an archive. */
    archive?: boolean;
    /** Whether it is answered however many connections there are. */
    isHealthCheck?: boolean;
  }
}

/** Settings of the HTTP server, and what it works with. */
export interface HttpOptions {
  /** Requests a minute of tokens created without a rate of their own; null is unlimited (D18). */
  readonly rateLimit: number | null;
  /** What clients reach the server at, for the links in lists; null takes it from the request (D16). */
  readonly publicUrl: string | null;
  /** Addresses whose X-Forwarded-* headers are believed. */
  readonly trustProxy: string | null;
  /** What connections may be and take, where that is not as the limits say. */
  readonly connections?: Partial<ConnectionBounds>;
  /** Headcount's own version, for the description of the API. */
  readonly release: string;
  readonly metrics: Metrics;
  /** What runs queries by users. */
  readonly sql: AdHocSql;
  /** A request that takes longer than this, in ms, is logged as slow. */
  readonly slowQuery: number;
  readonly logger: NonNullable<FastifyServerOptions["logger"]>;
  /** The folder that the web console has been built into; null serves none. */
  readonly consoleFolder: string | null;
  /** Whether requests are to be served; before and after, all but /healthz is answered with 503. */
  readonly isReady: () => boolean;
  /** Whether data have been found damaged; /readyz says so, and requests that need none of them are served on. */
  readonly isDamaged: () => boolean;
}

/** What every route works with. */
export interface HttpContext extends Engine, HttpOptions {
  /** What lets sockets in. */
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
