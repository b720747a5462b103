import { expect, it } from "vitest";
import { describeInBrowser } from "../support/browser.ts";
import { spaceNamed } from "../support/demo-campus.ts";

describeInBrowser("the locale, the settings of clock and week, and charts", (visit) => {
  it("applies and stores the settings of a 12-hour clock and weeks from Sunday", async () => {
    const page = await visit().open("/week");
    const head = page.locator(".heat-weekday abbr");
    await expect.poll(() => head.first().textContent()).toBe("Mon");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByText(`Time zone data of the server: ${process.versions.tz}`).waitFor();
    await page.getByLabel("Clock").selectOption("12");
    await page.getByLabel("First day of the week").selectOption("7");
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => head.first().textContent()).toBe("Sun");
    await page.getByRole("columnheader", { name: "2:00 PM", exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => head.first().textContent()).toBe("Sun");
    // The calendar begins weeks with the same day.
    await page.getByLabel("Weeks").selectOption({ label: "Custom range" });
    await page.getByRole("button", { name: "Open the calendar" }).first().click();
    const calendar = page.getByRole("dialog", { name: "Calendar" });
    expect(await calendar.locator("thead th").first().getAttribute("aria-label")).toBe("Sunday");
    await page.keyboard.press("Escape");
    await calendar.waitFor({ state: "hidden" });
  });

  it("keeps a dialog open when Escape closes its calendar", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const page = await visit().open(`/set-up/spaces/${gym.id}`);
    await page.getByRole("button", { name: "Set count" }).click();
    const field = page.getByLabel(/^Date and time in/);
    await field.fill("2026-01-31T14:05");
    await page.getByRole("button", { name: "Open the calendar" }).click();
    await page.getByRole("button", { name: "Fri 30 Jan 2026" }).click();
    expect(await field.inputValue()).toBe("30 Jan 2026, 14:05");
    await page.getByRole("button", { name: "Open the calendar" }).click();
    await page.locator(".calendar table").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Calendar" }).waitFor({ state: "hidden" });
    expect(await field.isVisible()).toBe(true);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
  });

  it("charts reset the zoom on a double-click", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const zoom = [9, 7].map((days) => `${dayBefore(days).replaceAll("-", "")}T0000Z`).join("..");
    const path = `/spaces/${gym.id}?from=${dayBefore(12)}&to=${dayBefore(4)}&zoom=${zoom}`;
    const page = await visit().open(path);
    await page.getByRole("button", { name: "Reset zoom" }).waitFor();
    for (const chart of [0, 1]) {
      await page.locator(".u-over").nth(chart).dblclick();
      await expect.poll(() => new URL(page.url()).searchParams.get("zoom")).toBeNull();
      await page.goBack();
      await page.getByRole("button", { name: "Reset zoom" }).waitFor();
    }
  });

  it("pages are printed without their controls", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const page = await visit().open(`/spaces/${gym.id}?range=7d`);
    await page.locator(".space-readout").waitFor();
    const controls = [".shell-header", ".space-controls", ".button", "fieldset", ".screen-only"];
    const shown = () => Promise.all(controls.map((each) => page.locator(each).first().isVisible()));
    expect(await shown()).not.toContain(false);
    await page.emulateMedia({ media: "print" });
    expect(await shown()).not.toContain(true);
    expect(await page.getByRole("heading", { name: "Gym" }).isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
  });
});
