import { describe, expect, it } from "vitest";
import type { ApiOptions, Body, TestApi } from "../support/http.ts";
import { ADMIN, pathsOf, sharedApi, testApi, testSite } from "../support/http.ts";
import { Client } from "../support/raw-client.ts";

const empty = await sharedApi();

/** An API with five spaces. */
async function fiveSpaces(options: ApiOptions = {}): Promise<TestApi> {
  const api = await testApi(options);
  for (const name of ["A", "B", "C", "D", "E"]) await api.create("/v2/spaces/", { name });
  return api;
}

describe("D16: pages", () => {
  it("past the end are empty, and lead back to the last one there is", async () => {
    const api = await fiveSpaces();
    const past = await api.get("/v2/spaces/?page=7&page_size=2");
    expect(past).toMatchObject({ status: 200, body: { total: 5, results: [], next: null } });
    expect(past.body.previous).toBe("http://localhost:80/v2/spaces/?page=3&page_size=2");
    const far = await api.get(`/v2/spaces/?page=${"9".repeat(400)}`);
    expect(far).toMatchObject({ status: 200, body: { total: 5, results: [], next: null } });
  });

  it.each(["0", "-1", "abc", "", "1.5", "1e2", " 1", "0x2", "NaN"])("a number %j is a 400", async (value) => {
    expect(pathsOf(await empty.get(`/v2/spaces/?page=${value}`))).toEqual(["page"]);
    expect(pathsOf(await empty.get(`/v1/events/?page_size=${value}`))).toEqual(["page_size"]);
  });
});

describe("D16: a list by time whose pages are read while items are added", () => {
  const WRITES: Readonly<
    Record<string, (api: TestApi, site: { space: string; webhook: string }) => Promise<unknown>>
  > = {
    event: (api) => api.report(`a ${new Date(api.context.clock.now() - 1).toISOString()} 1`),
    reset: (api, { space: space_id }) =>
      api.create("/v2/resets/", { space_id, timestamp: new Date(api.context.clock.now()).toISOString() }),
    change: (api, { space }) => api.put(`/v2/spaces/${space}/`, { notes: `${api.context.clock.now()}` }),
  };

  it.each([
    ["event", "/v1/events/?"],
    ["event", "/v1/events/?space_id=SPACE&"],
    ["event", "/v2/spaces/SPACE/events/?start_time=2024-05-10&order=DESC&"],
    ["event", "/v2/spaces/SPACE/events/?start_time=2024-05-10&"],
    ["event", "/v2/sensors/a/events/?start_time=2024-05-10&order=desc&"],
    ["event", "/v2/webhooks/WEBHOOK/deliveries/?"],
    ["reset", "/v1/resets/?"],
    ["reset", "/v2/resets/?"],
    ["reset", "/v2/spaces/SPACE/resets/?"],
    ["change", "/v2/audit_log/?resource_id=SPACE&"],
    ["change", "/v2/audit_log/?order=ASC&"],
  ])("%ss between pages of %s appear on no page, and repeat nothing", async (kind, list) => {
    const { api, space } = await testSite();
    const { id: webhook } = await api.create("/v2/webhooks/", { endpoint: "https://example.com/" });
    const url = `${list.replace("SPACE", space).replace("WEBHOOK", webhook)}page_size=3`;
    let minute = 0;
    const write = async () => {
      api.at(`2024-05-10T12:${String(++minute).padStart(2, "0")}:00Z`);
      await WRITES[kind]?.(api, { space, webhook });
    };
    for (let i = 0; i < 8; i++) await write();
    const idsOf = (body: Body) => body.results.map(({ id }) => id);
    const whole = idsOf((await api.get(url.replace("page_size=3", "page_size=1000"))).body);
    const pages: unknown[][] = [];
    let last: string | null = null;
    for (let next: string | null = url; next !== null; ) {
      const { body } = await api.get(next);
      pages.push(idsOf(body));
      last = String(body.previous);
      ({ next } = body);
      await write();
      await write();
    }
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat()).toEqual(whole);
    expect(idsOf((await api.get(String(last))).body)).toEqual(pages.at(-2));
  });
});

