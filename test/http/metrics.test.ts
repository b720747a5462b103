import { describe, expect, it } from "vitest";
import { Metrics } from "../../src/http/monitoring.ts";
import { expectProblem, type TestApi, testApi, testSite } from "../support/http.ts";
import { listen } from "../support/sockets.ts";

/** The samples of a text in the format of Prometheus, by name and labels. */
function parse(text: string): ReadonlyMap<string, number> {
  const samples = text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm);
  return new Map([...samples].map(([, name, labels = "", value]) => [`${name}{${labels}}`, Number(value)]));
}

async function scrape(api: TestApi): Promise<ReadonlyMap<string, number>> {
  return parse((await api.get("/metrics")).text);
}

describe("GET /metrics (D18)", () => {
  it("needs a token with the scope read, and has the content type of Prometheus", async () => {
    const api = await testApi();
    expectProblem(await api.get("/metrics", { token: null }), 403);
    expectProblem(await api.get("/metrics", { token: await api.token(["ingest"]) }), 403, "scope read");
    const headers = { accept: "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5" };
    const answer = await api.get("/metrics", { token: await api.token(["read"]), headers });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(parse(answer.text).get("headcount_log_events{}")).toBe(0);
  });

  it("tells how the log is, and how many sockets are open, at the time of the scrape", async () => {
    const { api } = await testSite();
    await api.report("a 2024-05-10T10:00:00Z 1", "a 2024-05-10T10:01:00Z 1");
    await listen(api, await api.listen());
    const samples = await scrape(api);
    expect(samples.get("headcount_log_events{}")).toBe(2);
    expect(samples.get("headcount_stale_runs{}")).toBe(0);
    expect(samples.get("headcount_open_sockets{}")).toBe(1);
  });

  it("tells durations of requests by route, method and class of status, never by address", async () => {
    const { api, space } = await testSite();
    await api.get(`/v2/spaces/${space}/`);
    await api.get(`/v2/spaces/${space}`);
    await api.get("/v2/spaces/spc_99/?secret=1");
    for (let i = 0; i < 20; i++) await api.get(`/nothing/${i}`);
    await api.get("/v2/spaces/%zz/");
    await api.send("PATCH", "/v2/spaces/");
    const text = (await api.get("/metrics")).text;
    const samples = parse(text);
    const name = "headcount_http_request_duration_seconds_count";
    const route = 'route="/v2/spaces/:space_id/"';
    expect(samples.get(`${name}{method="GET",${route},status="2xx"}`)).toBe(2);
    expect(samples.get(`${name}{method="GET",${route},status="4xx"}`)).toBe(1);
    expect(samples.get(`${name}{method="GET",route="none",status="4xx"}`)).toBeGreaterThanOrEqual(20);
    expect(samples.get(`${name}{method="PATCH",route="none",status="4xx"}`)).toBe(1);
    expect(text).not.toMatch(/spc_|secret|nothing/);
  });

  it("tells how long the engine takes to answer", async () => {
    const { api, space } = await testSite();
    const range = "start_time=2024-05-10&end_time=2024-05-11";
    for (const path of [`v2/spaces/${space}/counts/?${range}`, `v2/counts/?space_id=${space}&${range}`])
      expect((await api.get(`/${path}`)).status).toBe(200);
    for (const path of [
      `v1/spaces/${space}/count/`,
      "v1/events/",
      `v2/spaces/${space}/events/?${range}`,
      `v2/sensors/a/events/?${range}`,
      `v2/spaces/${space}/breaches/?${range}`,
    ])
      expect((await api.get(`/${path}`)).status).toBe(200);
    const samples = await scrape(api);
    const counted = ["counts", "count", "events", "breaches"].map((query) =>
      samples.get(`headcount_query_duration_seconds_count{query="${query}"}`),
    );
    expect(counted).toEqual([2, 1, 3, 1]);
  });
});

describe("metrics", () => {
  it("are of the process, too, if it is watched", async () => {
    const metrics = new Metrics();
    metrics.watchProcess();
    const text = await metrics.text();
    expect(text).toContain("process_resident_memory_bytes ");
    expect(text).toContain("nodejs_eventloop_lag_seconds ");
    expect(text).toContain("nodejs_active_handles ");
    // A gauge with the name of a counter.
    expect(text).not.toContain("nodejs_active_handles_total");
  });
});
