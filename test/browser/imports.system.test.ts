import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { button, describeWithOwnDemo, dialogOf, tokenWith } from "../support/browser.ts";
import { words } from "../support/words.ts";

describeWithOwnDemo("Imports under Set-up", (visit) => {
  it("lists what became of the rows of a file, and voids it after a preview", async () => {
    const body = [1, 2, 2, 3].map((minute) => ({
      sensor_serial_number: "import-1",
      timestamp: `2024-05-01T10:0${minute}:00.500Z`,
      trajectory: 1 as const,
    }));
    const params = { query: { file: "june.csv" } };
    const stored = await answerOf(visit().client.v2.POST("/v2/sensor_events/", { params, body }));
    const importOf = async () => {
      const path = { import_id: stored.import_id ?? "" };
      return answerOf(visit().client.v2.GET("/v2/imports/{import_id}/", { params: { path } }));
    };
    const page = await visit().open("/set-up/imports");
    const row = page.getByRole("row", { name: /june\.csv/ });
    await row.waitFor();
    const cellOf = (heading: string) => row.locator(`[data-heading="${heading}"]`).textContent();
    expect(await Promise.all(["Rows", "Accepted", "Duplicates", "Rejected"].map(cellOf))).toEqual(words`
      4 3 1 0`);
    expect(await cellOf("Status")).toBe("Counts");

    await button(page, "Void june.csv").click();
    const events = dialogOf(page).locator("dl > div").filter({ hasText: "Events" });
    await events.getByText("3", { exact: true }).waitFor();
    expect((await importOf()).voided_at).toBeNull();
    await button(page, "Void import").click();
    await row.getByText(/^Voided /).waitFor();
    expect((await importOf()).voided_at).not.toBeNull();
    expect(await button(page, "Void june.csv").count()).toBe(0);
  });

  it("says what counts in place of one of two loads of a file", async () => {
    const { v2 } = visit().client;
    const space = await answerOf(v2.POST("/v2/spaces/", { body: { name: "Twice loaded" } }));
    const doorway = { name: "Twice loaded", sensor_serial_number: "import-2" };
    const door = await answerOf(v2.POST("/v2/doorways/", { body: doorway }));
    const link = { space_id: space.id, doorway_id: door.id, sensor_placement: 1 } as const;
    await answerOf(v2.POST("/v2/links/", { body: { ...link, effective_from: "beginning" } }));
    const [from, to] = ["2024-05-02T08:00:00Z", "2024-05-02T09:00:00Z"];
    const interval: object = { kind: "interval", serial_number: "import-2", from, to, in: 1_300, out: 4 };
    for (const file of ["first.csv", "second.csv"])
      await answerOf(v2.POST("/v2/readings/", { params: { query: { file } }, body: [{ ...interval }] }));
    const page = await visit().open("/set-up/imports");
    await button(page, "Void first.csv").click();
    const factOf = (text: RegExp) => dialogOf(page).locator("dl > div").filter({ hasText: text });
    await factOf(/second\.csv/)
      .getByText("1: +1,300 in, +4 out", { exact: true })
      .waitFor();
    const counts = "entrances 1,300 → 1,300, exits 4 → 4";
    await factOf(/^Twice loaded/)
      .getByText(counts, { exact: true })
      .waitFor();
  });

  it("a token without the scope admin voids nothing", async () => {
    const params = { query: { file: "july.csv" } };
    const row = {
      sensor_serial_number: "import-1",
      timestamp: "2024-07-01T10:00:00Z",
      trajectory: 1,
    } as const;
    await answerOf(visit().client.v2.POST("/v2/sensor_events/", { params, body: [row] }));
    const page = await visit().open("/set-up/imports", { token: await tokenWith(visit(), ["write"]) });
    await page.getByRole("row", { name: /july\.csv/ }).waitFor();
    await page.getByText("requires a token with the scope admin").waitFor();
    expect(await button(page, "Void july.csv").count()).toBe(0);
  });
});
