import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeInBrowser, type Visit } from "../support/browser.ts";
import { spaceNamed } from "../support/demo-campus.ts";

/** The hours of last week of a space, as the API returns them. No zone of the demo changes clocks by part of an hour. */
async function lastWeek({ client }: Visit, space: { readonly id: string; readonly time_zone: string }) {
  const monday = DateTime.now().setZone(space.time_zone).startOf("week");
  const query = {
    space_id: [space.id],
    start_time: monday.minus({ weeks: 1 }).toUTC().toISO() ?? "",
    end_time: monday.toUTC().toISO() ?? "",
    interval: "1h" as const,
    averages: true,
  };
  const { results } = await answerOf(client.v2.GET("/v2/counts/", { params: { query } }));
  return (results[0]?.results ?? []).map(({ interval }) => ({
    start: interval.start,
    local: DateTime.fromISO(interval.start, { zone: space.time_zone }),
    average: interval.analytics.average ?? 0,
    highest: interval.analytics.max,
    entrances: interval.analytics.entrances,
  }));
}

/** The hour with most of something, the first on a tie. */
function most<Hour>(hours: readonly Hour[], value: (hour: Hour) => number): Hour {
  return hours.reduce((best, hour) => (value(hour) > value(best) ? hour : best));
}

describeInBrowser("the page Week", (visit) => {
  it("shows the busiest hour of last week as in the API, and links to it", async () => {
    const cafe = await spaceNamed(visit(), "Cafe");
    const hours = await lastWeek(visit(), cafe);
    expect(hours).toHaveLength(168);
    const page = await visit().open("/week");
    await page.getByLabel("Space").selectOption(cafe.id);
    await page.getByLabel("Weeks").selectOption({ label: "Last week" });
    const busiest = most(hours, ({ average }) => average);
    const average = new Intl.NumberFormat("en", { maximumFractionDigits: 1 }).format(busiest.average);
    const sentence = page.locator(".week-busiest");
    const day = busiest.local.toFormat("cccc d LLL, HH:00");
    await sentence.getByText(day).waitFor();
    expect(await sentence.textContent()).toContain(`${average} people on average`);
    await page.getByLabel("Show").selectOption({ label: "Highest count" });
    const fullest = most(hours, ({ highest }) => highest);
    await sentence.getByText(`${fullest.highest} people at most`).waitFor();
    await page.getByLabel("Show").selectOption({ label: "Entrances" });
    const liveliest = most(hours, ({ entrances }) => entrances);
    await sentence.getByText(`${liveliest.entrances} entrances`).waitFor();
    await sentence.getByRole("link").click();
    await page.waitForURL(`**/spaces/${cafe.id}?from=${liveliest.start}&to=*`);
  });

  it("can be navigated with the keyboard, and announces values", async () => {
    const page = await visit().open("/week?range=last-week");
    await page.locator(".heat-link-busiest").focus();
    const label = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
    const before = String(await label());
    expect(before).toMatch(/^\w+day \d+ \w+, \d\d:00–\d\d:00: [\d,.]+ people on average$/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowDown");
    const after = String(await label());
    expect(after.slice(0, after.indexOf(":"))).not.toBe(before.slice(0, before.indexOf(":")));
    await page.locator(".heat-link:focus .heat-tip").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/spaces/*?from=*");
  });
});
