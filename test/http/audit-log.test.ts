import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withDirectory } from "../../src/cli/directory-server.ts";
import { answerOf, type HeadcountClient } from "../../src/client/index.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { type Body, NOW, pathsOf, type TestApi, testApi } from "../support/http.ts";

/** Requests one after another, each with its body; below each, indented, the entries that it leaves in the audit log. */
const TABLE = new URL("audit-log.txt", import.meta.url);

/** Fields of spaces with a default, which are left out of the table. */
const DEFAULTS = new Set(["annual_rent_currency", "inherits_time_segments", "size_area_unit"]);

/** An entry as the table has it: without the empty fields of what is created or deleted. */
function shown({ action, resource_type, resource_id, changes }: Body): string {
  const fields = Object.entries(changes as Readonly<Record<string, { from?: unknown; to?: unknown }>>);
  const isUpdate = action === "update" || action === "void";
  const texts = fields.flatMap(([name, change]) => {
    const values = ["from", "to"].filter((side) => side in change).map((side) => Object(change)[side]);
    const isEmpty = values.every((value) => value === null || value.length === 0);
    return !isUpdate && (isEmpty || DEFAULTS.has(name))
      ? []
      : [`${name} ${values.map((value) => JSON.stringify(value)).join(" > ")}`];
  });
  return `  ${action} ${resource_type} ${resource_id}: ${texts.join(", ")}`;
}

it("D30: the audit log has an entry for each resource that a request changes, and none for one that it does not", async () => {
  const api = await testApi();
  const entries = async () => (await api.get("/v2/audit_log/?order=asc&page_size=1000")).body.results;
  let seen = await entries();
  const table: string[] = [];
  for (const line of readFileSync(TABLE, "utf8")
    .split("\n")
    .filter((each) => /^[A-Z]/.test(each))) {
    const [, method = "", url = "", body] = /^(\S+) (\S+)(?: (.*))?$/.exec(line) ?? [];
    await api.send(method as "POST", url, body === undefined ? {} : { body: JSON.parse(body) });
    const all = await entries();
    table.push(line, ...all.slice(seen.length).map(shown));
    seen = all;
  }
  await expect(`${table.join("\n")}\n`).toMatchFileSnapshot("audit-log.txt");
  // Of secrets it has neither the text nor a hash.
  expect(JSON.stringify(seen)).not.toMatch(/secret|whsec_|hct_|[\da-f]{64}/);
});

/** A token creates a space, renames it and deletes it, a minute apart, and is revoked then. */
async function threeChanges(): Promise<{ api: TestApi; space: string; tokenId: string }> {
  const api = await testApi();
  const made = await api.create("/v2/tokens/", { name: "Editor", scopes: ["write"], rate: null });
  const sent = { token: String(made.token) };
  const space = await api.post("/v2/spaces/", { name: "Hall" }, sent);
  const url = `/v2/spaces/${space.body.id}/`;
  api.at("2024-05-10T12:01:00Z");
  await api.put(url, { name: "Great hall", capacity: 5 }, sent);
  api.at("2024-05-10T12:02:00Z");
  await api.delete(url, { name: "Great hall" }, sent);
  await api.delete(`/v2/tokens/${made.id}/`);
  return { api, space: space.body.id, tokenId: made.id };
}

describe("GET /audit_log/", () => {
  it("has no token for changes by the command line", async () => {
    const look = async ({ v2 }: HeadcountClient) => {
      await answerOf(v2.POST("/v2/spaces/", { body: { name: "Hall" } }));
      const { results } = await answerOf(v2.GET("/v2/audit_log/", {}));
      const actors = results.map(({ token_id, token_name }) => ({ token_id, token_name }));
      expect(actors).toEqual(Array(2).fill({ token_id: null, token_name: "command line" }));
    };
    await withDirectory(temporaryFolder(), (server) => server.run(look), { mayCreate: true });
  });

  it("says who changed what, and when, newest first", async () => {
    const { api, space, tokenId } = await threeChanges();
    const { body } = await api.get(`/v2/audit_log/?resource_id=${space}`);
    const entry = {
      id: expect.stringMatching(/^aud_[1-9]\d*$/),
      token_id: tokenId,
      token_name: "Editor",
      resource_type: "space",
      resource_id: space,
    };
    expect(body).toEqual({
      total: 3,
      next: null,
      previous: null,
      results: [
        { ...entry, timestamp: "2024-05-10T12:02:00.000Z", action: "delete", changes: expect.any(Object) },
        {
          ...entry,
          timestamp: "2024-05-10T12:01:00.000Z",
          action: "update",
          changes: { name: { from: "Hall", to: "Great hall" }, capacity: { from: null, to: 5 } },
        },
        { ...entry, timestamp: NOW, action: "create", changes: expect.any(Object) },
      ],
    });
    const of = async (query: string) => (await api.get(`/v2/audit_log/?${query}`)).body.results;
    expect(await of(`token_id=${tokenId}&resource_id=spc_99`)).toEqual([]);
    expect(await of(`resource_type=space&token_id=${tokenId}`)).toHaveLength(3);
    expect(await of(`resource_type=doorway&token_id=${tokenId}`)).toEqual([]);
    const since = `token_id=${tokenId}&start_time=2024-05-10T12:01:00Z`;
    expect(await of(`${since}&order=asc`)).toEqual((await of(since)).toReversed());
    const minute = "start_time=2024-05-10T12:01:00Z&end_time=2024-05-10T12:02:00Z";
    expect(await of(minute)).toEqual(body.results.slice(1, 2));
    const backwards = "/v2/audit_log/?start_time=2024-05-02&end_time=2024-05-01";
    expect(pathsOf(await api.get(backwards))).toEqual(["start_time"]);
    expect(body.results[0]?.changes).toMatchObject({ name: { from: "Great hall" } });
    expect(body.results[2]?.changes).toMatchObject({ name: { to: "Hall" }, daily_reset: { to: "04:00" } });
  });
});
