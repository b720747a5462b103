import { describe, expect, it } from "vitest";
import { PATH_PART_LENGTH_MAX } from "../../src/domain/limits.ts";
import { TIME_ZONE_DATA } from "../../src/domain/time-zone-data.ts";
import { expectProblem, keptLog, sharedApi, testApi, testSite } from "../support/http.ts";

const api = await sharedApi();

describe("health (D18: open without a token)", () => {
  it("GET /healthz and /readyz return 200", async () => {
    expect(await api.get("/healthz", { token: null })).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await api.get("/readyz", { token: null })).toMatchObject({
      status: 200,
      body: { status: "ready", time_zone_data: TIME_ZONE_DATA },
    });
    expect((await api.send("HEAD", "/healthz", { token: null })).status).toBe(200);
  });

  it("says for an hour that the system clock went back", async () => {
    const api = await testApi({ now: "2024-05-06T12:00:00Z" });
    const { steadyClock } = api.context;
    steadyClock.follow();
    api.at("2024-05-06T11:00:00Z");
    steadyClock.follow();
    const ready = async () => (await api.get("/readyz", { token: null })).body;
    expect(await ready()).toEqual({
      status: "ready",
      time_zone_data: TIME_ZONE_DATA,
      warnings: [expect.stringContaining("the system clock went back by 3600 s")],
    });
    api.at("2024-05-06T13:00:01Z");
    expect(await ready()).toEqual({ status: "ready", time_zone_data: TIME_ZONE_DATA });
    api.at("2099-01-01T00:00:00Z");
    expect(await ready()).toMatchObject({
      warnings: [expect.stringContaining(`the time zone data ${TIME_ZONE_DATA}`)],
    });
  });

  it("D17: /healthz is 200, other paths 503 with Retry-After before readiness", async () => {
    let ready = false;
    const log = keptLog("error");
    const api = await testApi({ ...log, isReady: () => ready });
    expect((await api.get("/healthz", { token: null })).status).toBe(200);
    for (const url of ["/readyz", "/v2/spaces/"]) {
      const answer = await api.get(url);
      expectProblem(answer, 503);
      expect(answer.headers["retry-after"]).toBe("5");
    }
    // Nothing has failed.
    expect(log.text).toBe("");
    ready = true;
    expect((await api.get("/readyz")).status).toBe(200);
    expect((await api.get("/v2/spaces/")).status).toBe(200);
  });
});

describe("paths and methods", () => {
  it("D17: an unknown path is a 404 problem", async () => {
    expectProblem(await api.get("/"), 404, "GET / does not exist");
    expectProblem(await api.get("/v2/nothing/?a=b"), 404, "GET /v2/nothing/ does not exist");
    expectProblem(await api.get("/v3/spaces/"), 404);
    // Its body is not looked at.
    expectProblem(await api.post("/v2/nothing/", undefined, { raw: "{" }), 404);
  });

  it.each(["/v2/spaces/%zz/", "/v2/spaces/%e0%a4%a/", `/v2/spaces/${"1".repeat(5000)}/`, "/v2/spaces/%00/"])(
    "D17: %s names nothing",
    async (url) => {
      const answer = await api.get(url);
      expectProblem(answer, 404);
      expect(answer.text.length).toBeLessThan(1000);
      expectProblem(await api.get(url, { token: null }), 403);
    },
  );

  it("D17: a known path with another method is a 405 that names the allowed methods", async () => {
    const answer = await api.send("PATCH", "/v2/spaces/spc_1/", { body: { name: "x" } });
    expectProblem(answer, 405);
    expect(answer.headers.allow).toBe("DELETE, GET, HEAD, OPTIONS, PUT");
    // Neither scope nor body matters.
    const read = await api.token(["read"]);
    const post = await api.send("POST", "/v2/resets/", { raw: "{", headers: { "content-type": "text/csv" } });
    expectProblem(post, 415);
    expectProblem(await api.send("PUT", "/v2/resets/", { raw: "{", token: read }), 405);
    expectProblem(await api.send("POST", "/healthz", {}), 405);
  });

  it("D17: HEAD is there only if GET is", async () => {
    const answer = await api.send("HEAD", "/v2/sensor_events/");
    expect(answer).toMatchObject({ status: 405, headers: { allow: "OPTIONS, POST" } });
    expect((await api.send("OPTIONS", "/v2/events/evt_1")).headers.allow).toBe("DELETE, OPTIONS");
  });

  it("HEAD answers as GET does, without the body", async () => {
    const { api, space } = await testSite();
    const get = await api.get(`/v2/spaces/${space}/`);
    const head = await api.send("HEAD", `/v2/spaces/${space}/`);
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(get.text)));
    expect((await api.send("HEAD", "/v2/spaces/spc_99/")).status).toBe(404);
    expect((await api.send("HEAD", "/v2/spaces/", { token: null })).status).toBe(403);
  });
});

