import { hash, randomBytes } from "node:crypto";
import { ID_MAX } from "../../domain/ids.ts";
import { SCOPES, type Token } from "../../domain/resources.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { saveResource } from "./changes.ts";

export type TokenFields = Pick<Token, "name" | "scopes" | "rate">;

/** 192 random bits, with a prefix for secret scanners. */
export function randomSecret(): string {
  return `hct_${randomBytes(24).toString("base64url")}`;
}

/** Creates a token. Its secret is returned once and not stored (D18, D30). */
export async function createToken(
  change: CatalogChange,
  fields: TokenFields,
  makeSecret = randomSecret,
): Promise<{ readonly token: Token; readonly secret: string }> {
  const secret = makeSecret();
  const token = await saveResource(change, "token", (draft) => ({
    ...fields,
    id: draft.newId(),
    hash: hashSecret(secret),
    createdAt: draft.now,
  }));
  return { token, secret };
}

/** The id of the token that is not stored. Ids are assigned in sequence and never get this high (D20). */
const EXTERNAL_TOKEN_ID = ID_MAX;

/**
 * Registers an externally configured token with all scopes for the lifetime of the process, without storing it. Its id
 * is EXTERNAL_TOKEN_ID, or that of the stored token with the same secret.
 */
export function addExternalToken(
  { catalog, clock }: Pick<CatalogChange, "catalog" | "clock">,
  secret: string,
  { name, rate }: Pick<TokenFields, "name" | "rate">,
): Token {
  const hash = hashSecret(secret);
  const { id } = catalog.tokensByHash.first(hash) ?? { id: EXTERNAL_TOKEN_ID };
  const token = { id, name, hash, scopes: SCOPES, rate, createdAt: clock.now() };
  catalog.apply({ put: { token: [token] } });
  return token;
}

/** SHA-256 in hexadecimal: secrets are long and random, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
