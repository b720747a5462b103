import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { button, describeWithOwnDemo, dialogOf, VIEWPORTS } from "../support/browser.ts";

describeWithOwnDemo("set-up of spaces and doorways", (visit) => {
  const spaceNamed = async (name: string) => {
    const { results } = await answerOf(visit().client.v2.GET("/v2/spaces/"));
    return results.find((space) => space.name === name);
  };

  it("creates a space, shows errors at their fields, and keeps the input", async () => {
    const page = await visit().open("/set-up/spaces", { logsErrors: true });
    await button(page, "New space").click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Name").fill("Atrium");
    await dialog
      .getByLabel("Parent space", { exact: true })
      .selectOption({ label: "Harbour Campus › Boathouse › Gym" });
    await dialog.getByLabel("Capacity", { exact: true }).fill("forty");
    await dialog.getByLabel("Daily reset").fill("25:00");
    await button(page, "Create space").click();
    await dialog.getByText('"forty" is not a number').waitFor();
    await dialog.getByLabel("Capacity", { exact: true }).fill("40");
    // Enter sends a form.
    await dialog.getByLabel("Capacity", { exact: true }).press("Enter");
    const reset = dialog.getByLabel("Daily reset");
    await dialog.getByText('"25:00" is not a time of day written HH:MM, such as 04:00').waitFor();
    expect(await reset.getAttribute("aria-invalid")).toBe("true");
    expect(await reset.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Atrium");
    await reset.fill("05:30");
    await button(page, "Create space").click();
    await page.getByText("Atrium has been created.").waitFor();
    await page.getByRole("heading", { name: "Atrium" }).waitFor();
    const created = await spaceNamed("Atrium");
    expect(created).toMatchObject({ capacity: 40, daily_reset: "05:30", target_capacity: null });
    expect(new URL(page.url()).pathname).toBe(`/set-up/spaces/${created?.id}`);
  });

  it("asks before going back or closing the tab discards input", async () => {
    const cafe = await spaceNamed("Cafe");
    const page = await visit().open("/set-up/spaces");
    await page.getByRole("link", { name: /Cafe/ }).click();
    await page.getByRole("heading", { name: "Cafe" }).waitFor();
    const path = new URL(page.url()).pathname;
    await button(page, "Edit").click();
    const dialog = dialogOf(page);
    const notes = dialog.getByLabel("Notes");
    await notes.fill("Closed on Sundays");
    const lost = dialog.getByText("Discard unsaved changes?");

    await page.goBack();
    await lost.waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await button(page, "Keep editing").click();
    expect(await notes.inputValue()).toBe("Closed on Sundays");
    expect(new URL(page.url()).pathname).toBe(path);

    const asked = page.waitForEvent("dialog");
    // It resolves before the browser's own question is answered.
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();

    await page.goBack();
    await lost.waitFor();
    await button(page, "Discard").click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/set-up/spaces");
    await dialog.waitFor({ state: "detached" });
    expect((await spaceNamed("Cafe"))?.notes).toBe(cafe?.notes);
    // Nothing was changed here, and nothing is asked.
    await page.goForward();
    await page.getByRole("heading", { name: "Cafe" }).waitFor();
    await button(page, "Edit").click();
    await notes.waitFor();
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/set-up/spaces");
  });

  it("shows errors of the hierarchy, edits, and asks before it discards input", async () => {
    const cafe = await spaceNamed("Cafe");
    const page = await visit().open(`/set-up/spaces/${cafe?.id}`, { logsErrors: true });
    await button(page, "Edit").click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Type").selectOption("campus");
    await button(page, "Save").click();
    await dialog.getByText("a campus cannot be inside a floor").waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByText("Discard unsaved changes?").waitFor();
    await button(page, "Keep editing").click();
    await dialog.getByLabel("Type").selectOption("space");
    await dialog.getByLabel("Target capacity").fill("75");
    await dialog.getByLabel("Daily reset").fill("03:00");
    await dialog.getByLabel("From the beginning").check();
    await button(page, "Save").click();
    await page.getByText("Cafe has been updated.").waitFor();
    await page.getByText("At 03:00").waitFor();
    expect(await spaceNamed("Cafe")).toMatchObject({
      daily_reset: "03:00",
      target_capacity: 75,
      capacity: cafe?.capacity,
      updated_at: expect.not.stringMatching(String(cafe?.updated_at)),
    });
    await button(page, "Edit").click();
    await dialogOf(page).getByLabel("Name").fill("Canteen");
    await button(page, "Cancel").click();
    await button(page, "Discard").click();
    await dialogOf(page).waitFor({ state: "detached" });
    // The focus is where it was before the dialog.
    await page.locator("button:focus", { hasText: "Edit" }).waitFor();
    expect(await spaceNamed("Canteen")).toBeUndefined();
  });

  it("creates a doorway, links it to a space, and unlinks it", async () => {
    const page = await visit().open("/set-up/doorways", { logsErrors: true });
    await button(page, "New doorway").click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Name").fill("Cafe door");
    await dialog.getByLabel("Sensor").fill("1001");
    await button(page, "Create doorway").click();
    await dialog.getByText('a doorway named "Cafe door" already exists').waitFor();
    expect(await dialog.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Name").fill("Terrace door");
    await button(page, "Create doorway").click();
    await dialog.getByText('sensor "1001" is attached to doorway').waitFor();
    expect(await dialog.getByLabel("Sensor").getAttribute("aria-invalid")).toBe("true");
    await dialog.getByLabel("Sensor").fill("T-1");
    await button(page, "Create doorway").click();
    await page.getByRole("heading", { name: "Terrace door" }).waitFor();

    const library = await spaceNamed("Library");
    await page.goto(`${visit().address}/set-up/spaces/${library?.id}`);
    await button(page, "Link a doorway").click();
    await dialog.getByLabel("Doorway", { exact: true }).fill("Terrace door");
    await dialog.getByLabel("Outside this space").check();
    await button(page, "Link").click();
    await page.getByText("Terrace door has been linked to Library.").waitFor();
    const row = page.getByRole("row", { name: /Terrace door/ });
    await row.getByText("Outside").waitFor();
    await row.getByText("T-1").waitFor();
    expect((await spaceNamed("Library"))?.doorways).toContainEqual(
      expect.objectContaining({ name: "Terrace door", sensor_placement: -1 }),
    );
    await button(page, "Unlink Terrace door").click();
    await button(page, "Unlink").click();
    await row.waitFor({ state: "detached" });
    expect((await spaceNamed("Library"))?.doorways).toHaveLength(1);
  });

  it("sets a count, voids the reset, and tags a space", async () => {
    const gym = await spaceNamed("Gym");
    const page = await visit().open(`/set-up/spaces/${gym?.id}`, { logsErrors: true });
    await button(page, "Set count").click();
    await dialogOf(page).getByLabel("Count").fill("17");
    await dialogOf(page).getByRole("button", { name: "Set count" }).click();
    await page.getByText("The count of Gym has been set to 17.").waitFor();
    // The form has minutes only, so there can be events after the reset.
    const query = { space_id: `${gym?.id}` };
    const resets = await answerOf(visit().client.v2.GET("/v2/resets/", { params: { query } }));
    expect(resets.results).toMatchObject([{ space_id: gym?.id, count: 17 }]);
    await page.getByRole("button", { name: /^Void the reset of/ }).click();
    await button(page, "Void reset").click();
    await page.getByText("No resets.").waitFor();
    await dialogOf(page).waitFor({ state: "detached" });
    const tag = page.getByLabel("Add to Tags");
    await tag.fill("not a tag");
    await tag.press("Enter");
    await page.getByText("must be 1 to 64 letters, digits, underscores or minus signs").waitFor();
    await tag.fill("sport");
    await tag.press("Enter");
    await button(page, "Remove sport").waitFor();
    expect((await spaceNamed("Gym"))?.tags).toContain("sport");
  });

  it("D19: deletes a space after its name has been typed", async () => {
    const { id } = await answerOf(visit().client.v2.POST("/v2/spaces/", { body: { name: "Short-lived" } }));
    const page = await visit().open(`/set-up/spaces/${id}`, { logsErrors: true });
    await button(page, "Delete").click();
    const name = dialogOf(page).getByLabel(/^Type Short-lived to confirm/);
    await name.fill("short-lived");
    await button(page, "Delete space and history").click();
    await dialogOf(page).locator("[aria-invalid]").waitFor();
    expect(await spaceNamed("Short-lived")).toBeDefined();
    await name.fill("Short-lived");
    await button(page, "Delete space and history").click();
    await page.getByText("Short-lived has been deleted.").waitFor();
    expect(await spaceNamed("Short-lived")).toBeUndefined();
  });

  it("fits a phone: the tree, the selected space, and the link back", async () => {
    const page = await visit().open("/set-up", { viewport: VIEWPORTS.phone });
    await page.getByLabel("Search spaces").fill("libr");
    await page.getByRole("link", { name: /Library/ }).click();
    await page.getByRole("heading", { name: "Library" }).waitFor();
    expect(await page.getByLabel("Search spaces").isVisible()).toBe(false);
    await button(page, "Edit").click();
    await dialogOf(page).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "All spaces" }).click();
    await page.getByLabel("Search spaces").waitFor();
  });

  it("creates the doorway that a new link names", async () => {
    const cafe = await spaceNamed("Cafe");
    const page = await visit().open(`/set-up/spaces/${cafe?.id}`, { logsErrors: true });
    await button(page, "Link a doorway").click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Doorway").fill("Cellar hatch");
    await dialog.getByText("No doorway has this name, so it will be created.").waitFor();
    await dialog.getByLabel("Sensor of the new doorway").fill("1012");
    await button(page, "Create doorway and link").click();
    await dialog.getByText(/is attached to/).waitFor();
    await dialog.getByLabel("Sensor of the new doorway").fill("4711");
    await button(page, "Create doorway and link").click();
    await page.getByRole("row", { name: /Cellar hatch 4711 Inside/ }).waitFor();
  });
});
