import type { Page, WebSocketRoute } from "playwright-core";
import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { button, changeSpace, describeInBrowser, dialogOf, tokenWith } from "../support/browser.ts";
import { pass, SENSORS, setCount, spaceNamed } from "../support/demo-campus.ts";

describeInBrowser("a lobby display", (visit) => {
  it("shows 'please wait' at the limit and 'come in' below it, with a read-only token", async () => {
    const cafe = await spaceNamed(visit(), "Cafe");
    const limit = cafe.safe_capacity ?? 0;
    await setCount(visit(), cafe.id, limit - 1);
    const token = await tokenWith(visit(), ["read"]);
    const path = `/display/${cafe.id}?message=Soup%20is%20on`;
    const page = await visit().open(path, { token });
    await page.getByText("Come in", { exact: true }).waitFor();
    await page.getByText("Soup is on").waitFor();
    expect(await page.locator(".display-count").textContent()).toBe(String(limit - 1));
    expect(await page.locator(".display-limit").textContent()).toBe(`people inside, at most ${limit}`);
    await page.getByText("Reconnecting…").waitFor({ state: "hidden" });
    await pass(visit(), SENSORS.Cafe, 1);
    await page.getByText("Please wait", { exact: true }).waitFor();
    expect(await page.locator(".display-count").textContent()).toBe(String(limit));
    // A message reports the next change, so the display sends no request.
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await pass(visit(), SENSORS.Cafe, -1);
    await page.getByText("Come in", { exact: true }).waitFor();
    expect(asked).toEqual([]);
  });

  it("is shared by an address with a token for this display alone, which a button makes", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const path = `/display/${gym.id}?message=Shared`;
    const tokensOf = async () => {
      const tokens = await answerOf(visit().client.v2.GET("/v2/tokens/"));
      return tokens.results.filter(({ name }) => name === "Display of Gym");
    };
    const page = await visit().open(path);
    await button(page, "Share display").click();
    await dialogOf(page).getByText("can read this display and nothing else").waitFor();
    expect(await tokensOf()).toEqual([]);
    await button(page, "Create address").click();
    const address = await dialogOf(page).getByLabel("Address", { exact: true }).inputValue();
    expect(address.split("hct_")[0]).toBe(`${visit().address}${path}#token=`);
    expect(await tokensOf()).toMatchObject([{ scopes: ["display"], space_id: gym.id }]);
    await page.keyboard.press("Escape");
    await button(page, "Close without saving").click();

    // The device that opens it follows the count, and has nothing else of the console.
    await setCount(visit(), gym.id, 3);
    const shared = await visit().open("/", { token: null, logsErrors: true });
    const refused: string[] = [];
    shared.on("response", (response) => response.status() >= 400 && refused.push(response.url()));
    await shared.goto(address);
    await shared.getByText("Shared", { exact: true }).waitFor();
    await shared.locator(".display-count").filter({ hasText: /^3$/ }).waitFor();
    await setCount(visit(), gym.id, 4);
    await shared.locator(".display-count").filter({ hasText: /^4$/ }).waitFor();
    expect(await shared.getByText("Share display").count()).toBe(0);
    expect(await shared.getByText("Exit display").count()).toBe(0);
    await shared.goto(`${visit().address}/ranking`);
    await shared.waitForURL(`**/display/${gym.id}`);
    await shared.locator(".display-count").waitFor();
    expect(refused).toEqual([]);
    const [token] = await tokensOf();
    await answerOf(
      visit().client.v2.DELETE("/v2/tokens/{token_id}/", { params: { path: { token_id: `${token?.id}` } } }),
    );
  });

  it("cannot be shared with a token that may only read", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    const page = await visit().open(`/display/${gym.id}`, { token: await tokenWith(visit(), ["read"]) });
    await button(page, "Share display").click();
    await dialogOf(page).getByText("requires a token with the scope admin").waitFor();
    expect(await button(page, "Create address").count()).toBe(0);
  });

  it("shows only the count without a limit, with custom texts", async () => {
    const library = await spaceNamed(visit(), "Library");
    await changeSpace(visit(), library.id, { capacity: null });
    await setCount(visit(), library.id, 2);
    const path = `/display/${library.id}?person=Mensch&people=Menschen&name=B%C3%BCcherei`;
    const page = await visit().open(path);
    await page.getByRole("heading", { name: "Bücherei" }).waitFor();
    expect(await page.locator(".display-limit").textContent()).toBe("Menschen");
    await setCount(visit(), library.id, 1);
    await page.getByText("Mensch", { exact: true }).waitFor();
    expect(await page.getByText("Come in").count()).toBe(0);
  });

  it("shows that it reconnects, and reconnects", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    await setCount(visit(), gym.id, 30);
    const sockets: WebSocketRoute[] = [];
    const before = (page: Page) =>
      page.routeWebSocket(/./, (socket) => {
        socket.connectToServer();
        sockets.push(socket);
      });
    const page = await visit().open(`/display/${gym.id}`, { context: {}, before });
    await expect.poll(() => sockets.length).toBeGreaterThan(0);
    await page.locator(".display-count").filter({ hasText: /^30$/ }).waitFor();
    const status = page.getByRole("main").getByRole("status");
    await expect.poll(() => status.textContent()).toBe("");
    // The display would reconnect within a second: the test delays that.
    let letIn = () => {};
    const seen = new Promise<void>((resolve) => {
      letIn = resolve;
    });
    await page.route("**/v2/sockets/", (route) => seen.then(() => route.continue()));
    for (const socket of sockets) await socket.close();
    await expect.poll(() => status.textContent()).toBe("Reconnecting…");
    letIn();
    await setCount(visit(), gym.id, 31);
    await expect.poll(() => status.textContent()).toBe("");
    await page.locator(".display-count").filter({ hasText: /^31$/ }).waitFor();
  });

  it("has no invitation if its data is older than 30 seconds", async () => {
    const gym = await spaceNamed(visit(), "Gym");
    await setCount(visit(), gym.id, 20);
    // A connection that stays open, but transmits nothing.
    let isDead = false;
    const before = async (page: Page) => {
      await page.clock.install();
      await page.routeWebSocket(/./, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => {
          if (!isDead) socket.send(message);
        });
      });
      await page.route("**/v2/**", (route) => (isDead ? undefined : route.continue()));
    };
    const page = await visit().open(`/display/${gym.id}`, { context: {}, before });
    const inside = page.locator(".display-count").filter({ hasText: /^20$/ });
    const comeIn = page.getByText("Come in", { exact: true });
    await inside.waitFor();
    await comeIn.waitFor();

    // Without events, it requests the count, which stays current.
    for (let step = 0; step < 5; step++) {
      await page.clock.runFor(13_000);
      await page.waitForResponse((response) => response.url().includes(gym.id.replace("spc", "dsp")));
    }
    await comeIn.waitFor();

    isDead = true;
    // The clock of the page also advances by itself, so 10 s leave room for a slow machine.
    await page.clock.runFor(10_000);
    await comeIn.waitFor();
    await page.clock.runFor(21_000);
    await page.getByText(/^Not up to date: last known 20 at \d\d:\d\d$/).waitFor();
    expect(await comeIn.count()).toBe(0);
    expect(await page.getByText("Please wait").count()).toBe(0);
    await setCount(visit(), gym.id, 60);

    // The socket stays dead: the response to a request is enough.
    isDead = false;
    await page.unroute("**/v2/**");
    await page.clock.runFor(60_000);
    await page.getByText("Please wait", { exact: true }).waitFor();
    await page.locator(".display-count").filter({ hasText: /^60$/ }).waitFor();
  });
});