it("D16: spaces keep their pages, in order of creation, while others are added and changed", async () => {
  const api = await fiveSpaces();
  const seen: Body[] = [];
  for (let url: string | null = "/v2/spaces/?page_size=2"; url !== null; ) {
    await api.create("/v2/spaces/", { name: `New ${seen.length}` });
    const { body }: { body: Body } = await api.get(url);
    seen.push(...body.results);
    await api.put(`/v2/spaces/${seen[0]?.id}/`, { notes: `changed ${seen.length}` });
    url = body.next;
  }
  const names = ["A", "B", "C", "D", "E", "New 0", "New 2", "New 4", "New 6", "New 8"];
  expect(seen.map(({ name }) => name)).toEqual(names);
});

describe("D16: links to other pages", () => {
  it("keep every other parameter, repeated and unknown ones too", async () => {
    const { api, space } = await testSite();
    const hours = { start: "00:00", end: "00:00", days: ["Friday"], spaces: [space] };
    for (const label of ["a&b", "c"]) await api.create("/v2/time_segments/", { label, ...hours });
    const query =
      "start_time=2024-05-10T08:00:00%2B02:00&end_time=2024-05-10T09:00:00Z&time_segment_labels=a%26b";
    const url = `/v2/spaces/${space}/counts/?${query}&time_segment_labels=c&unknown=%C3%BC&page=2&page_size=1`;
    const { body } = await api.get(url);
    const previous = new URL(String(body.previous));
    expect(previous.searchParams.getAll("time_segment_labels")).toEqual(["a&b", "c"]);
    expect(previous.searchParams.get("start_time")).toBe("2024-05-10T08:00:00+02:00");
    expect(previous.searchParams.get("unknown")).toBe("ü");
    expect(previous.searchParams.get("page")).toBe("1");
    expect((await api.get(String(body.previous))).status).toBe(200);
  });

  it("name the host that was asked", async () => {
    const api = await fiveSpaces();
    const headers = { host: "counts.example.com:8080" };
    const { body } = await api.get("/v2/spaces?page_size=2", { headers });
    expect(body.next).toBe("http://counts.example.com:8080/v2/spaces?page_size=2&page=2");
  });

  it("or the host that a trusted proxy was asked for, and no other's word counts", async () => {
    const headers = { "x-forwarded-host": "counts.example.com", "x-forwarded-proto": "https" };
    const trusting = await fiveSpaces({ trustProxy: "127.0.0.0/8" });
    const trusted = await trusting.get("/v2/spaces/?page_size=2", { headers });
    expect(trusted.body.next).toBe("https://counts.example.com/v2/spaces/?page_size=2&page=2");
    for (const trustProxy of [null, "192.0.2.0/24"]) {
      const wary = await fiveSpaces({ trustProxy });
      const { body } = await wary.get("/v2/spaces/?page_size=2", { headers });
      expect(body.next).toBe("http://localhost:80/v2/spaces/?page_size=2&page=2");
    }
  });
});

it("D16: unknown parameters are ignored", async () => {
  const api = await fiveSpaces();
  const { body } = await api.get("/v2/spaces/?colour=red&colour=blue&__proto__=x&constructor=y");
  expect(body.results).toHaveLength(5);
});

it("D16: a client that names no host gets links all the same", async () => {
  const api = await fiveSpaces();
  const client = new Client(await api.listen());
  client.socket.write(`GET /v2/spaces/?page_size=1 HTTP/1.0\r\nAuthorization: Bearer ${ADMIN}\r\n\r\n`);
  await client.closed;
  expect(client.received).toContain('"next":"http://localhost/v2/spaces/?page_size=1&page=2"');
});
