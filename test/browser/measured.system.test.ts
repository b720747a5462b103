import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeWithOwnDemo, tokenWith } from "../support/browser.ts";
import { pass, spaceNamed } from "../support/demo-campus.ts";

const HOUR_MS = 3_600_000;

type NewSpace = { readonly name: string; readonly daily_reset?: null; readonly time_zone?: string };

/** Opens the dialog to reverse the direction of a link. */
async function openDialog(page: Page, button: string | RegExp) {
  await page.getByRole("button", { name: button }).click();
  return page.getByRole("dialog");
}

describeWithOwnDemo("measured spaces, and reversing the direction of a sensor", (visit) => {
  const newSpace = (body: NewSpace) => answerOf(visit().client.v2.POST("/v2/spaces/", { body }));
  const spaceWithDoor = async (body: NewSpace, sensor_serial_number: string, sensor_placement: 1 | -1) => {
    const { v2 } = visit().client;
    const space = await newSpace(body);
    const doorway = { name: `${space.name} door`, sensor_serial_number };
    const door = await answerOf(v2.POST("/v2/doorways/", { body: doorway }));
    const ends = { space_id: space.id, doorway_id: door.id, sensor_placement };
    return { space, door, link: await answerOf(v2.POST("/v2/links/", { body: ends })) };
  };
  const end = (link_id: string) =>
    answerOf(visit().client.v2.DELETE("/v2/links/{link_id}/", { params: { path: { link_id } } }));

  it.each([
    ["/", (page: Page, id: string) => page.locator(`[data-space="${id}"]`)],
    ["/spaces/:attic", (page: Page) => page.locator(".space-now")],
    ["/spaces/:attic?range=30d", (page: Page) => page.locator(".state-empty")],
    ["/week?space=:attic", (page: Page) => page.locator(".state-empty")],
    ["/ranking", (page: Page) => page.getByRole("row", { name: /Attic/ })],
    ["/display/:attic", (page: Page) => page.locator(".display-notice")],
  ])("%s shows 'not measured' for a space without doorways", async (path, locate) => {
    const attic = await spaceNamed(visit(), "Attic").catch(() => newSpace({ name: "Attic" }));
    const page = await visit().open(path.replace(":attic", attic.id));
    const place = locate(page, attic.id).first();
    await place
      .getByText("Not measured")
      .or(place.filter({ hasText: "Not measured" }))
      .first()
      .waitFor();
    expect(await place.textContent()).not.toMatch(/\b0\b/);
  });

  it("waits for the first event of a sensor, with a command that sends it", async () => {
    const { space } = await spaceWithDoor({ name: "Vault" }, "it's 3010", 1);
    const page = await visit().open("/");
    const tile = page.locator(`[data-space="${space.id}"]`);
    await tile.getByText("No data yet").waitFor();
    expect(await tile.textContent()).not.toMatch(/\b0\b/);
    await page.getByText(/ 1 without data/).waitFor();
    await page.goto(`${visit().address}/display/${space.id}`);
    await page.locator(".display-notice").getByText("No data yet").waitFor();
    const reader = await tokenWith(visit(), ["read"], { rate: null });
    const other = await visit().open(`/spaces/${space.id}`, { token: reader });
    await other.getByText("requires a token with the scope admin").waitFor();
    await page.goto(`${visit().address}/spaces/${space.id}`);
    await page.getByRole("heading", { name: "Waiting for the first event" }).waitFor();
    await page.getByRole("button", { name: "Create an ingest token" }).click();
    const command = page.locator(".command").filter({ hasText: "hct_" });
    await promisify(execFile)("sh", ["-c", (await command.textContent()) ?? ""]);
    await page.locator(".space-now-count").filter({ hasText: /^1$/ }).waitFor();
    await page.getByRole("heading", { name: "Waiting for the first event" }).waitFor({ state: "detached" });
  });

  it("shows no counts before the first event, on any page", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const before = "from=2020-01-06&to=2020-02-02";
    const page = await visit().open(`/spaces/${gym.id}?${before}`);
    const empty = page.locator(".state-empty").getByText("No data before the first event");
    await empty.waitFor();
    await expect.poll(() => page.getByText("Average").count()).toBe(0);
    await page.goto(`${visit().address}/week?space=${gym.id}&${before}`);
    await empty.waitFor();
    await page.goto(`${visit().address}/ranking?${before}`);
    const row = page.getByRole("row", { name: /Gym/ });
    await row.getByText("No data before the first event").waitFor();
    expect(await row.getByRole("cell").allTextContents()).toEqual(Array(6).fill("–"));
    expect(await page.getByRole("button", { name: "Counts for Excel" }).isDisabled()).toBe(true);
  });

  it("shows the measured part of a range only, and compares it with no other", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const page = await visit().open(`/spaces/${gym.id}?range=7d&interval=1h`);
    await page.getByText("Measured since").waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    const rows = page.locator(".space-table tbody tr");
    await rows.first().waitFor();
    // The demo has the events of a day.
    expect(await rows.count()).toBeLessThan(50);
    await page.goto(`${visit().address}/spaces/${gym.id}?range=yesterday&compare=week`);
    await page.getByText("Gym was not measured in all of both ranges").waitFor();
    expect(await page.getByText("(previous week)").count()).toBe(0);
  });

  it("shows past counts of a doorway that has been unlinked", async () => {
    const { space: cellar, link } = await spaceWithDoor({ name: "Cellar" }, "3001", 1);
    const page = await visit().open(`/week?space=${cellar.id}&range=this-week`);
    await page.locator(".state-empty").getByText("No data yet").waitFor();
    await pass(visit(), "3001", 1);
    await end(link.id);
    await page.goto(`${visit().address}/spaces/${cellar.id}`);
    await page.locator(".space-now").getByText("Not measured").waitFor();
    await page.getByText(/there were 0 to 1 people/).waitFor();
  });

  /** A space with a doorway whose sensor has seen three people come in, two hours ago and one ago. */
  const wrongSpace = async (name: string, serial: string) => {
    const made = await spaceWithDoor({ name, daily_reset: null, time_zone: "Pacific/Auckland" }, serial, -1);
    const event = (hoursAgo: number) => ({
      sensor_serial_number: serial,
      timestamp: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
      trajectory: 1 as const,
    });
    await answerOf(visit().client.v2.POST("/v2/sensor_events/", { body: [event(3), event(2), event(1)] }));
    return made;
  };
  const entrances = async (spaceId: string) => {
    const query = {
      start_time: new Date(Date.now() - 24 * HOUR_MS).toISOString(),
      end_time: new Date().toISOString(),
    };
    const path = { space_id: spaceId };
    const { metrics } = await answerOf(
      visit().client.v2.GET("/v2/spaces/{space_id}/counts/", { params: { path, query } }),
    );
    return { entrances: metrics.entrances.total, exits: metrics.exits.total };
  };

  it("a reversal applies from the beginning, if that is chosen, and ends a note about too many exits", async () => {
    const { space } = await wrongSpace("Studio", "4001");
    await pass(visit(), "4001", 1);
    await pass(visit(), "4001", 1);
    expect(await entrances(space.id)).toEqual({ entrances: 0, exits: 5 });
    const page = await visit().open(`/set-up/spaces/${space.id}`);
    const note = page.getByText("5 exits and only 0 entrances were counted for Studio");
    await note.waitFor();
    const dialog = await openDialog(page, "Reverse direction of Studio door");
    await dialog.getByText("Links of the doorway to other spaces stay as they are.").waitFor();
    await dialog.getByText("0 entrances and 5 exits. Reversed, they have 5 entrances and 0 exits").waitFor();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await dialog.getByText("is required").waitFor();
    await dialog.getByLabel("From a date and time").check();
    await dialog.getByLabel(/^Date and time in/).fill("2026-05-05 14:05");
    await dialog.getByText(/^Tue,? .*May.* 2026, /).waitFor();
    await dialog.getByLabel("From the beginning").check();
    await dialog.getByText("from the events again").waitFor();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await page.getByText("The direction of Studio door has been reversed for Studio.").waitFor();
    await expect.poll(() => entrances(space.id)).toEqual({ entrances: 5, exits: 0 });
    await page.getByRole("cell", { name: "Inside", exact: true }).waitFor();
    await note.waitFor({ state: "detached" });
  });

  it("a reversal applies to the other links of the doorway, if that is chosen", async () => {
    const { space: hall, door } = await wrongSpace("Hall", "4005");
    const foyer = await answerOf(visit().client.v2.POST("/v2/spaces/", { body: { name: "Foyer" } }));
    const link = { space_id: foyer.id, doorway_id: door.id, sensor_placement: 1 } as const;
    await answerOf(visit().client.v2.POST("/v2/links/", { body: link }));
    const page = await visit().open(`/set-up/spaces/${hall.id}`);
    const dialog = await openDialog(page, "Reverse direction of Hall door");
    const stay = dialog.getByText("Links of the doorway to other spaces stay as they are.");
    await stay.waitFor();
    // The dialog grows by this text, and moves its fields.
    await dialog.getByText(/^Here, the last 7 days have/).waitFor();
    await dialog.getByLabel("Also reverse the links to Foyer").check();
    await stay.waitFor({ state: "detached" });
    await dialog.getByLabel("From the beginning").check();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await page.getByText("The direction of Hall door has been reversed for Hall, Foyer.").waitFor();
    await expect.poll(() => entrances(hall.id)).toEqual({ entrances: 3, exits: 0 });
    expect(await entrances(foyer.id)).toEqual({ entrances: 0, exits: 3 });
  });

  it("a reversal applies from now on without the scope admin", async () => {
    const { space } = await wrongSpace("Barn", "4004");
    const token = await tokenWith(visit(), ["write"]);
    const page = await visit().open(`/set-up/spaces/${space.id}`, { token });
    const dialog = await openDialog(page, "Reverse direction of Barn door");
    await dialog.getByText(/Correcting past counts requires a token with the scope/).waitFor();
    await dialog.getByRole("button", { name: "Reverse" }).click();
    await page.getByText("has been reversed").waitFor();
    expect(await entrances(space.id)).toEqual({ entrances: 0, exits: 3 });
    await pass(visit(), "4004", 1);
    await expect.poll(() => entrances(space.id)).toEqual({ entrances: 1, exits: 3 });
  });
});
