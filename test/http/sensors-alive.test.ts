import { describe, expect, it } from "vitest";
import { type TestApi, testApi, testSite } from "../support/http.ts";
import { total } from "../support/sent-readings.ts";

const isAlive = async (api: TestApi) => (await api.get("/v2/sensors/a/")).body.alive;

describe("D22: a sensor is alive", () => {
  it("for three quarters of an hour after a message, if its usual gap is not known", async () => {
    const api = await testApi();
    await api.post("/v2/sensors/a/heartbeat/");
    api.at("2024-05-10T12:44:59Z");
    expect(await isAlive(api)).toBe(true);
    api.at("2024-05-10T12:45:00Z");
    expect(await isAlive(api)).toBe(false);
    await api.report("a 2024-05-10T12:44:00Z 1");
    expect(await isAlive(api)).toBe(true);
  });

  it.each([
    ["a minute", ["11:57", "11:58", "11:59"], "12:09:59", "12:10:00"],
    ["an hour", ["09:00", "10:00", "11:00", "11:10", "12:00"], "14:59:59", "15:00:00"],
  ])("for three times its usual gap, of %s, or for the sensor timeout", async (_, times, last, first) => {
    const { api } = await testSite();
    await api.post(
      "/v2/readings/",
      times.map((time, index) => total(time, index)),
    );
    api.at(`2024-05-10T${last}Z`);
    expect(await isAlive(api)).toBe(true);
    api.at(`2024-05-10T${first}Z`);
    expect(await isAlive(api)).toBe(false);
  });

  it("not because of messages of its past, unlike its status", async () => {
    const { api } = await testSite();
    await api.report("a 2023-05-10T11:00:00Z 1");
    const past = total("2023-05-10T12:00:00Z", 1);
    await api.post("/v2/readings/", [past]);
    const { body } = await api.get("/v2/sensors/a/");
    expect(body).toMatchObject({ status: "online", alive: false });
    // What was held back on the way is of now.
    await api.report("a 2024-05-09T13:00:00Z 1");
    expect(await isAlive(api)).toBe(true);
  });
});
