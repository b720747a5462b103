import { DateTime } from "luxon";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { changeSpace, describeInBrowser, downloadOf, VIEWPORTS, type Visit } from "../support/browser.ts";
import { pass, SENSORS, setCount, spaceNamed } from "../support/demo-campus.ts";

/** A place on a chart, as shares of its width and height. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The number of touch events of a drag. */
const TOUCH_STEPS = 10;

/** A number of the panel beside the charts. */
function figure(page: Page, label: string) {
  const section = page.getByRole("region", { name: "Numbers" });
  return section
    .locator("div", { has: page.getByText(label, { exact: true }) })
    .locator("dd")
    .first();
}

/** The value of a URL parameter. */
function parameter(page: Page, name: string): string | null {
  return new URL(page.url()).searchParams.get(name);
}

/** The local days of last week, as parameters of the API. */
function lastWeek(zone: string) {
  const monday = DateTime.now().setZone(zone).startOf("week");
  return span(monday.minus({ weeks: 1 }), monday);
}

function span(start: DateTime, end: DateTime) {
  return { start_time: start.toJSDate().toISOString(), end_time: end.toJSDate().toISOString() };
}

async function countsOf({ client }: Visit, spaceId: string, query: { start_time: string; end_time: string }) {
  const params = { path: { space_id: spaceId }, query };
  return answerOf(client.v2.GET("/v2/spaces/{space_id}/counts/", { params }));
}

/** Drags over a part of the chart of people. @param from, to as shares of its width */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const box = await page.locator(".u-over").first().boundingBox();
  if (box === null) throw new Error("there is no chart");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, y, { steps: 4 });
  await page.mouse.up();
}

