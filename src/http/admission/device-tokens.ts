import type { FastifyRequest } from "fastify";
import { HTTP_ADAPTERS } from "../../devices/adapter-names.ts";
import { formatId } from "../../domain/ids.ts";
import { MASK } from "../../domain/masking.ts";
import type { Token } from "../../domain/resources.ts";
import type { Catalog } from "../../engine/catalog/catalog.ts";
import { hashSecret } from "../../engine/resources/tokens.ts";

/** A path under `/v2/devices/`, also one that no route has. */
interface DevicePath {
  /** Null if there is none, or an unknown one. */
  readonly adapter: string | null;
  readonly token: string | null;
  /** Each part of it that may be a token, as it is written and decoded. */
  readonly behind: readonly string[];
}

const ADAPTERS: ReadonlySet<string> = new Set(HTTP_ADAPTERS);

/** Any path of devices, with further slashes as the router takes them, and any of its letters percent-encoded. */
const MAY_BE_DEVICE_PATH = /^\/+(?:v|%76)(?:2|%32)\/+(?:d|%64)/i;

export function devicePathOf(url: string): DevicePath | null {
  if (!MAY_BE_DEVICE_PATH.test(url)) return null;
  const [path = ""] = url.split(/[?#]/, 1);
  const parts = path.split("/").filter((part) => part !== "");
  const [version, devices, given, token, ...others] = parts.map(decoded);
  if (version !== "v2" || devices !== "devices") return null;
  const adapter = given !== undefined && ADAPTERS.has(given) ? given : null;
  const rest = parts.slice(adapter === null ? 2 : 3);
  return {
    adapter,
    token: token === undefined || others.length > 0 ? null : token,
    behind: [...new Set(rest.flatMap((part) => [part, decoded(part)]))],
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The path of a URL, with a mask in place of all that may be a token. */
export function withoutPathToken(url: string): string {
  const path = devicePathOf(url);
  if (path === null) return url.split("?", 1).join();
  const { adapter, behind } = path;
  return `/v2/devices/${adapter === null ? "" : `${adapter}/`}${behind.length === 0 ? "" : MASK}`;
}

/**
 * The secret of an `Authorization` header as devices send it (D32): a bearer token, the password of Basic
 * authentication, or the value by itself; empty if there is none.
 */
export function secretOf(authorization: string): string {
  const [scheme = "", value, ...others] = authorization.trim().split(/\s+/);
  if (value === undefined) return scheme;
  if (others.length > 0) return "";
  if (/^Bearer$/i.test(scheme)) return value;
  return /^Basic$/i.test(scheme)
    ? (/(?<=:).*/s.exec(Buffer.from(value, "base64").toString())?.[0] ?? "")
    : "";
}

/** The token of a request to a path of devices; null if it has none, an unknown one, or one that no path may have. */
export function findDeviceToken(
  catalog: Catalog,
  { headers }: Pick<FastifyRequest, "headers">,
  { token }: DevicePath,
): Token | null {
  if (token === null) return find(catalog, secretOf(headers.authorization ?? ""));
  const found = find(catalog, token);
  // Paths are shown in places where headers are not, such as logs of proxies.
  return found?.scopes.join() === "ingest" ? found : null;
}

/** Logs that the token in a path is a known one with other scopes: the answer does not say it (D18). */
export function noteRefusedToken(catalog: Catalog, { url, log }: Pick<FastifyRequest, "url" | "log">): void {
  const found = find(catalog, devicePathOf(url)?.token ?? "");
  if (found !== null)
    log.warn(
      { token_id: formatId("token", found.id) },
      "a token in a path was refused: only a token with the scope ingest alone is taken there",
    );
}

function find(catalog: Catalog, secret: string): Token | null {
  return secret === "" ? null : (catalog.tokensByHash.first(hashSecret(secret)) ?? null);
}
