import { describe, expect, it } from "vitest";
import { type Body, testSite } from "../support/http.ts";
import { interval as intervalOf, total as totalAt, READINGS as URL } from "../support/sent-readings.ts";

/** Readings of the day before the present. */
const dayBefore = (time: string) => `2024-05-09T${time}:00Z`;
const total = (time: string, entered: number) => totalAt(dayBefore(time), entered);
const interval = (from: string, to: string, entered: number) =>
  intervalOf(dayBefore(from), dayBefore(to), entered);

async function site() {
  const { api } = await testSite();
  const hours = async () => {
    const query = "page_size=1000&order=ASC&start_time=2024-05-09&end_time=2024-05-10";
    const { body } = await api.get(`/v2/sensors/a/events/?${query}`);
    const byHour = new Map<string, number>();
    for (const { timestamp } of body.results) {
      const hour = String(timestamp).slice(11, 13);
      byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
    }
    return Object.fromEntries(byHour);
  };
  const results = async () => {
    const { body } = await api.get("/v2/sensors/a/readings/?page_size=1000");
    return body.results
      .map(
        ({ at, to, result, counted }: Body) =>
          `${String(at ?? to).slice(11, 16)} ${result} ${(counted as { in: number }).in}`,
      )
      .reverse();
  };
  return { api, hours, results };
}

describe("totals from before the first ones of a line (D31)", () => {
  it("take their places by time, and the first one counts from them", async () => {
    const { api, hours, results } = await site();
    await api.post(URL, [total("12:00", 50), total("13:00", 60)]);
    const past = [total("08:00", 10), total("10:00", 30), total("11:00", 45)];
    const { body } = await api.post(URL, past);
    expect(body).toMatchObject({
      accepted: 3,
      rejected: 0,
      results: { baseline: 1, counted: 2 },
      // The 5 of the first one from before are counted by these.
      counted: { in: 40, out: 0 },
    });
    expect(await results()).toEqual([
      "08:00 baseline 0",
      "10:00 counted 20",
      "11:00 counted 15",
      "12:00 counted 5",
      "13:00 counted 10",
    ]);
    expect(await hours()).toEqual({ "08": 10, "09": 10, "10": 15, "11": 5, "12": 10 });
    // Again, it adds nothing; later totals than the first ones stay late.
    expect((await api.post(URL, past)).body).toMatchObject({ accepted: 0, duplicates: 3 });
    expect((await api.post(URL, [total("12:30", 55)])).body).toMatchObject({ results: { late: 1 } });
    const kept = (await results()).filter((each) => !each.includes("duplicate"));
    expect(kept.map((each) => Number(each.split(" ")[2]))).toEqual([0, 20, 15, 5, 0, 10]);
  });

  it("belong to the import that they come with, and go with it", async () => {
    const { api, hours, results } = await site();
    await api.post(URL, [total("12:00", 50), total("13:00", 60)]);
    const { body } = await api.post(`${URL}?file=past.csv`, [total("08:00", 10), total("11:00", 45)]);
    const { body: list } = await api.get("/v2/imports/");
    expect(list.results).toMatchObject([
      { id: body.import_id, rows: 2, accepted: 2, duplicates: 0, rejected: 0 },
    ]);
    await api.delete(`/v2/imports/${body.import_id}/`);
    expect(await hours()).toEqual({ "12": 10 });
    expect((await results()).filter((each) => !each.includes("withdrawn"))).toEqual([
      "12:00 baseline 0",
      "13:00 counted 10",
    ]);
    // A better file takes its place.
    await api.post(`${URL}?file=better.csv`, [total("08:00", 0), total("11:00", 45)]);
    expect(await hours()).toEqual({ "08": 15, "09": 15, "10": 15, "11": 5, "12": 10 });
  });

  it("may be loaded again if the first totals came with an import that was taken back", async () => {
    const { api, hours } = await site();
    const { body } = await api.post(`${URL}?file=wrong.csv`, [total("08:00", 70), total("11:00", 90)]);
    await api.post(URL, [total("12:00", 100), total("13:00", 110)]);
    await api.delete(`/v2/imports/${body.import_id}/`);
    expect(await hours()).toEqual({ "12": 10 });
    await api.post(`${URL}?file=right.csv`, [total("08:00", 10), total("11:00", 90)]);
    expect(await hours()).toMatchObject({ "11": 10, "12": 10 });
  });

  it("count by the settings of the sensor at their time", async () => {
    const { api, results } = await site();
    await api.post(URL, [total("12:00", 50), total("13:00", 60)]);
    const counting = { reverse: true };
    await api.put("/v2/sensors/a/", { counting, effective_from: "2024-05-09T11:30:00Z" });
    await api.post(URL, [total("10:00", 30), total("11:00", 45)]);
    // Those from 11:30 on have what came in as what went out.
    expect(await results()).toEqual([
      "10:00 baseline 0",
      "11:00 counted 15",
      "12:00 counted 0",
      "13:00 counted 0",
    ]);
  });
});

describe("what passed before the first totals of a line, as intervals (D31)", () => {
  it("counts up to them, and is refused where totals have counted", async () => {
    const { api, hours } = await site();
    await api.post(URL, [total("12:00", 50), total("13:00", 60)]);
    const { body } = await api.post(URL, [
      interval("10:00", "11:00", 7),
      interval("11:00", "12:00", 9),
      interval("12:00", "13:00", 10),
      interval("11:30", "12:30", 10),
    ]);
    expect(body).toMatchObject({ accepted: 2, rejected: 2, counted: { in: 16, out: 0 } });
    const message = expect.stringContaining("the sensor sends totals");
    expect(body.errors).toMatchObject([{ message }, { message }]);
    expect(await hours()).toEqual({ "10": 7, "11": 9, "12": 10 });
    expect((await api.get("/v2/sensors/a/")).body.kind).toBe("total");
    // Totals of this time would count it twice.
    const { body: late } = await api.post(URL, [total("11:00", 40), total("09:00", 30)]);
    expect(late.errors.map(({ message }) => message)).toEqual(
      Array(2).fill("intervals of the sensor have counted this time"),
    );
    await api.post(URL, [total("14:00", 61)]);
    expect(await hours()).toEqual({ "10": 7, "11": 9, "12": 10, "13": 1 });
  });

  it("may come with a file before the device sends totals, not from the device", async () => {
    const { api, hours } = await site();
    const past = [interval("10:00", "11:00", 7), interval("11:00", "12:00", 9)];
    await api.post(`${URL}?file=past.csv`, past);
    expect((await api.get("/v2/sensors/a/")).body.kind).toBe("interval");
    const { body } = await api.post(URL, [total("11:30", 40), total("12:00", 50), total("13:00", 60)]);
    expect(body).toMatchObject({ accepted: 2, rejected: 1, results: { baseline: 1, counted: 1 } });
    expect(await hours()).toEqual({ "10": 7, "11": 9, "12": 10 });
    expect((await api.get("/v2/sensors/a/")).body.kind).toBe("total");
    const other = await site();
    await other.api.post(URL, past);
    expect((await other.api.post(URL, [total("12:00", 50)])).body).toMatchObject({
      rejected: 1,
      errors: [{ message: expect.stringContaining("the sensor sends intervals") }],
    });
  });
});
