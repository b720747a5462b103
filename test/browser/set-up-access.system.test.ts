import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { button, describeWithOwnDemo, dialogOf, tokenWith, VIEWPORTS } from "../support/browser.ts";
import { pass, SENSORS } from "../support/demo-campus.ts";
import { willingReceiver } from "../support/receiver.ts";
import { CLUSTER, MIRRORS, MQTT_BROKER } from "../support/shown-cluster.ts";

describeWithOwnDemo("setting up tokens and webhooks", (visit) => {
  it("creates a token, shows its secret once, and revokes it", async () => {
    const page = await visit().open("/set-up/tokens", { logsErrors: true });
    await button(page, "New token").click();
    await dialogOf(page).getByLabel("Name").fill("Lobby display");
    await dialogOf(page).getByLabel("Custom").check();
    await dialogOf(page).getByLabel("Requests per minute").last().fill("0");
    await button(page, "Create token").click();
    await dialogOf(page).getByText("must be at least 1").waitFor();
    await dialogOf(page).getByLabel("Requests per minute").last().fill("30");
    await button(page, "Create token").click();
    await page.getByRole("heading", { name: "Token created" }).waitFor();
    const secret = await dialogOf(page).getByLabel("Token", { exact: true }).inputValue();
    expect(secret).toMatch(/^hct_/);
    const asked = () =>
      fetch(`${visit().address}/v2/spaces/`, { headers: { authorization: `Bearer ${secret}` } });
    expect((await asked()).status).toBe(200);
    // Escape does not lose it: a question comes first, until it was copied.
    await page.keyboard.press("Escape");
    await dialogOf(page).getByText("You have not copied the token.").waitFor();
    await button(page, "Keep open").click();
    await page.keyboard.press("Escape");
    await button(page, "Keep open").click();
    expect(await dialogOf(page).getByLabel("Token", { exact: true }).inputValue()).toBe(secret);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Copy").click();
    await dialogOf(page).getByText("Copied", { exact: true }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    await page.keyboard.press("Escape");
    await dialogOf(page).waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: /Lobby display/ });
    await row.getByText("30", { exact: true }).waitFor();
    // A display is shared by a URL with a token.
    const shared = await visit().open("/", { token: null, logsErrors: true });
    await shared.goto(`${visit().address}/display/spc_15#token=${secret}`);
    await shared.getByRole("button", { name: "Full screen" }).waitFor();
    await page.reload();
    await row.waitFor();
    expect(await page.content()).not.toContain(secret);
    await button(page, "Revoke Lobby display").click();
    await button(page, "Revoke token").click();
    await row.waitFor({ state: "detached" });
    expect((await asked()).status).toBe(403);
  });

  it("replays a delivery", async () => {
    const receiver = await willingReceiver();
    const body = { endpoint: `${receiver.address}/hook`, name: "Taken" };
    const { id } = await answerOf(visit().client.v2.POST("/v2/webhooks/", { body }));
    await pass(visit(), SENSORS.Gym, 1);
    const called = () => receiver.received.length;
    await expect.poll(called).toBeGreaterThan(0);
    const page = await visit().open(`/set-up/webhooks/${id}`);
    const delivered = page.getByRole("row", { name: /Delivered.*204/ });
    await expect
      .poll(async () => {
        await button(page, "Refresh").click();
        return delivered.count();
      })
      .toBe(called());
    const before = called();
    // The first answer after that is from before the call is made.
    let isQueued = true;
    await page.route("**/deliveries/?*", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      await route.fulfill({ response, body: isQueued ? body.replace('"delivered"', '"pending"') : body });
      isQueued = false;
    });
    await delivered
      .filter({ hasText: "Gym" })
      .getByRole("button", { name: /^Replay/ })
      .click();
    await page.getByText("The delivery has been queued again.").waitFor();
    await expect.poll(called).toBe(before + 1);
    // The row comes to its end by itself.
    await page.getByText("Pending", { exact: true }).first().waitFor();
    await expect.poll(() => delivered.count()).toBe(before + 1);
    await button(page, "Send test call").click();
    await page.getByText("The receiver answered 204.").waitFor();
    expect(JSON.parse(String(receiver.received.at(-1)?.body))).toMatchObject({ type: "test" });
    const bodies = receiver.received.slice(0, -1).map(({ body }) => body);
    expect(bodies.slice(0, -1)).toContain(bodies.at(-1));
    const path = { webhook_id: id };
    await answerOf(visit().client.v2.DELETE("/v2/webhooks/{webhook_id}/", { params: { path } }));
  });

  it("shows failed deliveries with their errors, and disables a webhook", async () => {
    const page = await visit().open("/set-up/webhooks", { logsErrors: true });
    await button(page, "New webhook").click();
    const dialog = dialogOf(page);
    await dialog.getByLabel("Endpoint").fill("nowhere");
    await button(page, "Create webhook").click();
    await dialog.getByText("must be an http or https URL such as https://example.com/hook").waitFor();
    // No server listens there.
    await dialog.getByLabel("Endpoint").fill("http://127.0.0.1:9/hook");
    await dialog.getByLabel("Name", { exact: true }).fill("Dead end");
    await dialog.getByLabel("Search: Only for these spaces").or(dialog.getByLabel("Cafe")).first().waitFor();
    await dialog.getByLabel("Cafe").check();
    await button(page, "Create webhook").click();
    await page.getByRole("heading", { name: "Webhook created" }).waitFor();
    expect(await dialog.getByLabel("Signing secret").inputValue()).toMatch(/^whsec_/);
    await button(page, "I have saved it").click();
    await page.getByRole("heading", { name: "Dead end" }).waitFor();
    await page.getByText("No deliveries yet.").waitFor();
    await button(page, "Send test call").click();
    await page.getByText("The call failed: the connection was refused.").waitFor();
    await pass(visit(), SENSORS.Gym, 1);

    await pass(visit(), SENSORS.Cafe, 1);
    const row = page.getByRole("row", { name: /Cafe/ }).first();
    await expect
      .poll(async () => {
        await button(page, "Refresh").click();
        return row.textContent();
      })
      .toMatch(/Retrying.*the connection was refused/);
    expect(await page.getByRole("button", { name: /^Replay/ }).count()).toBe(0);
    // Calls are only for the space that was selected.
    expect(await page.getByRole("row", { name: /Gym/ }).count()).toBe(0);
    await page.goto(`${visit().address}/set-up/webhooks`);
    await page.getByRole("row", { name: /Dead end.*Failing, \d+ attempts?/ }).waitFor();
    const warning = "not allowed to connect to 127.0.0.1, a loopback address (see --allow-private-webhooks)";
    await page.route("**/v2/webhooks/?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        body: (await response.text()).replace('"warning":null', `"warning":"${warning}"`),
      });
    });
    await page.reload();
    await page.getByRole("row", { name: /Dead end.*Cannot be called/ }).waitFor();
    await page.getByRole("link", { name: "Dead end" }).click();
    await page.getByText(`The endpoint cannot be called: ${warning}.`).waitFor();
    // The server retries for a day. The page gets the status "dead" instead.
    await page.route("**/deliveries/?*", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll("retrying", "dead") });
    });
    await button(page, "Refresh").click();
    await row.getByText("Failed", { exact: true }).waitFor();
    await row.getByRole("button", { name: /^Replay/ }).click();
    await page.getByText(/is not finished: it is retrying/).waitFor();
    await button(page, "Disable").click();
    await button(page, "Enable").waitFor();
    const { results } = await answerOf(visit().client.v2.GET("/v2/webhooks/"));
    expect(results).toEqual([expect.objectContaining({ name: "Dead end", enabled: false })]);
  });

  it("shows the mirrors of a server that works alone, or that it has none", async () => {
    const page = await visit().open("/set-up/servers");
    await page.getByText("No mirrors").waitFor();
    const [, , failing] = MIRRORS;
    await page.route("**/v2/admin/analytics/", (route) => route.fulfill({ json: { results: [failing] } }));
    await page.getByText("Failing").waitFor();
    await page.getByText(/refuses connections/).waitFor();
    await page.getByText("This server works alone").waitFor();
  });

  it("shows the broker of MQTT, and why some of its messages do not come", async () => {
    const page = await visit().open("/set-up/servers");
    await page.getByText("No broker").waitFor();
    await page.route("**/v2/admin/mqtt/", (route) => route.fulfill({ json: { results: [MQTT_BROKER] } }));
    await page.getByText(/Connected to broker\.example\.com:8883.*12,345 messages; 6 were refused/).waitFor();
    await page.getByRole("alert").getByText("no messages of the filter zigbee2mqtt/#").waitFor();
    const rows = await page.getByRole("table", { name: "Topic filters" }).getByRole("row").allTextContents();
    expect(rows).toEqual([
      "Topic filterAdapterState",
      "counters/+/datamilesightSubscribed",
      "zigbee2mqtt/#presenceFailingthe broker refuses the subscription",
    ]);
    await page.getByText("1,000 messages could not be stored by themselves").waitFor();
    const aside = page.getByRole("table", { name: "Messages that are set aside" }).getByRole("row").last();
    expect(await aside.textContent()).toMatch(
      /^counters\/hall\/data \(milesight\).*Invalid array length\{"line_total_data":\[\{"a"\}\]\}$/,
    );
    // Another server of a cluster has the duty.
    const nodes = CLUSTER.nodes.map((node, index) => (index === 0 ? { ...node, duties: ["mqtt"] } : node));
    const json = { ...CLUSTER, nodes };
    const other = await visit().open("/set-up/servers", {
      before: (opened) => opened.route("**/v2/admin/cluster/", (route) => route.fulfill({ json })),
    });
    await other.getByText(/The server https:\/\/counts-1\.example\.com takes the messages of MQTT/).waitFor();
  });

  it("shows the servers that share a log, and what puts their data at risk", async () => {
    const page = await visit().open("/set-up/servers", {
      before: (opened) => opened.route("**/v2/admin/cluster/", (route) => route.fulfill({ json: CLUSTER })),
    });
    const mirrors = page.getByRole("table", { name: "Mirrors" }).getByRole("row");
    await mirrors.first().waitFor();
    expect((await mirrors.allTextContents()).map((row) => row.replaceAll(/\s/g, " "))).toEqual([
      expect.stringMatching(/^DatabaseStateEvents behindData as of \(.+\)Rows per second$/),
      expect.stringMatching(/^analytics-1.*Up to date06 May 2026, .*12 s ago1,250$/),
      expect.stringMatching(/^analytics-2.*Catching up56,7896 May 2026, .*12 s ago98,765$/),
      expect.stringMatching(/^analytics-3.*FailingClickHouse at .* refuses .*1,2346 May .*2 h 00 min ago20$/),
      expect.stringMatching(/^analytics-4.*Not copied yet–––$/),
    ]);
    const [first, second] = [/counts-1\.example\.com/, /1f2e3d41/].map((name) =>
      page.getByRole("row", { name }),
    );
    expect(await first?.textContent()).toMatch(/0\.1\.00Nowmirrors, notifications, snapshots/);
    expect(await second?.textContent()).toMatch(/1,2342\sh\s00\smin ago–/);
    await page.getByText(/has the records 12 to 90,000 and takes 45\.6 MB/).waitFor();
    await page.getByText(/All servers can read records in format 2, and write format 1/).waitFor();
    await page.getByRole("alert").getByText("set synchronous_commit to on").waitFor();
    const reader = await visit().open("/set-up/spaces", { token: await tokenWith(visit(), ["read"]) });
    expect(await reader.getByRole("link", { name: "Servers" }).count()).toBe(0);
  });

  it("lists changes, and filters them by resource", async () => {
    const { client } = visit();
    const space = await answerOf(client.v2.POST("/v2/spaces/", { body: { name: "Watched" } }));
    const path = { space_id: space.id };
    await answerOf(client.v2.PUT("/v2/spaces/{space_id}/", { params: { path }, body: { capacity: 12 } }));
    const page = await visit().open("/set-up/audit-log");
    await page.getByLabel("Kind").selectOption({ label: "Space" });
    await page.getByLabel("Name or id").fill("watched");
    const row = page.getByRole("row", { name: /Updated space/ });
    await row.getByText("Capacity").waitFor();
    expect(await row.textContent()).toContain("demo");
    // On a phone, the name is in the column of the values.
    await page.setViewportSize(VIEWPORTS.phone);
    const [value, name] = [row.getByText("Capacity"), row.getByRole("link", { name: "Watched" })];
    const distance = async () =>
      Math.abs(((await name.boundingBox())?.x ?? NaN) - ((await value.boundingBox())?.x ?? NaN));
    await expect.poll(distance).toBeLessThan(1);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(distance).toBeGreaterThan(1);
    const field = page.getByLabel("Name or id");
    const place = await field.boundingBox();
    await field.fill("watche");
    await page.getByText("No space is named watche.").waitFor();
    expect(await page.getByText("No entries.").count()).toBe(0);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.boundingBox()).toEqual(place);
    await field.fill("watched");
    const from = page.getByLabel("From", { exact: true });
    const dated = await from.boundingBox();
    await from.fill("soon");
    await from.blur();
    await page.getByText("Not a valid date.").waitFor();
    expect(await from.boundingBox()).toEqual(dated);
    await button(page, "Clear filters").click();
    await page.getByLabel("Kind").selectOption({ label: "Space" });
    await field.fill("watched");
    await page.setViewportSize(VIEWPORTS.desktop);
    // Derived entries are not listed.
    await expect.poll(() => page.getByRole("row").count()).toBe(3);
    await page.getByRole("row", { name: /Created space/ }).waitFor();
    await row.getByRole("link", { name: "Watched" }).click();
    await page.getByRole("heading", { name: "Watched" }).waitFor();
  });

  it("hides buttons from a read-only token, and states missing scopes", async () => {
    const token = await tokenWith(visit(), ["read"], { rate: null });
    const page = await visit().open("/set-up/spaces", { token, logsErrors: true });
    await page.getByRole("link", { name: /Library/ }).click();
    await page.getByRole("heading", { name: "Library" }).waitFor();
    for (const name of ["New space", "Edit", "Delete", "Link a doorway", "Set count", "Add"])
      expect(await button(page, name).count(), name).toBe(0);
    expect(await page.getByRole("link", { name: "Tokens" }).count()).toBe(0);
    await page.goto(`${visit().address}/set-up/tokens`);
    await page.getByText("the request needs a token with the scope admin").waitFor();
    expect(await button(page, "Retry").count()).toBe(0);
  });

  it("offers no corrections of the past without the scope admin", async () => {
    const token = await tokenWith(visit(), ["write"], { rate: null });
    const page = await visit().open("/set-up/spaces", { token });
    await page.getByRole("link", { name: /Library/ }).click();
    await button(page, "Edit").click();
    await dialogOf(page).getByLabel("Daily reset").fill("02:00");
    await dialogOf(page).getByText("The change applies from now on.").waitFor();
    await button(page, "Save").click();
    await page.getByText("At 02:00").waitFor();
  });
});
