import { DateTime } from "luxon";
import { expect, it } from "vitest";
import { answerOf, itemsOf } from "../../src/client/index.ts";
import { describeInBrowser, downloadOf, VIEWPORTS, type Visit } from "../support/browser.ts";

/** The metrics of each space over the seven days up to today, as the API returns them, by name. */
async function lastSevenDays({ client }: Visit) {
  const spaces: { readonly id: string; readonly name: string; readonly time_zone: string }[] = [];
  for await (const space of itemsOf((query) => client.v2.GET("/v2/spaces/", { params: { query } })))
    spaces.push(space);
  const [{ time_zone: zone = "UTC" } = {}] = spaces;
  const today = DateTime.now().setZone(zone).startOf("day");
  const query = {
    space_id: spaces.map(({ id }) => id),
    start_time: today.minus({ days: 6 }).toUTC().toISO() ?? "",
    end_time: today.plus({ days: 1 }).toUTC().toISO() ?? "",
    interval: "1d",
  } as const;
  const { results } = await answerOf(client.v2.GET("/v2/counts/", { params: { query } }));
  const nameOf = new Map(spaces.map(({ id, name }) => [id, name]));
  return results.map(({ space_id: id, metrics }) => ({ name: nameOf.get(id) ?? "", metrics }));
}

describeInBrowser("the page Ranking", (visit) => {
  it("ranks spaces by any column, with the numbers of the API", async () => {
    const expected = await lastSevenDays(visit());
    const page = await visit().open("/ranking?range=7d");
    const names = () => page.locator("tbody th a").allTextContents();
    const byPeak = expected.toSorted(
      (a, b) => (b.metrics.count.max.value ?? 0) - (a.metrics.count.max.value ?? 0),
    );
    await expect.poll(async () => (await names())[0]).toBe(byPeak[0]?.name);
    const head = (name: string) => page.getByRole("columnheader", { name, exact: true });
    expect(await head("Peak").getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "Entrances" }).click();
    expect(await head("Entrances").getAttribute("aria-sort")).toBe("descending");
    expect(await head("Peak").getAttribute("aria-sort")).toBe("none");
    const entrances = expected.map(({ name, metrics }) => ({ name, total: metrics.entrances.total }));
    const most = entrances.toSorted((a, b) => b.total - a.total);
    await expect.poll(names).toEqual(most.map(({ name }) => name));
    const first = page.getByRole("row", { name: most[0]?.name ?? "" }).first();
    expect(await first.textContent()).toContain((most[0]?.total ?? 0).toLocaleString("en"));
    // Bars begin where their tracks do, and the bar of the highest value fills its track.
    const track = page.locator("tbody tr").first().locator("td:nth-child(6) .ranking-bar");
    const [outer, bar] = [await track.boundingBox(), await track.locator("span").boundingBox()];
    expect(bar?.x).toBeCloseTo(outer?.x ?? 0, 0);
    expect(bar?.width).toBeCloseTo(outer?.width ?? 0, 0);
    // Every column is in sight.
    await page.setViewportSize({ width: 1200, height: 800 });
    const table = page.getByRole("region", { name: "Ranking" });
    expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
    await page.getByRole("button", { name: "Entrances" }).click();
    expect(await head("Entrances").getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(names).toEqual(most.map(({ name }) => name).reverse());
  });

  it("filters, downloads the rows as CSV, and links to a space with the same range", async () => {
    const page = await visit().open("/ranking?range=7d");
    await page.getByLabel("Inside").selectOption({ label: "\u2003Boathouse" });
    const names = () => page.locator("tbody th a").allTextContents();
    await expect.poll(names).toEqual(["Gym"]);
    const { content } = await downloadOf(page, "Download CSV");
    const [header, row, end] = content.toString().split("\n");
    expect(header).toContain("space_id,name,path");
    expect(row).toContain(",Gym,Harbour Campus › Boathouse,space,");
    expect(end).toBe("");
    const asked = page.waitForRequest(/csv=excel/);
    await page.route("**/v2/counts/?*csv=excel*", (route) =>
      route.fulfill({ contentType: "text/csv", body: "a" }),
    );
    expect((await downloadOf(page, "Counts for Excel")).name).toMatch(
      /^counts_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.csv$/,
    );
    const request = await asked;
    expect(request.headers()).toMatchObject({ accept: "text/csv" });
    const sent = new URL(request.url()).searchParams;
    expect(sent.getAll("space_id")).toEqual([row?.split(",")[0]]);
    expect(sent.get("interval")).toBe("1d");
    await page.getByLabel("Type").selectOption({ label: "Floor" });
    await page.getByText("No results").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(async () => (await names()).length).toBe(8);
    await page.getByRole("link", { name: "Gym" }).click();
    await page.waitForURL("**/spaces/spc_*?range=7d");
  });

  it("shows a card for each space on a phone", async () => {
    const page = await visit().open("/ranking", { viewport: VIEWPORTS.phone });
    const first = page.getByRole("list", { name: "Ranking" }).getByRole("listitem").first();
    await first.waitFor();
    for (const metric of [
      "Peak",
      "Peak of capacity",
      "Average",
      "Time at 80% or more",
      "Entrances",
      "Utilization",
    ])
      expect(await first.getByText(metric, { exact: true }).isVisible(), metric).toBe(true);
    expect(await first.locator("dd").count()).toBe(6);
    const names = () => page.locator(".ranking-cards a").allTextContents();
    await page.getByLabel("Sort by").selectOption({ label: "Space" });
    await expect.poll(async () => (await names())[0]).toBe("Boathouse");
    await page.getByRole("button", { name: "Ascending" }).click();
    await expect.poll(async () => (await names())[0]).toBe("Lighthouse 2");
  });
});
