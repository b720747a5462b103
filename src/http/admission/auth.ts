import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { formatId } from "../../domain/ids.ts";
import { SOCKET_CODE_MS_MAX } from "../../domain/limits.ts";
import { allows, type Scope, SITE_SCOPES, type Token } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import type { Change } from "../../engine/journal/journal.ts";
import type { Actor } from "../../engine/ports.ts";
import { hashSecret } from "../../engine/resources/tokens.ts";
import { isMistypedPage } from "../console.ts";
import { notReady, Refusal } from "../errors.ts";
import type { MethodsOf } from "../methods.ts";
import type { HttpContext } from "../types.ts";
import { isUpgrade } from "./connections/upgrades.ts";
import { devicePathOf, findDeviceToken, noteRefusedToken, withoutPathToken } from "./device-tokens.ts";
import type { RateLimits } from "./rate-limit.ts";

const SHOWN_PATH_LENGTH = 200;

type AdmissionParts = Pick<HttpContext, "catalog" | "codes" | "consoleFolder" | "isReady" | "onOwnError">;

const OWN_TOKEN: Token = { id: 0n, name: "", hash: "", scopes: SITE_SCOPES, rate: null, createdAt: 0 };

/** The detail of each 403 without a known token; public clients compare it (D18). */
const INVALID_TOKEN_DETAIL = "Incorrect authentication credentials.";

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
  methodsOf: MethodsOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> | undefined {
  const { access = "token" } = request.routeOptions.config ?? {};
  if (access === "open" || (http.consoleFolder !== null && isMistypedPage(request))) return undefined;
  if (access === "code" && isUpgrade(request.raw)) {
    if (!http.isReady()) throw notReady();
    return http.codes
      .find(codeOf(request.query))
      .then((grant) => (grant === null ? refuse(limits, request, reply, badCode()) : undefined));
  }
  const token = http.onOwnError ? OWN_TOKEN : findToken(http.catalog, request);
  if (token === null) {
    const refusal = new Refusal("invalid-token", INVALID_TOKEN_DETAIL);
    return refuse(limits, request, reply, refusal, () => noteRefusedToken(http.catalog, request));
  }
  request.token = token;
  const serve = () => {
    if (!http.isReady()) throw notReady();
    if (request.is404) throw unserved(methodsOf, request);
    if (access !== "token" && access !== "code") requireScope(request, access);
  };
  return token.rate === null ? void serve() : limits.ofToken(request, reply).then(serve);
}

/** Throws a refusal, or a 429 if the address has had too many refusals. @param note logs a refusal that is no 429 */
async function refuse(
  limits: RateLimits,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  note: () => void = () => undefined,
): Promise<void> {
  await limits.ofAddress(request, reply);
  note();
  throw refusal;
}

/** The part of a request that decides what it may do and see. */
export type Requesting = Pick<FastifyRequest, "token">;

/** The actor of the changes that a request makes: its token; the server's own without one, or of its own process. */
export function actorOf({ actor }: Change, { token }: Requesting): Actor {
  return token === null || token === OWN_TOKEN ? actor : { tokenId: token.id, name: token.name };
}

/** The problem of a request without a route: its method, or its path (D17). */
function unserved(methodsOf: MethodsOf, request: FastifyRequest): Refusal {
  const allow = methodsOf(request);
  const path = withoutPathToken(request.url).slice(0, SHOWN_PATH_LENGTH);
  if (allow === null) return new Refusal("unknown-path", `${request.method} ${path} does not exist`);
  const message = `the path does not support ${request.method}; it supports ${allow}`;
  return new Refusal("method-not-allowed", message, { allow });
}

/** @throws Refusal 403 if the request's token lacks a scope (D18) */
export function requireScope({ token }: Requesting, scope: Scope): void {
  if (token !== null && allows(token.scopes, scope)) return;
  const needed = scope === "display" ? "scope read, or scope display for its space" : `scope ${scope}`;
  throw new Refusal("missing-scope", `the request needs a token with the ${needed}`);
}

/** @throws Refusal 403 if the request's token is for the display of another space (D22) */
export function requireSpace({ token }: Requesting, spaceId: bigint): void {
  const own = token?.spaceId ?? spaceId;
  if (own !== spaceId)
    throw new Refusal("missing-scope", `the token has the scope display for ${formatId("space", own)} alone`);
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
    `the code is missing, unknown, used or older than ${SOCKET_CODE_MS_MAX / 1_000} s; POST /v2/sockets/ returns a URL with a new code`,
  );
}

/** The last `Authorization` header on each connection, with the hash of its secret: most requests repeat it. */
const lastSecrets = new WeakMap<Socket, { readonly header: string; readonly hash: string }>();

/** The token of a request, as the catalog has it now; null if it has none, or an unknown one (D18, D32). */
export function findToken(catalog: Catalog, request: FastifyRequest): Token | null {
  const path = devicePathOf(request.url);
  return path === null ? findBearer(catalog, request) : findDeviceToken(catalog, request, path);
}

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
