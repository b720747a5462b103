import { describe, expect, it } from "vitest";
import { SCOPES } from "../../../src/domain/resources.ts";
import { deleteResource } from "../../../src/engine/resources/changes.ts";
import { createSpace } from "../../../src/engine/resources/spaces.ts";
import { addExternalToken, allows, createToken, hashSecret } from "../../../src/engine/resources/tokens.ts";
import { openTestEngine } from "../../support/engine.ts";

describe("D18: tokens", () => {
  it("D18: only a hash is stored, the secret finds the token, and a revoked one finds nothing", async () => {
    const { context } = await openTestEngine();
    const { token, secret } = await createToken(context, { name: "t", scopes: ["read"], rate: 60 });
    expect(secret).toMatch(/^hct_[\w-]{32}$/);
    expect(
      JSON.stringify(token, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain(secret);
    expect(context.catalog.tokensByHash.first(hashSecret(secret))).toEqual(token);
    expect(context.catalog.tokensByHash.first(hashSecret(`${secret}x`))).toBeUndefined();
    await deleteResource(context, "token", token.id);
    expect(context.catalog.tokensByHash.first(hashSecret(secret))).toBeUndefined();
    await expect(deleteResource(context, "token", token.id)).rejects.toMatchObject({ kind: "not-found" });
  });

  it("D18: write includes read, admin includes all, and the other scopes only themselves", () => {
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

  it("D20: an external token has an id that no stored token gets, the same at every start", async () => {
    const engine = await openTestEngine();
    const external = await addExternalToken(engine.context, "outside", { name: "Outside", rate: null });
    expect(external).toMatchObject({ name: "Outside", scopes: SCOPES, rate: null });
    expect(external.id).toBe(2n ** 63n - 1n);
    expect(engine.context.catalog.tokensByHash.first(hashSecret("outside"))).toEqual(external);
    const actor = { tokenId: external.id, name: external.name };
    await createSpace({ ...engine.context, actor }, { name: "Hall" });
    const { context } = await engine.reopen();
    expect(context.catalog.tokensByHash.first(hashSecret("outside"))).toBeUndefined();
    const { token } = await createToken(context, { name: "Stored", scopes: ["read"], rate: 60 });
    expect(token.id).toBeLessThan(external.id);
    const filter = { tokenId: external.id, resourceId: null };
    const all = { start: 0, end: context.clock.now() + 1, offset: 0, limit: 10, order: "ASC" } as const;
    const { items } = await context.catalog.auditLog(filter, all);
    expect(items).toMatchObject([{ actor, resourceType: "space" }, { actor }]);
    expect(await addExternalToken(context, "outside", { name: "Outside", rate: null })).toEqual(external);
  });

  it("an external token with the secret of a stored one has its id, and all scopes until the process ends", async () => {
    const { context, reopen } = await openTestEngine();
    const { token, secret } = await createToken(context, { name: "Stored", scopes: ["read"], rate: 60 });
    const external = await addExternalToken(context, secret, { name: "Outside", rate: null });
    expect(external).toMatchObject({ id: token.id, scopes: SCOPES });
    expect(context.catalog.tokens.all()).toEqual([external]);
    expect((await reopen()).context.catalog.tokens.all()).toEqual([token]);
  });
});
