import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import {
  button,
  describeWithOwnDemo,
  dialogOf,
  tokenWith,
  VIEWPORTS,
  type Visit,
} from "../support/browser.ts";
import { spaceNamed } from "../support/demo-campus.ts";

const MINUTE_MS = 60_000;

/** Running totals of a device some minutes ago. */
function total(serial_number: string, minutes: number, in_total: number, out_total: number) {
  const at = new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  return { kind: "total", serial_number, at, in_total, out_total };
}

async function send({ client }: Visit, ...readings: readonly object[]): Promise<void> {
  await answerOf(client.v2.POST("/v2/readings/", { body: [...readings] }));
}

async function sensorOf({ client }: Visit, serial_number: string) {
  return answerOf(client.v2.GET("/v2/sensors/{serial_number}/", { params: { path: { serial_number } } }));
}

/** Lets a page look for news at once, on a clock that the test moves. */
const withClock = (page: Page) => page.clock.install();

/** A device that counts down, so that its line is suspended: 40 in and 4 out. */
function falling(serial: string) {
  return [0, 1, 2, 3, 4].map((step) => total(serial, 50 - 5 * step, 500 - 10 * step, 400 - step));
}

describeWithOwnDemo("devices", (visit) => {
  beforeAll(async () => {
    const refused = { ...total("counter-1", -30, 9, 9) };
    await send(
      visit(),
      total("counter-1", 60, 100, 90),
      total("counter-1", 50, 112, 99),
      total("counter-1", 40, 9_000, 120),
      refused,
      ...falling("counter-down"),
      total("counter-2", 10, 5, 5),
      total("counter-3", 10, 5, 5),
    );
  });

  it("lists those that wait for a doorway first, and places one at a new doorway", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const path = { serial_number: "counter-3" };
    const said = { battery: 7, problems: ["the lens is covered"] };
    await answerOf(
      visit().client.v2.POST("/v2/sensors/{serial_number}/heartbeat/", { params: { path }, body: said }),
    );
    const page = await visit().open("/set-up/sensors", { logsErrors: true });
    const waiting = page.getByRole("table", { name: "Waiting for a doorway" });
    await waiting.getByRole("row", { name: /counter-down.*Suspended: not counted.*Totals/ }).waitFor();
    // What needs attention comes first.
    const rows = await waiting.getByRole("row").allTextContents();
    expect(rows.slice(1, 3)).toEqual([
      expect.stringMatching(/^counter-3The lens is coveredOnlineTotals.*7%, low/),
      expect.stringMatching(/^counter-down/),
    ]);
    await button(page, "Place counter-1").click();
    const dialog = dialogOf(page);
    await button(page, "Create doorway and place").click();
    await dialog.getByText("is required").waitFor();
    await dialog.getByLabel("Name of the new doorway").fill("Gym door");
    await button(page, "Create doorway and place").click();
    await dialog.getByText("is required").waitFor();
    await dialog.getByLabel("It leads into").selectOption(gym.id);
    await dialog.getByLabel("In is out of this space").check();
    await button(page, "Create doorway and place").click();
    await dialog.getByText(/"Gym door"/).waitFor();
    await dialog.getByLabel("Name of the new doorway").fill("Gym back door");
    await button(page, "Create doorway and place").click();
    await page.getByText("counter-1 has been placed.").waitFor();
    await page
      .getByRole("table", { name: "Placed sensors" })
      .getByRole("row", { name: /counter-1.*Gym back door/ })
      .waitFor();
    expect(await waiting.getByText("counter-1").count()).toBe(0);
    const { doorways } = await spaceNamed(visit(), "Gym");
    expect(doorways).toContainEqual(expect.objectContaining({ name: "Gym back door", sensor_placement: -1 }));
  });

  it("places a device at a doorway that has no sensor, from the device's page", async () => {
    const body = { name: "Spare door" };
    const { id } = await answerOf(visit().client.v2.POST("/v2/doorways/", { body }));
    const page = await visit().open("/set-up/sensors/counter-2");
    await page.getByText("It waits for a doorway").waitFor();
    await button(page, "Place").click();
    await dialogOf(page).getByLabel("Doorway", { exact: true }).selectOption(id);
    expect(await dialogOf(page).getByLabel("It leads into").count()).toBe(0);
    await dialogOf(page).getByRole("button", { name: "Place", exact: true }).click();
    await page.getByRole("link", { name: "Spare door" }).waitFor();
    expect((await sensorOf(visit(), "counter-2")).doorway_id).toBe(id);
    expect(await button(page, "Place").count()).toBe(0);
  });

  it("shows what became of each reading, and follows new ones", async () => {
    const page = await visit().open("/set-up/sensors/counter-1", { context: {}, before: withClock });
    const rows = page.getByRole("table", { name: "Readings" }).getByRole("row");
    await rows.filter({ hasText: "First totals" }).waitFor();
    expect((await rows.allTextContents()).map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
      expect.stringMatching(/^Time.*Device says.*Result.*In.*Out.*Note$/),
      expect.stringMatching(/Refused00.*more than 5 minutes in the future \(\d+ \w+ \d{4}, /),
      expect.stringMatching(/9,000 in, 120 outNot counted: too many008888 crossings/),
      expect.stringMatching(/112 in, 99 outCounted129$/),
      expect.stringMatching(/100 in, 90 outFirst totals00$/),
    ]);
    await send(visit(), total("counter-1", 5, 9_003, 121));
    await page.clock.runFor(11_000);
    await rows.filter({ hasText: /9,003 in, 121 outCounted31/ }).waitFor();
  });

  it("previews settings before it saves them, with errors at their fields", async () => {
    const page = await visit().open("/set-up/sensors/counter-1", { logsErrors: true });
    await button(page, "Change").click();
    const dialog = dialogOf(page);
    const cap = dialog.getByLabel("People per second at most");
    await cap.fill("-1");
    await dialog.getByLabel("Time zone").fill("Nowhere");
    await button(page, "Preview").click();
    await dialog.getByText("must be more than 0").waitFor();
    await dialog.getByText(/"Nowhere" is not a time zone/).waitFor();
    expect(await cap.getAttribute("aria-invalid")).toBe("true");
    await cap.fill("100");
    await dialog.getByLabel("Time zone").fill("");
    await dialog.getByLabel("From the beginning").check();
    await button(page, "Preview").click();
    await dialog.getByText(/All \d readings are judged again; 1 of them changes\./).waitFor();
    await dialog.getByRole("row", { name: /^In \d+ 8,9\d\d$/ }).waitFor();
    // Another value needs another preview.
    await cap.fill("1000");
    expect(await button(page, "Save").count()).toBe(0);
    await button(page, "Preview").click();
    expect((await sensorOf(visit(), "counter-1")).counting.cap).toBe(1);
    await button(page, "Save").click();
    await page.getByText("counter-1 has been updated.").waitFor();
    await page.getByRole("table", { name: "Readings" }).getByText("8,888").waitFor();
    expect((await sensorOf(visit(), "counter-1")).counting.cap).toBe(1_000);
  });

  it("D31: says why a line is suspended, and previews the decision", async () => {
    const page = await visit().open("/set-up/sensors/counter-down");
    const note = page.getByRole("region", { name: "Suspended" });
    await note.getByText(/totals fell three times in a row.*\(since \d+ \w+ \d{4}, /).waitFor();
    await button(page, "Count on as it is").click();
    await dialogOf(page)
      .getByText(/4 readings are judged again/)
      .waitFor();
    await button(page, "Cancel").click();
    expect((await sensorOf(visit(), "counter-down")).state).toBe("suspended");
    await button(page, "Reverse").click();
    await dialogOf(page).getByRole("row", { name: "In 0 40" }).waitFor();
    await dialogOf(page).getByRole("row", { name: "Out 0 4" }).waitFor();
    await dialogOf(page).getByRole("button", { name: "Reverse" }).click();
    await note.waitFor({ state: "detached" });
    expect(await sensorOf(visit(), "counter-down")).toMatchObject({
      state: "counting",
      counting: { reverse: true },
    });
  });

  it("D32: asks which direction a register counts that does not say it, and shows it with its line", async () => {
    const { address, token } = visit();
    const crossline = async (scenario: string, totalHuman: number, minutes: number) => {
      const message = {
        data: { scenario, reason: "human", total: `${totalHuman}`, totalHuman: `${totalHuman}` },
      };
      const topic = "axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario2";
      const timestamp = Date.now() - minutes * MINUTE_MS;
      const body = JSON.stringify({ topic, timestamp, serial: "ACCC8E000001", message });
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${address}/v2/devices/axis/`, { method: "POST", headers, body });
      expect(answer.status).toBe(200);
    };
    await crossline("Entering", 5, 10);
    await crossline("Entering", 9, 5);
    const page = await visit().open("/set-up/sensors/ACCC8E000001%3AEntering");
    await page
      .getByText(/does not say which direction/)
      .first()
      .waitFor();
    await button(page, "It counts people in").click();
    await dialogOf(page).getByRole("row", { name: "In 0 4" }).waitFor();
    await dialogOf(page).getByRole("button", { name: "It counts people in" }).click();
    await page.getByText("ACCC8E000001:Entering has been updated.").waitFor();
    await button(page, "Change").click();
    await dialogOf(page).getByLabel("Line").fill("door");
    await dialogOf(page).getByLabel("From the beginning").check();
    await button(page, "Preview").click();
    await button(page, "Save").click();
    await page.getByText("Register of").waitFor();
    expect(await button(page, "Place").count()).toBe(0);
    await page.getByRole("link", { name: "All sensors" }).click();
    const waiting = page.getByRole("table", { name: "Waiting for a doorway" });
    const line = waiting.getByRole("row", {
      name: /ACCC8E000001:door.*ACCC8E000001:Entering.*Totals of 1 register/,
    });
    await line.getByRole("button", { name: "Place ACCC8E000001:door" }).waitFor();
    expect(await waiting.getByRole("button", { name: /Entering/ }).count()).toBe(0);
  });

  it("connects a device: its token, and what was understood of its first message", async () => {
    const page = await visit().open("/set-up/sensors");
    await page.getByRole("link", { name: "Connect a device" }).click();
    await page.getByLabel("What is it?").selectOption("xovis");
    await page.getByText("Waiting for a message of a new device…").waitFor();
    await page.getByText(`${visit().address}/v2/devices/xovis/TOKEN/`).first().waitFor();
    await button(page, "Create a token for Xovis").click();
    await page.getByText("Copy the token now.").waitFor();
    const shown = await page.locator(".set-up-entered code").first().textContent();
    expect(shown).toMatch(/\/v2\/devices\/xovis\/hct_[^/]+\/$/);
    // The token stays when the transport changes, and a question comes before it is lost.
    await page.getByLabel(/^HTTP, token in a header/).check();
    await page
      .getByText(/^Bearer hct_/)
      .first()
      .waitFor();
    await page.getByLabel(/^HTTP, token in the address/).check();
    await page.getByRole("link", { name: "All sensors" }).click();
    await page.getByText("You have not copied the token.").waitFor();
    await button(page, "Stay").click();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Copy the address").click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(shown);

    const { results } = await answerOf(visit().client.v2.GET("/v2/tokens/"));
    expect(results).toContainEqual(expect.objectContaining({ name: "Xovis", scopes: ["ingest"] }));
    const to = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS);
    const record = {
      from: new Date(to.getTime() - MINUTE_MS).toISOString(),
      to: to.toISOString(),
      samples: 60,
      samples_expected: 60,
      counts: [
        { id: 1, name: "fw", value: 3 },
        { id: 2, name: "bw", value: 1 },
      ],
    };
    const logics = [{ id: 7, name: "door", info: "XLT_LINE_IN_OUT_COUNT", records: [record] }];
    const sensor_info = { serial_number: "00:6E:02:08:12:A4", type: "SINGLE_SENSOR" };
    const body = JSON.stringify({ logics_data: { package_info: { version: "5.0" }, sensor_info, logics } });
    expect((await fetch(String(shown), { method: "POST", body })).status).toBe(200);
    await button(page, "Look now").click();
    await page.getByText("A new sensor has reported.").waitFor();
    await page.getByRole("row", { name: /3 in, 1 out.*Counted.*3.*1/ }).waitFor();
    await page.getByRole("button", { name: /^Place 00:6E:02/ }).click();
    await dialogOf(page).getByLabel("Name of the new doorway").waitFor();
    await page.keyboard.press("Escape");
    // Once it has been copied, nothing is lost.
    await page.getByRole("link", { name: "All sensors" }).click();
    await page.getByRole("table", { name: "Waiting for a doorway" }).waitFor();
  });

  it("shows messages of which nothing was used, and hints if nothing arrives", async () => {
    const path = "/set-up/connect?device=presence";
    const page = await visit().open(path, { context: {}, before: withClock });
    await page.getByText("Waiting for a message of a new device…").waitFor();
    expect(await page.getByText("Nothing has arrived yet.").count()).toBe(0);
    await page.clock.runFor(31_000);
    await page.getByText("Nothing has arrived yet.").waitFor();
    await page.getByText(/The token: is it whole/).waitFor();
    const { address, token } = visit();
    const headers = { authorization: `Bearer ${token}` };
    const url = `${address}/v2/devices/presence/?serial_number=desk-4`;
    await fetch(url, { method: "POST", headers, body: JSON.stringify({ occupancy: true }) });
    await page.clock.runFor(6_000);
    await page.getByText("A new sensor has reported.").waitFor();
    // It is refused as a count, if the sensor has a list of readings, or not used at all.
    await page
      .getByText(/Refused|nothing of it was used/)
      .first()
      .waitFor();
    expect(await page.getByText("Nothing has arrived yet.").count()).toBe(0);
  });

  it("D33: shows the options of the server for MQTT", async () => {
    const page = await visit().open("/set-up/connect?device=milesight&transport=mqtt");
    await page
      .getByText("--mqtt mqtts://USER:PASSWORD@BROKER:8883 --mqtt-topic 'milesight=TOPICS'")
      .waitFor();
    expect(await page.getByRole("button", { name: /token/ }).count()).toBe(0);
    await page.getByLabel("What is it?").selectOption("esphome");
    await page.getByText("--mqtt-topic 'esphome=TOPICS'").waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);
  });

  it("says what a token does not permit", async () => {
    const reader = await tokenWith(visit(), ["read"], { rate: null });
    const page = await visit().open("/set-up/sensors", { token: reader });
    await page.getByRole("table", { name: "Waiting for a doorway" }).getByText("counter-3").waitFor();
    expect(await page.getByRole("button", { name: /^Place/ }).count()).toBe(0);
    await page.getByRole("link", { name: "counter-3" }).click();
    await page.getByText("Placing a sensor requires a token with the scope write.").waitFor();
    expect(await button(page, "Change").count()).toBe(0);
    await page.goto(`${visit().address}/set-up/connect?device=axis`);
    await page.getByText("Creating a token for the device requires a token with the scope admin.").waitFor();
    await send(visit(), ...falling("counter-down-2"));
    await button(page, "Look now").click();
    await page.getByText("Placing it at a doorway requires a token with the scope write.").waitFor();
    await page.getByRole("link", { name: "counter-down-2" }).click();
    await page.getByText("Deciding requires a token with the scope write.").waitFor();

    const writer = await tokenWith(visit(), ["write"], { rate: null });
    const written = await visit().open("/set-up/sensors/counter-down-2", { token: writer });
    await button(written, "Other settings").click();
    await dialogOf(written)
      .getByText("The change applies to the readings since the line was suspended.")
      .waitFor();
    expect(await dialogOf(written).getByLabel("From the beginning").count()).toBe(0);
  });

  it("has cards on a phone, without empty notes", async () => {
    const page = await visit().open("/set-up/sensors/counter-3", { viewport: VIEWPORTS.phone });
    const cell = page.getByRole("table", { name: "Readings" }).getByRole("cell");
    await cell.filter({ hasText: "5 in, 5 out" }).waitFor();
    await expect.poll(() => page.locator('td[data-heading="Note"]').first().isVisible()).toBe(false);
  });
});
