import { expect, it } from "vitest";
import { testSite } from "../support/http.ts";

/** A space with a person who came at 01:00 UTC of 5 January 2024 and another at 08:00, and its count each half hour past. */
async function house() {
  const { api, space } = await testSite({ time_zone: "UTC", daily_reset: "04:00" });
  await api.report("a 2024-01-05T01:00:00Z 1", "a 2024-01-05T08:00:00Z 1");
  const put = async (body: object) => expect((await api.put(`/v2/spaces/${space}/`, body)).status).toBe(200);
  const counts = async () => {
    const hours = Array.from(
      { length: 12 },
      (_, hour) => `2024-01-05T${String(hour).padStart(2, "0")}:30:00Z`,
    );
    const answers = await Promise.all(
      hours.map((time) => api.get(`/v1/spaces/${space}/count/?time=${time}`)),
    );
    return answers.map(({ body }) => body.count).join(" ");
  };
  return { put, counts };
}

it("D5, D8: a dated daily reset keeps the time zone's own history", async () => {
  const { put, counts } = await house();
  await put({ time_zone: "America/New_York", effective_from: "2024-01-07" });
  expect(await counts()).toBe("0 1 1 1 0 0 0 0 1 1 1 1");
  await put({ daily_reset: "06:00", effective_from: "2024-01-05" });
  expect(await counts()).toBe("0 1 1 1 1 1 0 0 1 1 1 1");
});

it("D5, D8: a dated time zone keeps the daily reset's own history", async () => {
  const { put, counts } = await house();
  await put({ daily_reset: null, effective_from: "2024-01-07" });
  await put({ time_zone: "America/New_York", effective_from: "2024-01-05" });
  // 04:00 in New York is 09:00 UTC.
  expect(await counts()).toBe("0 1 1 1 1 1 1 1 2 0 0 0");
});

it("D5, D8: both dated at once hold from then on, and replace what was dated later", async () => {
  const { put, counts } = await house();
  await put({ daily_reset: "06:00", effective_from: "2024-01-07" });
  await put({ time_zone: "Asia/Tokyo", daily_reset: "12:00", effective_from: "beginning" });
  // 12:00 in Tokyo is 03:00 UTC.
  expect(await counts()).toBe("0 1 1 0 0 0 0 0 1 1 1 1");
});

it("D5, D8: effective_from without anything to date changes nothing", async () => {
  const { put, counts } = await house();
  await put({ time_zone: "America/New_York", effective_from: "2024-01-07" });
  const before = await counts();
  await put({ capacity: 5, effective_from: "beginning" });
  expect(await counts()).toBe(before);
});
