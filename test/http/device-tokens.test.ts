import { describe, expect, it, vi } from "vitest";
import { DEVICE_MESSAGE_BYTES_MAX } from "../../src/domain/limits.ts";
import type { Scope } from "../../src/domain/resources.ts";
import { createToken } from "../../src/engine/resources/tokens.ts";
import {
  ADMIN,
  type Answer,
  type ApiOptions,
  expectProblem,
  keptLog,
  type TestApi,
  testApi,
} from "../support/http.ts";

const URL = "/v2/devices/milesight/";
const REPORT = JSON.stringify({
  device_info: { device_sn: "M1" },
  time_info: { end_time: "2024-05-10T11:00:00+00:00" },
  line_total_data: [{ line: 1, total: { in_counted: 1, out_counted: 1 } }],
});

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** Sends a report to a path with an `Authorization`, if any. */
function post(api: TestApi, path: string, authorization?: string, raw = REPORT): Promise<Answer> {
  const headers = authorization === undefined ? {} : { authorization };
  return api.post(path, undefined, { token: null, headers, raw });
}

/** An API with the token `secret`. */
async function apiWith(secret: string, scopes: readonly Scope[] = ["ingest"], options: ApiOptions = {}) {
  const api = await testApi({ rateLimit: null, ...options });
  await createToken(api.context, { name: "Door", scopes, rate: null }, () => secret);
  return api;
}

describe("D32: the token of a device", () => {
  it.each([
    ["a bearer token", `Bearer ${ADMIN}`],
    ["a bearer token in another case", `bearer ${ADMIN}`],
    ["the whole header", ADMIN],
    ["the password of any user", basic("device", ADMIN)],
    ["the password of no user", basic("", ADMIN)],
    ["Basic in another case", basic("a", ADMIN).replace("Basic", "BASIC")],
  ])("may be %s", async (_what, authorization) => {
    const api = await testApi();
    expect((await post(api, URL, authorization)).status).toBe(200);
    const elsewhere = await api.get("/v2/spaces/", { token: null, headers: { authorization } });
    if (/^bearer/i.test(authorization)) expect(elsewhere.status).toBe(200);
    else expectProblem(elsewhere, 403, "Incorrect");
  });

  it("may have a colon in its password, and is not its user", async () => {
    const api = await apiWith("two:parts");
    expect((await post(api, URL, basic("a", "two:parts"))).status).toBe(200);
    for (const authorization of [
      ...[undefined, "", "Bearer", "Basic", "Basic !", "Digest two:parts", "Bearer two:parts x"],
      ...[basic("two:parts", ""), basic("two:parts", "x")],
    ])
      expectProblem(await post(api, URL, authorization), 403, /^Incorrect authentication credentials\.$/);
  });

  it("may be in the path if its scope is ingest alone, whatever the header says", async () => {
    const api = await apiWith("door/5 é");
    const path = `${URL}${encodeURIComponent("door/5 é")}`;
    for (const authorization of [undefined, basic("admin", "12345"), "Bearer hct_unknown"])
      for (const url of [
        path,
        `${path}/`,
        `${path}/?event=up`,
        path.replace("/v2/devices", "//v2//%64evices"),
      ])
        expect((await post(api, url, authorization)).status).toBe(200);
    expectProblem(await post(api, `${URL}hct_unknown/`, `Bearer ${ADMIN}`), 403, /^Incorrect/);
    expectProblem(await post(api, `${path}/more/`), 403, /^Incorrect/);
    expectProblem(await post(api, path.replace("devices/milesight", "readings")), 403, /^Incorrect/);
  });

  it.each([[["read"]], [["ingest", "read"]], [["write"]], [["admin"]]] as const)(
    "is refused in the path as an unknown one with the scopes %s, which only the log says",
    async (scopes) => {
      const log = keptLog("warn");
      const api = await apiWith("many-scopes", scopes, log);
      const answer = await post(api, `${URL}many-scopes/`);
      expectProblem(answer, 403, /^Incorrect authentication credentials\.$/);
      expect(answer.text).toBe((await post(api, `${URL}unknown/`)).text);
      expect(log.text.trim().split("\n")).toHaveLength(1);
      const said = { token_id: "tkn_2", msg: expect.stringContaining("ingest alone") };
      expect(JSON.parse(log.text)).toMatchObject(said);
    },
  );

  it("needs the scope ingest in a header", async () => {
    const api = await testApi();
    const [read, ingest] = [await api.token(["read"]), await api.token(["ingest"])];
    expectProblem(await post(api, URL, basic("a", read)), 403, /the scope ingest$/);
    expect((await post(api, URL, basic("a", ingest))).status).toBe(200);
  });

  it("comes before a 404 and a 405, and is the actor of what it registers", async () => {
    const api = await apiWith("door-token");
    expectProblem(await post(api, "/v2/devices/abacus/"), 403);
    expectProblem(await post(api, "/v2/devices/abacus/door-token/"), 404, /the adapters are/);
    for (const method of ["GET", "PUT"] as const)
      for (const url of [URL, `${URL}door-token/`]) {
        expectProblem(await api.send(method, url, { token: null }), url === URL ? 403 : 405);
        const headers = { authorization: basic("a", "door-token") };
        expectProblem(await api.send(method, URL, { token: null, headers }), 405, /supports OPTIONS, POST$/);
      }
    await post(api, `${URL}door-token/`);
    const { body } = await api.get("/v2/audit_log/?resource_type=sensor");
    expect(body.results[0]).toMatchObject({ token_name: "Door", action: "create" });
  });

  it("has its rate, and refused ones are limited by address", async () => {
    const api = await testApi({ rateLimit: 2 });
    await createToken(api.context, { name: "Door", scopes: ["ingest"], rate: 3 }, () => "door-token");
    const statuses: number[] = [];
    for (const [path, authorization] of [
      [`${URL}door-token/`],
      [URL, basic("a", "door-token")],
      [URL, "door-token"],
      [`${URL}door-token/`],
      [`${URL}unknown/`],
      [URL, basic("a", "unknown")],
      [`${URL}unknown/`],
    ] as const)
      statuses.push((await post(api, path, authorization)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 403, 403, 429]);
  });
});