describe("cross-origin requests", () => {
  it("are allowed, errors included", async () => {
    for (const url of ["/v2/spaces/", "/v2/spaces/spc_99/", "/v2/spaces/%zz/", "/nothing"]) {
      const { headers } = await api.get(url);
      expect(headers["access-control-allow-origin"]).toBe("*");
      for (const name of ["Retry-After", "Headcount-Ignored", "Preference-Applied"])
        expect(headers["access-control-expose-headers"]).toContain(name);
    }
  });

  it("are asked for without a token, which browsers do not send then", async () => {
    const answer = await api.send("OPTIONS", "/v2/spaces/", {
      token: null,
      headers: { origin: "https://example.com", "access-control-request-method": "POST" },
    });
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers).toMatchObject({
      allow: "GET, HEAD, OPTIONS, POST",
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET, HEAD, OPTIONS, POST",
      "access-control-allow-headers": expect.stringMatching(/Authorization.*Prefer/),
    });
    expectProblem(await api.send("OPTIONS", "/v2/nothing/", { token: null }), 403);
    expectProblem(await api.send("OPTIONS", "/v2/nothing/"), 404);
  });
});

describe("D17: media types that a client accepts", () => {
  it("is JSON, or the answer is a 406", async () => {
    const get = (accept: string) => api.get("/v2/spaces/", { headers: { accept } });
    expect((await get("application/json")).status).toBe(200);
    expect((await get("text/html, */*;q=0.1")).status).toBe(200);
    expectProblem(await get("text/html"), 406, /application\/json/);
    // What is written is not undone because of it.
    const headers = { accept: "text/html" };
    expect((await api.post("/v2/spaces/", { name: "Hall" }, { headers })).status).toBe(201);
    expect((await api.get("/healthz", { headers })).status).toBe(200);
  });

  it.each([
    [undefined, true],
    ["", true],
    ["APPLICATION/JSON; q=0.5", true],
    ["text/csv, application/json", true],
    ["application/json;q=0, */*", false],
    ["*/*;q=0", false],
    ["text/csv", false],
  ])("Accept: %s", async (accept, expected) => {
    const { status } = await api.get("/v2/spaces/", { headers: accept === undefined ? {} : { accept } });
    expect(status).toBe(expected ? 200 : 406);
  });
});

it("a part of a path has a maximum of decoded characters; one more is a 404", async () => {
  for (const character of ["s", "ü"]) {
    const [longest, longer] = [PATH_PART_LENGTH_MAX, PATH_PART_LENGTH_MAX + 1].map(
      (length) => `/v2/sensors/${encodeURIComponent(character.repeat(length))}/`,
    ) as [string, string];
    expectProblem(await api.get(longest), 404, /^sensor "[sü]+" does not exist$/);
    expectProblem(await api.get(longer), 404, /^GET \/v2\/sensors\/.* does not exist$/);
    expectProblem(await api.post(longest), 405);
    expectProblem(await api.post(longer), 404);
  }
});
