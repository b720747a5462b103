import type { Socket } from "node:net";
import rateLimit from "@fastify/rate-limit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { SteadyClock } from "../domain/clock.ts";
import { must } from "../domain/errors.ts";
import { MINUTE_MS } from "../domain/instant.ts";
import { RATES_TRACKED_MAX, REFUSED_RATE_MAX, SOCKET_CODE_MS_MAX } from "../domain/limits.ts";
import type { Scope, Token } from "../domain/resources.ts";
import type { Catalog, Change } from "../engine/catalog/catalog.ts";
import type { Actor } from "../engine/ports.ts";
import { hashSecret } from "../engine/resources/tokens.ts";
import { isUpgrade } from "./connections/connections.ts";
import { isMistypedPage } from "./console.ts";
import { notReady, Refusal } from "./errors.ts";
import type { Methods } from "./methods.ts";
import type { App, HttpContext } from "./types.ts";

/** Characters of a path that an error repeats. */
const SHOWN_PATH_LENGTH = 200;

/** The parts that requests are admitted with. */
type AdmissionParts = Pick<HttpContext, "catalog" | "codes" | "consoleFolder" | "isReady">;

const BEARER = /^Bearer (\S+)$/i;

/**
 * Admits a request by its token, before anything else is checked (D18). Only then does it answer that the path or the
 * method does not exist, regardless of the body.
 *
 * @returns undefined if there is nothing to await, as with a token without a rate
 * @throws Refusal 403, 404, 405, 429 or 503
 */
export function admit(
  http: AdmissionParts,
  limits: RateLimits,
  methods: Methods,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const { access = "token" } = request.routeOptions.config ?? {};
  if (access === "open" || (http.consoleFolder !== null && isMistypedPage(request))) return undefined;
  if (access === "code" && isUpgrade(request.raw)) {
    if (!http.isReady()) throw notReady();
    if (http.codes.find(codeOf(request.query)) !== null) return undefined;
    return refuse(limits, request, reply, badCode());
  }
  const token = findBearer(http.catalog, request);
  if (token === null) {
    const message =
      "the header Authorization: Bearer <token> is missing, or this server does not know the token";
    return refuse(limits, request, reply, new Refusal("invalid-token", message));
  }
  request.token = token;
  const serve = () => {
    if (!http.isReady()) throw notReady();
    if (request.is404) throw unserved(methods, request);
    if (access !== "token" && access !== "code") requireScope(request, access);
  };
  return token.rate === null ? void serve() : limits.ofToken(request, reply).then(serve);
}

/** Throws a refusal, or a 429 if the address has had too many refusals. */
async function refuse(
  limits: RateLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): Promise<void> {
  await limits.ofAddress(request, reply);
  throw refusal;
}

/** The actor of the changes that a request makes: its token; the server's own without one. */
export function actorOf({ actor }: Change, { token }: Pick<FastifyRequest, "token">): Actor {
  return token === null ? actor : { tokenId: token.id, name: token.name };
}

/** The problem of a request without a route: its method, or its path (D17). */
function unserved(methods: Methods, request: FastifyRequest): Refusal {
  const allow = methods.of(request);
  if (allow === null)
    return new Refusal("unknown-path", `${request.method} ${shownPath(request.url)} does not exist`);
  const message = `the path does not support ${request.method}; it supports ${allow}`;
  return new Refusal("method-not-allowed", message, { allow });
}

/** The scopes that each scope includes: admin has all, write includes read (D18). */
const IMPLIED: Readonly<Record<Scope, readonly Scope[]>> = {
  admin: ["read", "write", "ingest", "sql", "admin"],
  write: ["read", "write"],
  read: ["read"],
  ingest: ["ingest"],
  sql: ["sql"],
};

/** Whether scopes permit an operation that needs `wanted` (D18). */
export function allows(scopes: readonly Scope[], wanted: Scope): boolean {
  return scopes.some((scope) => IMPLIED[scope].includes(wanted));
}

