import { hash, randomBytes } from "node:crypto";
import { invalid } from "../../domain/errors.ts";
import { ID_MAX } from "../../domain/ids.ts";
import { SITE_SCOPES, type Token } from "../../domain/resources.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogChange } from "../journal/journal.ts";
import { saveResource } from "./changes.ts";

export type TokenFields = Pick<Token, "name" | "scopes" | "spaceId" | "rate">;

/** 192 random bits, with a prefix for secret scanners. */
export function randomSecret(): string {
  return `hct_${randomBytes(24).toString("base64url")}`;
}

/**
 * Creates a token. Its secret is returned once and not stored (D18, D30).
 *
 * @throws HeadcountError `invalid` if it has the scope `display` with another, or without a space that exists, or a
 * space without this scope (D22)
 */
export async function createToken(
  change: CatalogChange,
  fields: TokenFields,
  makeSecret = randomSecret,
): Promise<{ readonly token: Token; readonly secret: string }> {
  const secret = makeSecret();
  const token = await saveResource(change, "token", (draft) => {
    checkSpace(draft.catalog, fields);
    return { ...fields, id: draft.newId(), hash: hashSecret(secret), createdAt: draft.now };
  });
  return { token, secret };
}

function checkSpace(catalog: Catalog, { scopes, spaceId }: TokenFields): void {
  const isForDisplay = scopes.includes("display");
  if (isForDisplay && scopes.length > 1)
    throw invalid("scopes", "display must be the only scope of its token");
  if (isForDisplay && spaceId === undefined) throw invalid("space_id", "is required with the scope display");
  if (!isForDisplay && spaceId !== undefined) throw invalid("space_id", "is only for the scope display");
  if (spaceId !== undefined) catalog.named("space", spaceId, "space_id");
}

/** The id of the token that is not stored. Ids are assigned in sequence and never get this high (D20). */
const EXTERNAL_TOKEN_ID = ID_MAX;

/**
 * Registers an externally configured token with all scopes of the site for the lifetime of the process, without storing it. Its id
 * is EXTERNAL_TOKEN_ID, or that of the stored token with the same secret.
 */
export function addExternalToken(
  { catalog, clock }: Pick<CatalogChange, "catalog" | "clock">,
  secret: string,
  fields: Pick<TokenFields, "name" | "rate"> & { readonly createdAt?: number },
): Token {
  const hash = hashSecret(secret);
  const { id } = catalog.tokensByHash.first(hash) ?? { id: EXTERNAL_TOKEN_ID };
  const token = { id, hash, scopes: SITE_SCOPES, createdAt: clock.now(), ...fields };
  catalog.apply({ put: { token: [token] } });
  return token;
}

/** SHA-256 in hexadecimal: secrets are long and random, so a slow hash would add nothing. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "hex");
}
