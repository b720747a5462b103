import { expect, it } from "vitest";
import { answerOf, itemsOf } from "../../src/client/index.ts";
import { describeInBrowser, VIEWPORTS, type Visit } from "../support/browser.ts";

/** A space of the demo, by name. */
async function spaceNamed({ client }: Visit, name: string) {
  for await (const space of itemsOf((query) => client.v2.GET("/v2/spaces/", { params: { query } })))
    if (space.name === name) return space;
  throw new Error(`the demo has no ${name}`);
}

/** Sets a space's count as of now. */
async function setCount({ client }: Visit, spaceId: string, count: number): Promise<void> {
  const timestamp = new Date().toISOString();
  await answerOf(client.v2.POST("/v2/resets/", { body: { space_id: spaceId, timestamp, count } }));
}

describeInBrowser("the page Now", (visit) => {
  it("shows every space with its count, and a change within a second of its event", async () => {
    const { client } = visit();
    const gym = await spaceNamed(visit(), "Gym");
    await setCount(visit(), gym.id, 40);
    const { page, quiet } = await visit().open("/");
    const tile = page.locator(`[data-space="${gym.id}"]`);
    const number = tile.locator(".tile-number");
    await expect.poll(() => number.textContent()).toBe("40");
    expect(await page.getByRole("status").getByText("Live").isVisible()).toBe(true);
    expect(await tile.textContent()).toContain("of 70 · 57%");
    expect(await tile.textContent()).toContain("Safe");
    const sensor = { sensor_serial_number: "2002", trajectory: 1 } as const;
    const sent = performance.now();
    await answerOf(
      client.v2.POST("/v2/sensor_events/", { body: [{ ...sensor, timestamp: new Date().toISOString() }] }),
    );
    await number.filter({ hasText: /^41$/ }).waitFor();
    expect(performance.now() - sent).toBeLessThan(1_000);
    await quiet();
  });

  it("says what is unsafe", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const { page, quiet } = await visit().open("/");
    await page.locator(`[data-space="${gym.id}"]`).waitFor();
    // Its limit is 90 % of a target of 50.
    await setCount(visit(), gym.id, 46);
    await page.locator(`[data-space="${gym.id}"]`).getByText("Unsafe").waitFor();
    await page.getByText("1 unsafe").waitFor();
    await quiet();
  });

  it("filters by place and name, and keeps that in the address", async () => {
    const { page, quiet } = await visit().open("/");
    const names = () => page.locator(".tile-name").allTextContents();
    await expect.poll(async () => (await names()).length).toBe(8);
    await page.getByLabel("Inside").selectOption({ label: "Boathouse" });
    await expect.poll(names).toEqual(["Boathouse", "Gym"]);
    await page.getByLabel("Find a space").fill("gym");
    await expect.poll(names).toEqual(["Gym"]);
    await page.reload();
    await expect.poll(names).toEqual(["Gym"]);
    await page.getByLabel("Find a space").fill("no such space");
    await page.getByText("No space is like that").waitFor();
    await quiet();
  });

  it("fits a phone", async () => {
    const { page, quiet } = await visit().open("/", { viewport: VIEWPORTS.phone });
    await page.locator(".tile").first().waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(VIEWPORTS.phone.width);
    await quiet();
  });
});
