import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HeadcountError, notFound } from "../domain/errors.ts";
import { SOCKET_CODE_MS_MAX } from "../domain/limits.ts";
import type { Scope, Token } from "../domain/resources.ts";
import type { Catalog } from "../engine/catalog/catalog.ts";
import type { EventVoiding } from "../engine/events/void-event.ts";
import type { EventCreation } from "../engine/ingest/create-event.ts";
import type { LinkChange } from "../engine/resources/links.ts";
import { allows, findToken, hashSecret } from "../engine/resources/tokens.ts";
import { isMistypedPage } from "./console.ts";
import { notReady, Refusal } from "./errors.ts";
import type { Methods } from "./methods.ts";
import type { RateLimits } from "./rate-limit.ts";
import { isUpgrade } from "./sockets/upgrades.ts";
import type { HttpContext } from "./types.ts";

/** Characters of a path that an error repeats. */
const SHOWN_PATH_LENGTH = 200;

const BEARER = /^Bearer (\S+)$/i;

/**
 * Lets a request in by its token, before anything else is looked at (D18). Only then it is told that a
 * path or method does not exist, whatever its body.
 *
 * @returns undefined where nothing has to be waited for, as with a token without a rate
 * @throws HeadcountError `forbidden` or `not-found`; Refusal 405, 429 or 503
 */
export function admit(
  http: HttpContext,
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
    const wanted = "a token is needed that this server knows, in the header Authorization: Bearer <token>";
    return refuse(limits, request, reply, forbidden(wanted));
  }
  request.token = token;
  const serve = () => {
    if (!http.isReady()) throw notReady();
    if (request.is404) throw unserved(methods, request);
    if (access !== "token" && access !== "code") requireScope(request, access);
  };
  return token.rate === null ? void serve() : limits.ofToken(request, reply).then(serve);
}

/** Refuses a request, unless its address has been refused too often already. */
async function refuse(
  limits: RateLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: HeadcountError,
): Promise<void> {
  await limits.ofAddress(request, reply);
  throw refusal;
}

/** What use cases that change something work with. */
type RequestChange = LinkChange & EventVoiding & EventCreation;

/** Who makes a request's changes, its token's, and what they are made with. */
export function changeBy(http: HttpContext, { token }: Pick<FastifyRequest, "token">): RequestChange {
  const { catalog, clock, events, journal, live, ingest } = http;
  const actor = token === null ? http.actor : { tokenId: token.id, name: token.name };
  return { catalog, clock, events, journal, live, ingest, actor };
}

/** What is wrong with a request that no route is for: its method, or all of its path (D17). */
function unserved(methods: Methods, request: FastifyRequest): Error {
  const allow = methods.of(request);
  if (allow === null) return notFound(`${request.method} ${shownPath(request.url)}`);
  return new Refusal(405, `${request.method} is not for this path; there is ${allow}`, { allow });
}

/** @throws HeadcountError `forbidden` where the request's token lacks a scope (D18) */
export function requireScope({ token }: Pick<FastifyRequest, "token">, scope: Scope): void {
  if (token === null || !allows(token.scopes, scope))
    throw forbidden(`this needs a token with the scope ${scope}`);
}

/** The code in a socket's address, or a text that is none. */
export function codeOf(query: unknown): string {
  const code = typeof query === "object" && query !== null && "code" in query ? query.code : null;
  return typeof code === "string" ? code : "";
}

/** What is answered to a socket whose code is missing, used, expired or invented (D24). */
export function badCode(): HeadcountError {
  return forbidden(
    `the code is missing, unknown, used or older than ${SOCKET_CODE_MS_MAX / 1_000} s; POST /v2/sockets/ answers an address with a new one`,
  );
}

/** The last `Authorization` header on each connection, and the hash of its secret: most requests repeat the header. */
const lastSecrets = new WeakMap<Socket, { readonly header: string; readonly hash: string }>();

/** The token that a request's header names, as the catalog has it now; null where it names none. */
function findBearer(catalog: Catalog, { headers, raw }: FastifyRequest): Token | null {
  const header = headers.authorization ?? "";
  const last = lastSecrets.get(raw.socket);
  if (last?.header === header) return findToken(catalog, last.hash) ?? null;
  const secret = BEARER.exec(header)?.[1];
  if (secret === undefined) return null;
  const hash = hashSecret(secret);
  lastSecrets.set(raw.socket, { header, hash });
  return findToken(catalog, hash) ?? null;
}

function forbidden(message: string): HeadcountError {
  return new HeadcountError("forbidden", message);
}

function shownPath(url: string): string {
  return url.split("?", 1).join().slice(0, SHOWN_PATH_LENGTH);
}
