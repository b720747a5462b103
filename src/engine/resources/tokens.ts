import { hash, randomBytes } from "node:crypto";
import { notFound } from "../../domain/errors.ts";
import { formatId, ID_MAX } from "../../domain/ids.ts";
import { SCOPES, type Scope, type Token } from "../../domain/resources.ts";
import type { Catalog, CatalogChange } from "../catalog/catalog.ts";

/** What each scope lets a client do besides what it names: admin is all, write implies read (D18). */
const IMPLIED: Readonly<Record<Scope, readonly Scope[]>> = {
  admin: ["read", "write", "ingest", "sql", "admin"],
  write: ["read", "write"],
  read: ["read"],
  ingest: ["ingest"],
  sql: ["sql"],
};

/** Whether a token with some scopes may do what needs `wanted` (D18). */
export function allows(scopes: readonly Scope[], wanted: Scope): boolean {
  return scopes.some((scope) => IMPLIED[scope].includes(wanted));
}

export interface TokenFields {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Requests a minute; null is unlimited. */
  readonly rate: number | null;
}

/** What makes tokens' secrets; replaced in tests. */
export type MakeSecret = () => string;

/** 192 random bits behind a prefix that secret scanners can look for. */
export const randomSecret: MakeSecret = () => `hct_${randomBytes(24).toString("base64url")}`;

/** Creates a token; its secret is known only to the caller, once (D18, D30). */
export function createToken(
  change: CatalogChange,
  fields: TokenFields,
  makeSecret: MakeSecret = randomSecret,
): Promise<{ readonly token: Token; readonly secret: string }> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const secret = makeSecret();
    const token = { ...fields, id: catalog.newId(), hash: hashSecret(secret), createdAt: clock.now() };
    await catalog.save({ put: { token: [token] } });
    return { token, secret };
  });
}

/** The id of a token that is not stored. Ids are handed out one by one, and never get there (D20). */
const ADMITTED_ID = ID_MAX;

/**
 * Lets in a token that is known from elsewhere, with all scopes, for as long as the process runs; it is
 * not stored. Its id is the same at every start, unless its secret is a stored token's, which it then is.
 */
export function admitToken(
  change: CatalogChange,
  secret: string,
  { name, rate }: Pick<TokenFields, "name" | "rate">,
): Promise<Token> {
  const { catalog, clock } = change;
  return catalog.exclusive(change, async () => {
    const hash = hashSecret(secret);
    const { id } = findToken(catalog, hash) ?? { id: ADMITTED_ID };
    const token = { id, name, hash, scopes: SCOPES, rate, createdAt: clock.now() };
    catalog.apply({ put: { token: [token] } });
    return token;
  });
}

/** @throws HeadcountError `not-found` */
export function revokeToken(change: CatalogChange, id: bigint): Promise<void> {
  const { catalog } = change;
  return catalog.exclusive(change, async () => {
    if (!catalog.tokens.has(id)) throw notFound("token", formatId("token", id));
    await catalog.save({ remove: { token: [id] } });
  });
}

/** The token of a secret's hash, or undefined. */
export function findToken(catalog: Catalog, hash: string): Token | undefined {
  return catalog.tokensByHash.first(hash);
}

/** SHA-256 in hexadecimal: secrets are long and random, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
