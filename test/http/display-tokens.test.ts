import { beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, requiredQuery } from "../support/contract.ts";
import { ContractSite } from "../support/contract-site.ts";
import { expectProblem, pathsOf, sharedApi, testApi, testSite } from "../support/http.ts";
import { open, publish, resetTo } from "../support/sockets.ts";

/** Two measured spaces, and a token for the display of the first. */
const api = await sharedApi();
const { space } = await api.site({
  capacity: 30,
  notes: "the alarm code is 1234",
  safe_threshold_mode: "UTILIZATION_PERC_LEGAL",
  safe_threshold_value: 0.5,
});
const other = (await api.create("/v2/spaces/", { name: "Other" })).id;
await api.report("a 2024-05-10T11:00:00Z 1");
const displayOf = (id: string) => `/v2/displays/${id.replace("spc", "dsp")}/`;
const made = await api.create("/v2/tokens/", { name: "Lobby", scopes: ["display"], space_id: space });
const token = String(made.token);

describe("D22: a token with the scope display", () => {
  it("says its space wherever it is shown", async () => {
    expect(made).toMatchObject({ scopes: ["display"], space_id: space });
    expect((await api.get("/v2/tokens/current/", { token })).body).toMatchObject({ space_id: space });
    const [admin, display] = (await api.get("/v2/tokens/")).body.results;
    expect([admin?.space_id, display?.space_id]).toEqual([null, space]);
    const [entry] = (await api.get("/v2/audit_log/?resource_type=token&page_size=1")).body.results;
    expect(entry?.changes).toMatchObject({ space_id: { to: space } });
  });

  it("reads the display with what it shows of the space, and nothing else of it", async () => {
    const dedicated_space = {
      ...{ id: space, name: "Hall", time_zone: "UTC", current_count: 1 },
      ...{ capacity: 30, target_capacity: null, safe_capacity: null },
      ...{ safe_threshold_mode: "UTILIZATION_PERC_LEGAL", safe_threshold_value: 0.5 },
    };
    const { body } = await api.get(displayOf(space), { token });
    expect(body).toEqual({ id: space.replace("spc", "dsp"), state: "counting", dedicated_space });
    const read = await api.token(["read"]);
    const whole = (await api.get(`/v2/spaces/${space}/`)).body;
    expect((await api.get(displayOf(space), { token: read })).body).toMatchObject({ dedicated_space: whole });
  });

  it("reads the present count, and opens a websocket of its space alone", async () => {
    for (const version of ["v1", "v2"]) {
      const path = `/${version}/spaces/${space}/count/`;
      expect(await api.get(path, { token })).toMatchObject({ status: 200, body: { count: 1 } });
      expectProblem(await api.get(`${path}?time=2024-05-10`, { token }), 403, "scope read");
      expectProblem(await api.get(`/${version}/spaces/${other}/count/`, { token }), 403, "scope display");
    }
    const address = (await api.listen()).replace("http", "ws");
    for (const query of ["", `?space_id=${space}`]) {
      const { body } = await api.post(`/v2/sockets/${query}`, undefined, { token });
      const socket = await open(`${address}/v2/${new URL(String(body.url)).search}`);
      publish(api.context.feed, [resetTo(other, 7), resetTo(space, 2)]);
      await socket.events(1);
      expect(socket.received.map(({ payload }) => payload.space_id)).toEqual([space]);
    }
    for (const query of [`?space_id=${other}`, `?space_id=${space},${other}`, "?space_id=spc_99"]) {
      expectProblem(await api.post(`/v2/sockets/${query}`, undefined, { token }), 403, "scope display");
      expectProblem(await api.get(`/v2/live/${query}`, { token }), 403, "scope display");
    }
    expect((await api.send("HEAD", "/v2/live/", { token })).status).toBe(200);
  });

  it("is refused another display, whether it exists or not", async () => {
    expectProblem(await api.get(displayOf(other), { token }), 403, "scope display");
    expectProblem(await api.get("/v2/displays/dsp_99/", { token }), 403, "scope display");
  });

  it("is of no use once its space is deleted", async () => {
    const { api, space } = await testSite();
    const made = await api.create("/v2/tokens/", { name: "x", scopes: ["display"], space_id: space });
    const [id, token] = [made.id, String(made.token)];
    expect((await api.delete(`/v2/spaces/${space}/`, { name: "Hall" })).status).toBe(204);
    expectProblem(await api.get(displayOf(space), { token }), 403, "Incorrect authentication");
    const [entry] = (await api.get("/v2/audit_log/?resource_type=token")).body.results;
    expect(entry).toMatchObject({ action: "delete", resource_id: id });
  });

  it("is bound to one space, and has no other scope", async () => {
    const make = (fields: object) => api.post("/v2/tokens/", { name: "x", ...fields });
    for (const space_id of [undefined, null, "spc_99"])
      expect(pathsOf(await make({ scopes: ["display"], space_id }))).toEqual(["space_id"]);
    expect(pathsOf(await make({ scopes: ["display", "read"], space_id: space }))).toEqual(["scopes"]);
    expect(pathsOf(await make({ scopes: ["read"], space_id: space }))).toEqual(["space_id"]);
    expect((await make({ scopes: ["read"], space_id: null })).status).toBe(201);
  });
});

describe("D22: the state of a display", () => {
  it("says whether the space has doorways, and whether an event has come", async () => {
    const api = await testApi();
    const { id } = await api.create("/v2/spaces/", { name: "Empty" });
    const stateOf = async (of: string) => (await api.get(displayOf(of))).body.state;
    expect(await stateOf(id)).toBe("not_measured");
    const { space } = await api.site();
    expect(await stateOf(space)).toBe("no_data");
    await api.report("a 2024-05-10T11:00:00Z 1");
    expect(await stateOf(space)).toBe("counting");
  });
});

describe("D18, D22: every other endpoint refuses a token with the scope display", () => {
  const OPEN = ["/displays/", "/count/", "/sockets/", "/tokens/current/"];
  const endpoints = ENDPOINTS.filter(
    ({ path, status }) => status < 400 && !OPEN.some((part) => path.includes(part)),
  );
  let site: ContractSite;
  let token: string;
  beforeAll(async () => {
    site = await ContractSite.open();
    const [first] = (await site.api.get("/v2/spaces/")).body.results;
    const fields = { name: "Lobby", scopes: ["display"], space_id: first?.id, rate: null };
    token = String((await site.api.create("/v2/tokens/", fields)).token);
    return () => site.api.app.close();
  });

  it.each(endpoints.map((endpoint) => [endpoint.title, endpoint] as const))(
    "%s",
    async (_title, endpoint) => {
      const query = requiredQuery(endpoint);
      const { answer } = await site.send(endpoint, { query, token, isIdle: true });
      expectProblem(answer, 403, `scope ${endpoint.scope}`);
    },
  );

  it("and the metrics", async () => {
    expectProblem(await site.api.get("/metrics", { token }), 403, "scope read");
  });
});
