import { expect, it } from "vitest";
import { describeInBrowser, untilLive } from "../support/browser.ts";
import { pass, SENSORS, setCount, spaceNamed } from "../support/demo-campus.ts";

describeInBrowser("the page Now", (visit) => {
  it("shows all spaces with live counts", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    await setCount(visit(), gym.id, 40);
    const page = await visit().open("/");
    const tile = page.locator(`[data-space="${gym.id}"]`);
    const number = tile.locator(".tile-number");
    await expect.poll(() => number.textContent()).toBe("40");
    await untilLive(page);
    expect(await tile.textContent()).toContain("of 70 · 57%");
    expect(await tile.textContent()).toContain("Safe");
    await pass(visit(), SENSORS.Gym, 1);
    await number.filter({ hasText: /^41$/ }).waitFor();
  });

  it("shows a change between the request for the spaces and the live connection", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    await setCount(visit(), gym.id, 20);
    const page = await visit().open("/");
    const number = page.locator(`[data-space="${gym.id}"] .tile-number`);
    await number.filter({ hasText: /^20$/ }).waitFor();
    let connect = () => {};
    const isChanged = new Promise<void>((resolve) => {
      connect = resolve;
    });
    await page.route("**/v2/sockets/", (route) => isChanged.then(() => route.continue()));
    await page.reload();
    await number.filter({ hasText: /^20$/ }).waitFor();
    const connected = await visit().open("/");
    await untilLive(connected);
    await setCount(visit(), gym.id, 21);
    // Once another page shows the change, no message to a new connection reports it.
    await connected.locator(`[data-space="${gym.id}"] .tile-number`).filter({ hasText: /^21$/ }).waitFor();
    connect();
    await number.filter({ hasText: /^21$/ }).waitFor();
  });

  it("shows unsafe spaces", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const page = await visit().open("/");
    await page.locator(`[data-space="${gym.id}"]`).waitFor();
    // Its limit is 90 % of a target of 50.
    await setCount(visit(), gym.id, 46);
    await page.locator(`[data-space="${gym.id}"]`).getByText("Unsafe").waitFor();
    await page.getByText("1 unsafe").waitFor();
  });

  it("filters by containing space and name, which the URL contains", async () => {
    const page = await visit().open("/");
    const names = () => page.locator(".tile-name").allTextContents();
    await expect.poll(async () => (await names()).length).toBe(8);
    await page.getByLabel("Inside").selectOption({ label: "Boathouse" });
    await expect.poll(names).toEqual(["Boathouse", "Gym"]);
    await page.getByLabel("Search spaces").fill("gym");
    await expect.poll(names).toEqual(["Gym"]);
    await page.reload();
    await expect.poll(names).toEqual(["Gym"]);
    await page.getByLabel("Search spaces").fill("no such space");
    await page.getByText("No results").waitFor();
  });
});
