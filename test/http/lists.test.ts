import { describe, expect, it } from "vitest";
import { type ApiOptions, pathsOf, sharedApi, type TestApi, testApi, testSite } from "../support/http.ts";

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

describe("D16: links to other pages", () => {
  it("keep every other parameter, repeated and unknown ones too", async () => {
    const { api, space } = await testSite();
    for (const label of ["a&b", "c"])
      await api.create("/v2/time_segments/", {
        label,
        start: "00:00",
        end: "00:00",
        days: ["Friday"],
        spaces: [space],
      });
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
    const { body } = await api.get("/v2/spaces?page_size=2", {
      headers: { host: "counts.example.com:8080" },
    });
    expect(body.next).toBe("http://counts.example.com:8080/v2/spaces?page_size=2&page=2");
  });

  it.each(["https://counts.example.com/api", "https://counts.example.com/api/"])(
    "or the public address, if there is one: %s",
    async (publicUrl) => {
      const api = await fiveSpaces({ publicUrl });
      const { body } = await api.get("/v2/spaces/?page_size=2");
      expect(body.next).toBe("https://counts.example.com/api/v2/spaces/?page_size=2&page=2");
    },
  );

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

it("D16: unknown parameters are ignored, and known ones given once", async () => {
  const api = await fiveSpaces();
  const { body } = await api.get("/v2/spaces/?colour=red&colour=blue&__proto__=x&constructor=y");
  expect(body.results).toHaveLength(5);
  const { errors } = (await api.get("/v2/spaces/?page=1&page=1")).body;
  expect(errors).toEqual([{ path: "page", message: "is given more than once" }]);
});