/** Moves a finger over the chart of people. @param from, to as shares of its width and height */
async function touch(page: Page, from: Spot, to: Spot): Promise<void> {
  const box = await page.locator(".u-over").first().boundingBox();
  if (box === null) throw new Error("there is no chart");
  const session = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", spots: readonly Spot[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: spots.map(({ x, y }) => ({ x: box.x + box.width * x, y: box.y + box.height * y })),
    });
  await send("touchStart", [from]);
  for (let step = 1; step <= TOUCH_STEPS; step++) {
    const share = step / TOUCH_STEPS;
    await send("touchMove", [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await send("touchEnd", []);
  await session.detach();
}

describeInBrowser("the page of a space", (visit) => {
  let gym: Awaited<ReturnType<typeof spaceNamed>>;
  beforeAll(async () => {
    gym = await spaceNamed(visit(), "Gym");
  });

  it("shows each event within a second, without fetching counts again", async () => {
    await setCount(visit(), gym.id, 20);
    const page = await visit().open(`/spaces/${gym.id}`);
    const now = page.locator(".space-now-count");
    const people = page.locator(".space-readout dd").nth(1);
    await people.filter({ hasText: /^20$/ }).waitFor();
    expect(await page.title()).toBe("Gym · Headcount");
    await page.waitForLoadState("networkidle");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const entrances = Number(await figure(page, "Entrances").textContent());
    await pass(visit(), SENSORS.Gym, 1);
    await now.filter({ hasText: /^21$/ }).waitFor();
    await people.filter({ hasText: /^21$/ }).waitFor();
    expect(await figure(page, "Entrances").textContent()).toBe(String(entrances + 1));
    expect(asked).toEqual([]);
  });

  it("zooms by dragging and by buttons, and goes back", async () => {
    const page = await visit().open(`/spaces/${gym.id}?range=last-week`);
    await page.locator(".u-over").first().waitFor();
    const range = page.locator(".space-charts-range");
    const whole = await range.textContent();
    await drag(page, 0.3, 0.4);
    await page.getByRole("button", { name: "Reset zoom" }).waitFor();
    const zoomed = parameter(page, "zoom");
    expect(zoomed).not.toBeNull();
    expect(await range.textContent()).not.toBe(whole);
    await page.getByRole("button", { name: "Later" }).click();
    await expect.poll(() => parameter(page, "zoom")).not.toBe(zoomed);
    await page.goBack();
    await expect.poll(() => parameter(page, "zoom")).toBe(zoomed);
    await page.goBack();
    await expect.poll(() => range.textContent()).toBe(whole);
    await page.goForward();
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(() => range.textContent()).toBe(whole);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await page.getByRole("button", { name: "Zoom out" }).click();
    await expect.poll(() => range.textContent()).toBe(whole);
  });

  it("zooms on a horizontal touch drag, and scrolls on a vertical one", async () => {
    const page = await visit().open(`/spaces/${gym.id}?range=last-week`, {
      viewport: VIEWPORTS.phone,
      context: { hasTouch: true },
    });
    const range = page.locator(".space-charts-range");
    await page.locator(".u-over").first().waitFor();
    await page.locator(".u-over").first().scrollIntoViewIfNeeded();
    const whole = await range.textContent();
    const scrolled = () => page.evaluate<number>("scrollY");

    await touch(page, { x: 0.6, y: 0.4 }, { x: 0.3, y: 0.45 });
    await page.getByRole("button", { name: "Reset zoom" }).waitFor();
    const [start = "", end = ""] = (parameter(page, "zoom") ?? "").split("..");
    const hours = DateTime.fromISO(end).diff(DateTime.fromISO(start)).as("hours");
    expect(hours).toBeGreaterThan(0.25 * 7 * 24);
    expect(hours).toBeLessThan(0.35 * 7 * 24);
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await expect.poll(() => range.textContent()).toBe(whole);

    const before = await scrolled();
    await touch(page, { x: 0.5, y: 0.9 }, { x: 0.52, y: 0.1 });
    await expect.poll(scrolled).toBeGreaterThan(before);
    expect(parameter(page, "zoom")).toBeNull();
    // A tap moves the cursor.
    await touch(page, { x: 0.5, y: 0.5 }, { x: 0.5, y: 0.5 });
    expect(parameter(page, "zoom")).toBeNull();
  });

  it("shows single events, each with the count after it", async () => {
    const { metrics } = await countsOf(visit(), gym.id, lastWeek(gym.time_zone));
    const busiest = DateTime.fromISO(metrics.entrances.peak.timestamp ?? "", { zone: "utc" });
    const query = span(busiest, busiest.plus({ hours: 1 }));
    const { total, results } = await answerOf(
      visit().client.v2.GET("/v2/spaces/{space_id}/events/", {
        params: { path: { space_id: gym.id }, query },
      }),
    );
    const zoom = [busiest, busiest.plus({ hours: 1 })].map((time) => time.toFormat("yyyyMMdd'T'HHmm'Z'"));
    const path = `/spaces/${gym.id}?range=last-week&zoom=${zoom.join("..")}`;
    const page = await visit().open(path);
    const rows = page.getByRole("region", { name: "Events" }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(total);
    const last = results.at(-1);
    const { results: samples } = await countsOf(visit(), gym.id, {
      start_time: last?.timestamp ?? "",
      end_time: query.end_time,
    });
    const cells = await rows.last().locator("td").allTextContents();
    expect(cells.slice(1)).toEqual([
      last?.direction === 1 ? "▲ In" : "▼ Out",
      "Gym door",
      String(samples[0]?.count),
    ]);
  });

  it("compares with the previous week", async () => {
    const page = await visit().open(`/spaces/${gym.id}?range=7d&compare=week`);
    const rule = page.getByText("To compare the numbers, select a range that has ended.");
    await rule.waitFor();
    await page.goto(`${visit().address}/spaces/${gym.id}?range=yesterday&interval=1h`);
    await page.getByLabel("Compare with").selectOption({ label: "Previous week" });
    expect(parameter(page, "compare")).toBe("week");
    await page
      .getByText(/^\d+ before.*\(previous week\)$/)
      .first()
      .waitFor();
    expect(await rule.count()).toBe(0);
    await page.getByRole("button", { name: "Show as table" }).click();
    const before = page
      .getByRole("table", { name: "Counts by interval" })
      .locator("tbody tr td:nth-child(5)");
    const day = DateTime.now().setZone(gym.time_zone).startOf("day").minus({ days: 8 });
    const { results } = await countsOf(visit(), gym.id, span(day, day.plus({ days: 1 })));
    await expect.poll(() => before.allTextContents()).toEqual(results.map(({ count }) => String(count)));
    // The keyboard moves the cursor of the charts.
    const slider = page.getByRole("slider", { name: "Time cursor" });
    await slider.press("Home");
    expect(await slider.getAttribute("aria-valuetext")).toContain("00:00–01:00");
    await expect
      .poll(() => page.locator(".space-readout").textContent())
      .toMatch(/Previous week ?\d+ \([+−]?\d+/);
    expect(await slider.getAttribute("aria-valuetext")).toMatch(/previous week \d+ \([+−]?\d+/);
    const legend = page.getByRole("list", { name: "Legend" });
    for (const label of [/^Capacity 70/, /^Target/, /^Daily reset to 0$/])
      await legend.getByText(label).waitFor();
    await page.getByLabel("Evening").check();
    await legend.getByText("Not counted").waitFor();
  });

  it("restricts counts to a time segment", async () => {
    const evening = gym.time_segments.find(({ name }) => name === "Evening");
    if (evening === undefined) throw new Error("the demo has no evening");
    const page = await visit().open(`/spaces/${gym.id}?range=last-week`);
    await page.getByLabel("Evening").check();
    expect(parameter(page, "time_segment_ids")).toBe(evening.id);
    const params = {
      path: { space_id: gym.id },
      query: { ...lastWeek(gym.time_zone), time_segment_ids: [evening.id] },
    };
    const { metrics } = await answerOf(visit().client.v2.GET("/v2/spaces/{space_id}/counts/", { params }));
    await expect.poll(() => figure(page, "Entrances").textContent()).toBe(String(metrics.entrances.total));
    const [hours = "", minutes = ""] = (metrics.safe_threshold?.unsafe_duration ?? "").split(":");
    // The campus differs from day to day, so that it may be less than an hour.
    const unsafe = hours === "0" ? `${Number(minutes)} min` : `${hours} h ${minutes} min`;
    const shown = await figure(page, "Unsafe time").textContent();
    expect(shown?.replaceAll("\u00a0", " ")).toBe(unsafe);
    await page.getByLabel("Evening").uncheck();
    await expect.poll(() => parameter(page, "time_segment_ids")).toBeNull();
  });

  it("lists breaches, and zooms to each", async () => {
    const mode = { safe_threshold_mode: "UTILIZATION_PERC_TARGET", safe_threshold_value: 0.3 } as const;
    await changeSpace(visit(), gym.id, mode);
    const { total } = await answerOf(
      visit().client.v2.GET("/v2/spaces/{space_id}/breaches/", {
        params: { path: { space_id: gym.id }, query: lastWeek(gym.time_zone) },
      }),
    );
    const page = await visit().open(`/spaces/${gym.id}?range=last-week`);
    const breaches = page.getByRole("region", { name: "Breaches" });
    await breaches.getByRole("button", { name: `Show all ${total}` }).click();
    await expect.poll(() => breaches.getByRole("listitem").count()).toBe(total);
    await breaches.getByRole("listitem").first().getByRole("button").click();
    await page.getByRole("button", { name: "Reset zoom" }).waitFor();
  });

  it("downloads the samples as CSV and the charts as an image", async () => {
    const page = await visit().open(`/spaces/${gym.id}?range=last-week`);
    await page.locator(".u-over").first().waitFor();
    const query = { ...lastWeek(gym.time_zone), interval: "15m" };
    const dates = [query.start_time, query.end_time]
      .map((text) => DateTime.fromISO(text, { zone: gym.time_zone }).toISODate())
      .join("_");
    const csv = await downloadOf(page, "Counts (CSV)");
    expect(csv.name).toBe(`gym_${dates}_15m.csv`);
    const answer = await fetch(
      `${visit().address}/v2/spaces/${gym.id}/counts/?${new URLSearchParams(query)}`,
      { headers: { authorization: `Bearer ${visit().token}`, accept: "text/csv" } },
    );
    expect(csv.content.equals(Buffer.from(await answer.text()))).toBe(true);
    const picture = await downloadOf(page, "Charts (PNG)");
    expect(picture.name).toBe(`gym_${dates}_15m.png`);
    expect(picture.content.subarray(1, 4).toString()).toBe("PNG");
    expect(picture.content.length).toBeGreaterThan(10_000);
  });
});
