import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { button, describeWithLargeSite, dialogOf, VIEWPORTS } from "../support/browser.ts";
import { LARGE_SITE_SPACES } from "../support/large-site.ts";

const TOTAL = LARGE_SITE_SPACES.toLocaleString("en-GB");
const NODES_MAX = 5_000;
/** The height of a page on a phone, in px: about 12 screens. */
const PHONE_HEIGHT_MAX = 10_000;

const sizeOf = (page: Page) =>
  page.evaluate<{ nodes: number; height: number }>(
    "({ nodes: document.querySelectorAll('*').length, height: document.documentElement.scrollHeight })",
  );

describeWithLargeSite("on a site of thousands of spaces,", (visit) => {
  let room: { readonly id: string; readonly doorway: string };
  beforeAll(async () => {
    const spaces = await answerOf(visit().client.v2.GET("/v2/spaces/", { params: { query: { page: 5 } } }));
    expect(spaces.total).toBe(LARGE_SITE_SPACES);
    const measured = spaces.results.find(({ doorways }) => doorways.length > 0);
    room = { id: measured?.id ?? "", doorway: measured?.doorways[0]?.id ?? "" };
    const rows = Array.from({ length: 300 }, (_, index) => ({
      sensor_serial_number: "1",
      timestamp: new Date(Date.now() - index * 60_000).toISOString(),
      trajectory: index % 2 === 0 ? (1 as const) : (-1 as const),
    }));
    await answerOf(visit().client.v2.POST("/v2/sensor_events/", { body: rows }));
  });

  describe.each([
    ["a desktop", VIEWPORTS.desktop],
    ["a phone", VIEWPORTS.phone],
  ] as const)("%s has few nodes", (_device, viewport) => {
    it.each([
      ["/", ".tile"],
      ["/spaces/:room", ".space-now"],
      ["/week?space=:room", ".week, .state-empty"],
      ["/ranking", ".ranking-table tbody tr, .ranking-cards li"],
      ["/set-up/spaces", ".set-up-tree-link"],
      ["/set-up/spaces/:room", ".set-up-detail h2"],
      ["/set-up/doorways", "tbody tr"],
      ["/set-up/doorways/:door", "h2"],
      ["/set-up/sensors", "tbody tr"],
      ["/set-up/sensors/1", "[aria-label='Events'] tbody tr"],
      ["/set-up/time-segments", "tbody tr"],
      ["/set-up/webhooks", ".state-empty"],
      ["/set-up/tokens", "main h2"],
      ["/set-up/audit-log", "tbody tr"],
      ["/set-up/connect", "main h1"],
      ["/sql", ".cm-content"],
    ])("on %s", async (path, shows) => {
      const address = path.replace(":room", room.id).replace(":door", room.doorway);
      const page = await visit().open(address, { viewport, isLink: true });
      await page.locator(shows).first().waitFor();
      await page.waitForLoadState("networkidle");
      const { nodes, height } = await sizeOf(page);
      expect(nodes).toBeLessThan(NODES_MAX);
      if (viewport === VIEWPORTS.phone) expect(height).toBeLessThan(PHONE_HEIGHT_MAX);
    });
  });

  it.each(["/", "/ranking"])("%s shows more spaces on request", async (path) => {
    const page = await visit().open(path);
    const shown = page.locator(".tile, .ranking-table tbody tr");
    await expect.poll(() => shown.count()).toBe(100);
    await page.getByText(`100 of ${TOTAL} shown.`).waitFor();
    // The layout moves while the rest of the page loads, and a button that moves under the mouse is not clicked.
    await page.waitForLoadState("networkidle");
    await button(page, "Show more").click();
    await expect.poll(() => shown.count()).toBe(200);
  });

  it("finds one of many spaces to filter by, by a part of its name", async () => {
    const page = await visit().open("/");
    const inside = page.getByLabel("Inside");
    await inside.fill("Floor 20");
    // Several floors match: the text is no choice yet, and gives way to the choice before.
    await inside.blur();
    expect(await inside.inputValue()).toBe("");
    await inside.fill("floor 20.1");
    await inside.press("Enter");
    expect(await inside.inputValue()).toBe("Campus › Building 20 › Floor 20.1");
    await page.getByText("25 spaces").waitFor();
    await inside.fill("");
    await page.getByText(`${TOTAL} spaces`).waitFor();
  });

  it("a dialog with a choice of any space has few nodes, and takes one by a part of its name", async () => {
    const page = await visit().open(`/set-up/spaces/${room.id}`);
    await page.locator(".set-up-detail h2").first().waitFor();
    await button(page, "New space").click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Name", { exact: true }).fill("Annexe");
    const parent = dialog.getByRole("combobox", { name: "Parent space" });
    await parent.fill("Floor 7.3");
    expect((await sizeOf(page)).nodes).toBeLessThan(NODES_MAX);
    await button(page, "Create space").click();
    await page.getByRole("heading", { name: "Annexe" }).waitFor();
    const { results } = await answerOf(
      visit().client.v2.GET("/v2/spaces/", { params: { query: { page: 51, page_size: 100 } } }),
    );
    expect(results.find(({ name }) => name === "Annexe")?.ancestry[0]?.name).toBe("Floor 7.3");
  });
});
