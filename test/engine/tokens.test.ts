import { describe, expect, it } from "vitest";
import { SCOPES } from "../../src/domain/resources.ts";
import { allows, createToken, findToken, revokeToken } from "../../src/engine/tokens.ts";
import { openTestEngine } from "../support/engine.ts";

describe("D18: tokens", () => {
  it("D18: only a hash is stored, the secret finds the token, and a revoked one finds nothing", async () => {
    const { context } = await openTestEngine();
    const { token, secret } = await createToken(context, { name: "t", scopes: ["read"], rate: 60 });
    expect(secret).toMatch(/^hct_[\w-]{32}$/);
    expect(
      JSON.stringify(token, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(secret);
    expect(findToken(context.catalog, secret)).toEqual(token);
    expect(findToken(context.catalog, `${secret}x`)).toBeUndefined();
    await revokeToken(context, token.id);
    expect(findToken(context.catalog, secret)).toBeUndefined();
    await expect(revokeToken(context, token.id)).rejects.toMatchObject({ kind: "not-found" });
  });

  it("D18: write implies read, admin is all, and the others are only themselves", () => {
    const allowed = SCOPES.map(
      (scope) => `${scope}: ${SCOPES.filter((wanted) => allows([scope], wanted)).join(" ")}`,
    );
    expect(allowed).toEqual([
      "read: read",
      "write: read write",
      "ingest: ingest",
      "sql: sql",
      "admin: read write ingest sql admin",
    ]);
  });
});