describe("D32: the token of a device is shown nowhere", () => {
  /** Tokens that need no encoding in a path, that do, and one of the server's own form. */
  const TOKENS = ["plain-secret-1", "s/e c?r#e%t-é", "hct_a1B2c3D4e5F6"];

  /** The forms of a token in a text. */
  const formsOf = (token: string) => [
    token,
    encodeURIComponent(token),
    encodeURIComponent(token).toLowerCase(),
    JSON.stringify(token).slice(1, -1),
    Buffer.from(`device:${token}`).toString("base64"),
  ];

  it.each(TOKENS)("in no log, metric, audit entry or answer: %s", async (secret) => {
    const log = keptLog("trace");
    const api = await apiWith(secret, ["ingest"], { ...log, slowQuery: -1 });
    const wide = `${secret}-wide`;
    await createToken(api.context, { name: "Wide", scopes: ["admin"], rate: null }, () => wide);
    const statuses = new Set<number>();
    const keep = ({ status, text, headers }: Answer) => {
      statuses.add(status);
      log.text += text + JSON.stringify(headers);
    };
    for (const token of [secret, wide, `${secret}-unknown`]) {
      const encoded = encodeURIComponent(token);
      const lower = encoded.replace(/%../g, (code) => code.toLowerCase());
      const paths = [encoded, lower, `${encoded}/more`, `${encoded}%zz`, `${encoded}${"x".repeat(2_000)}`];
      const urls = ["milesight", "abacus", "%6dilesight", encoded].flatMap((adapter) =>
        paths.map((path) => `/v2/devices/${adapter}/${path}/`),
      );
      const authorizations = [undefined, `Bearer ${token}`, token, basic("device", token)].map((each) =>
        each === undefined ? undefined : Buffer.from(each).toString("latin1"),
      );
      for (const url of [...urls, `/v2/devices/${encoded}`, `//v2/%64evices//milesight/${encoded}`, URL])
        for (const authorization of authorizations) {
          const hasToken = authorization !== undefined || url.endsWith(`/${encoded}/`);
          const headers = {
            ...(hasToken ? { "x-request-id": encoded } : {}),
            ...(authorization === undefined ? {} : { authorization }),
          };
          keep(await api.post(url, undefined, { token: null, headers, raw: REPORT }));
          keep(await api.get(url, { token: null, headers }));
        }
      for (const url of [`${URL}${encoded}/`, `${URL}${lower}`]) keep(await post(api, url, undefined, "{"));
      const large = "x".repeat(DEVICE_MESSAGE_BYTES_MAX + 1);
      keep(await post(api, `${URL}${encoded}/`, undefined, large));
      keep(await post(api, URL, basic("device", token), large));
    }
    const { ingest } = api.context;
    vi.spyOn(ingest, "submit").mockRejectedValueOnce(new Error("unexpected"));
    keep(await post(api, `${URL}${encodeURIComponent(secret)}/`));
    for (const url of ["/metrics", "/v2/audit_log/", "/v2/tokens/", "/v2/sensors/"]) keep(await api.get(url));
    const shown = log.text;
    expect([...statuses].sort()).toEqual([200, 400, 403, 404, 405, 413, 500]);
    expect(shown).toContain('"route":"/v2/devices/:adapter/:token/"');
    expect(shown).toContain('route="/v2/devices/:adapter/:token/"');
    expect(shown).toContain('"msg":"slow query"');
    expect(shown).toContain('"path":"/v2/devices/milesight/…"');
    for (const form of formsOf(secret)) {
      const at = shown.indexOf(form);
      expect(at === -1 ? null : shown.slice(Math.max(0, at - 300), at + 100)).toBeNull();
    }
  });
});
