import { describe, expect, it } from "vitest";
import { createSpace, SPACE_DEFAULTS } from "../../src/engine/resources/spaces.ts";
import { expectProblem, testApi, testSite } from "../support/http.ts";

const CONTROLS = ["a\tb", "a\rb", "a\0", "\u001b[2Ja", "a\u007f", "a\u0085b", "a\u2028b"];
const REFUSAL = "must not contain control characters such as a tab";

describe("D29: control characters", () => {
  it.each([
    ["/v1/spaces/", "name", {}],
    ["/v2/spaces/", "name", { time_zone: "UTC" }],
    ["/v2/spaces/", "size_area_unit", { name: "A" }],
    ["/v1/doorways/", "name", {}],
    ["/v2/doorways/", "name", {}],
    ["/v2/time_segments/", "label", { start: "09:00", end: "17:00", days: ["Monday"], spaces: [] }],
    ["/v2/time_segment_groups/", "name", {}],
    ["/v2/tokens/", "name", {}],
    ["/v2/webhooks/", "name", { endpoint: "https://example.com/" }],
  ])("are refused at %s in %s", async (url, field, others) => {
    const api = await testApi();
    for (const text of CONTROLS) {
      const answer = await api.post(url, { ...others, [field]: text });
      expectProblem(answer, 400);
      expect(answer.body.errors, JSON.stringify(text)).toContainEqual({ path: field, message: REFUSAL });
    }
    // Letters of any script, and what joins them, are no control characters.
    expect(
      (await api.post(url, { ...others, [field]: "Café 門 \u0645\u06cc\u200c\u062e 👩\u200d💻" })).status,
    ).toBeLessThan(300);
  });

  it("are refused in tags, teams, changed names and site documents", async () => {
    const { api, space } = await testSite();
    for (const text of CONTROLS) {
      expectProblem(await api.put(`/v2/spaces/${space}/`, { name: text }), 400, REFUSAL);
      expectProblem(await api.post(`/v2/spaces/${space}/tags/`, { tag_name: text }), 400);
      const teams = await api.post(`/v2/spaces/${space}/assigned_teams/`, { team_name: text });
      expectProblem(teams, 400, REFUSAL);
      const documents = [
        { spaces: [{ name: text }] },
        { spaces: [{ name: "A", spaces: [{ name: text }] }] },
        { doorways: [{ name: text }] },
        { time_segments: [{ label: text, start: "09:00", end: "10:00", days: [] }] },
        { time_segment_groups: [{ name: text }] },
      ];
      for (const document of documents)
        expectProblem(await api.post("/v2/admin/site/", document), 400, REFUSAL);
    }
  });

  it("that break a line are blanks, on all ways in", async () => {
    const { api, space } = await testSite();
    const renamed = await api.put(`/v2/spaces/${space}/`, { name: "b\n=cmd|x" });
    expect(renamed.body.name).toBe("b =cmd|x");
    await api.post("/v2/admin/site/", { spaces: [{ name: "A\r\nB" }] });
    const spaces = (await api.get("/v2/spaces/")).body.results;
    expect(spaces.map(({ name }) => name)).toEqual(["b =cmd|x", "A B"]);
  });

  it("in names of before the rule are still shown and exported", async () => {
    const api = await testApi();
    await createSpace(api.context, { ...SPACE_DEFAULTS, name: "b\n=cmd|x" });
    const [space] = (await api.get("/v2/spaces/")).body.results;
    expect(space?.name).toBe("b\n=cmd|x");
    const site = (await api.get("/v2/admin/site/")).body;
    expect(site).toMatchObject({ spaces: [{ name: "b\n=cmd|x" }] });
    const range = "start_time=2024-05-06&end_time=2024-05-07&interval=1d&csv=excel";
    const csv = await api.get(`/v2/spaces/${space?.id}/counts/?${range}`, {
      headers: { accept: "text/csv" },
    });
    expect(csv.text.replaceAll(/"[^"]*"/g, "").split("\n")).toHaveLength(3);
    expect((await api.put(`/v2/spaces/${space?.id}/`, { name: "b" })).status).toBe(200);
  });
});