/** @throws Refusal 403 if the request's token lacks a scope (D18) */
export function requireScope({ token }: Pick<FastifyRequest, "token">, scope: Scope): void {
  if (token === null || !allows(token.scopes, scope))
    throw new Refusal("missing-scope", `the request needs a token with the scope ${scope}`);
}

/** The code in the URL of a websocket; empty if there is none. */
export function codeOf(query: unknown): string {
  const code = typeof query === "object" && query !== null && "code" in query ? query.code : null;
  return typeof code === "string" ? code : "";
}

/** The answer to a websocket whose code is missing, used, expired or unknown (D24). */
export function badCode(): Refusal {
  return new Refusal(
    "invalid-socket-code",
    `the code is missing, unknown, used or older than ${SOCKET_CODE_MS_MAX / 1_000} s; POST /v2/sockets/ answers a URL with a new one`,
  );
}

/** The last `Authorization` header on each connection, with the hash of its secret: most requests repeat it. */
const lastSecrets = new WeakMap<Socket, { readonly header: string; readonly hash: string }>();

/** The token of a request, as the catalog has it now; null if the header is missing or the token unknown. */
function findBearer(catalog: Catalog, { headers, raw }: FastifyRequest): Token | null {
  const header = headers.authorization ?? "";
  const last = lastSecrets.get(raw.socket);
  if (last?.header === header) return catalog.tokensByHash.first(last.hash) ?? null;
  const secret = BEARER.exec(header)?.[1];
  if (secret === undefined) return null;
  const hash = hashSecret(secret);
  lastSecrets.set(raw.socket, { header, hash });
  return catalog.tokensByHash.first(hash) ?? null;
}

function shownPath(url: string): string {
  return url.split("?", 1).join().slice(0, SHOWN_PATH_LENGTH);
}

type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Rate limits per minute; a minute begins with its first request (D18). */
interface RateLimits {
  /** Counts a request of a token with a rate. @throws Refusal 429 if it exceeds the rate */
  ofToken: Limiter;
  /** Counts a rejected request of an address. @throws Refusal 429 if there are too many */
  ofAddress: Limiter;
}

/**
 * Adds the rate limits.
 *
 * @param defaultRate the server's rate, in requests a minute; null is unlimited
 * @param clock counts how often the system clock was set back: then all minutes begin again
 */
export function addRateLimits(
  app: App,
  defaultRate: number | null,
  clock: Pick<SteadyClock, "period">,
): RateLimits {
  const limiters: Partial<RateLimits> = {};
  app.register(rateLimit, { global: false, timeWindow: MINUTE_MS });
  app.after(() => {
    // The library uses the system clock: a minute that began before the clock was set back would last too long.
    const common = {
      cache: RATES_TRACKED_MAX,
      errorResponseBuilder: (_request: FastifyRequest, { max, after }: { max: number; after: string }) =>
        new Refusal("rate-limit-exceeded", `more than ${max} requests in a minute; try again in ${after}`),
    };
    const ofToken = app.rateLimit({
      ...common,
      keyGenerator: (request) => `${clock.period} ${tokenOf(request).id}`,
      max: (request) => tokenOf(request).rate ?? 0,
    });
    const ofAddress = app.rateLimit({
      ...common,
      // Undefined if the client has disconnected.
      keyGenerator: (request) => `${clock.period} ${rateLimit.normalizeIP(request.ip ?? "")}`,
      max: Math.min(defaultRate ?? REFUSED_RATE_MAX, REFUSED_RATE_MAX),
    });
    limiters.ofToken = async (request, reply) => void (await ofToken.call(app, request, reply));
    limiters.ofAddress = async (request, reply) => void (await ofAddress.call(app, request, reply));
  });
  // The library adds its limiters once the app is made ready, before the first request.
  return limiters as RateLimits;
}

function tokenOf(request: FastifyRequest): Token {
  return must(request.token, "token");
}
