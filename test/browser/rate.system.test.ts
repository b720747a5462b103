import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeWithOwnDemo, tokenWith, untilLive } from "../support/browser.ts";
import { SENSORS } from "../support/demo-campus.ts";

/** The requests of a page to the API. */
interface Asked {
  readonly requests: readonly string[];
  /** Resolves when no request is under way. */
  idle(): Promise<void>;
}

function noteRequests(page: Page): Asked {
  const requests: string[] = [];
  const underWay = new Set<Request>();
  const isOfApi = (request: Request) => /^\/v[12]\//.test(new URL(request.url()).pathname);
  page.on("request", (request) => {
    if (!isOfApi(request)) return;
    const { pathname, search } = new URL(request.url());
    requests.push(`${request.method()} ${pathname}${search}`);
    underWay.add(request);
  });
  const end = (request: Request) => underWay.delete(request);
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  return {
    requests,
    idle: async () => {
      for (let before = -1; before !== requests.length; ) {
        before = requests.length;
        // A choice or a response is rendered, and causes further requests.
        await page.evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
        await page.locator(".state-loading").first().waitFor({ state: "detached" });
        await expect.poll(() => underWay.size).toBe(0);
      }
    },
  };
}

async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel("Token").fill(token);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describeWithOwnDemo("the console with a rate limit", (visit) => {
  it("needs at most 8 requests for Now with 30 spaces", async () => {
    const before = (await answerOf(visit().client.v2.GET("/v2/spaces/"))).results.length;
    const doorway = (await answerOf(visit().client.v2.GET("/v2/doorways/"))).results[0];
    for (let number = before; number < 30; number++) {
      const space = await answerOf(
        visit().client.v2.POST("/v2/spaces/", { body: { name: `Room ${number}` } }),
      );
      const body = { space_id: space.id, doorway_id: doorway?.id ?? "", sensor_placement: 1 as const };
      await answerOf(visit().client.v2.POST("/v2/links/", { body }));
    }
    const page = await visit().open("/", { token: null });
    const asked = noteRequests(page);
    await signIn(page, await tokenWith(visit(), ["read"]));
    await expect.poll(() => page.locator(".tile .sparkline-line").count()).toBe(30);
    await untilLive(page);
    // Filters show other tiles without requests.
    await page.getByLabel("Search spaces").fill("room 1");
    await expect.poll(() => page.locator(".tile").count()).toBeLessThan(30);
    await page.getByLabel("Search spaces").fill("");
    await expect.poll(() => page.locator(".tile .sparkline-line").count()).toBe(30);
    await asked.idle();
    expect(asked.requests.length, asked.requests.join("\n")).toBeLessThanOrEqual(8);
  });

  it("needs fewer than 60 requests to open every page twice", async () => {
    const hook = { endpoint: "https://example.com/counts", name: "Hook" };
    await answerOf(visit().client.v2.POST("/v2/webhooks/", { body: hook }));
    const page = await visit().open("/", { token: null });
    const { requests, idle } = noteRequests(page);
    await signIn(page, await tokenWith(visit(), ["read", "write", "ingest", "sql", "admin"]));
    const isShown = async (name: string) => {
      await page.getByRole("heading", { name, exact: true }).first().waitFor();
      await idle();
    };
    const goTo = async (name: string) => {
      await page.getByRole("link", { name, exact: true }).first().click();
      await isShown(name);
    };
    await isShown("Now");
    for (let round = 0; round < 2; round++) {
      await goTo("Now");
      await goTo("Gym");
      for (const range of ["Yesterday", "Last 7 days", "Last 30 days", "Today"]) {
        await page.getByLabel("Range").selectOption({ label: range });
        await idle();
      }
      await page.getByLabel("Compare with").selectOption({ label: "Previous week" });
      await idle();
      for (const name of ["Zoom in", "Zoom in", "Zoom in"]) await page.getByRole("button", { name }).click();
      await idle();
      await goTo("Week");
      await page.getByLabel("Show").selectOption({ index: 1 });
      await goTo("Ranking");
      await page.getByRole("link", { name: "Set-up", exact: true }).first().click();
      const tabs = page.getByRole("navigation", { name: "Set-up" }).getByRole("link");
      await tabs.first().waitFor();
      for (const tab of await tabs.all()) {
        await tab.click();
        await idle();
      }
      for (const [tab, name] of [
        ["Spaces", /Gym/],
        ["Doorways", /Gym door/],
        ["Sensors", SENSORS.Gym],
        ["Webhooks", "Hook"],
      ] as const) {
        await tabs.filter({ hasText: tab }).click();
        await page.getByRole("main").getByRole("link", { name }).first().click();
        await idle();
      }
      await goTo("SQL");
    }
    expect(requests.length, requests.join("\n")).toBeLessThan(60);
    expect(requests.length).toBeGreaterThan(20);
  });

  it("shows how long it waits at the rate limit, and continues automatically", async () => {
    const token = await tokenWith(visit(), ["read"], { rate: 30 });
    const page = await visit().open("/", { token, logsErrors: true });
    await page.getByRole("heading", { name: "Now" }).waitFor();
    const unlimited = await tokenWith(visit(), ["read"], { rate: null });
    let hasRoom = false;
    await page.route("**/v2/**", async (route) => {
      const headers = await route.request().allHeaders();
      if (hasRoom) headers.authorization = `Bearer ${unlimited}`;
      const response = await route.fetch({ headers });
      const rejected = response.status() === 429;
      // The server's own wait can be a minute long.
      if (rejected) expect(Number(response.headers()["retry-after"])).toBeLessThanOrEqual(60);
      const shortened = rejected ? { "retry-after": "3" } : {};
      await route.fulfill({ response, headers: { ...response.headers(), ...shortened } });
    });
    const spend = () =>
      fetch(new URL("/v2/spaces/", page.url()), { headers: { authorization: `Bearer ${token}` } });
    await Promise.all(Array.from({ length: 30 }, spend));
    await page.getByRole("link", { name: "Gym" }).first().click();
    const wait = page.getByText(/Rate limit reached: .* Retrying in \d+ s\./).first();
    await wait.waitFor();
    const seconds = async () => Number(/in (\d+) s/.exec((await wait.textContent()) ?? "")?.[1]);
    const first = await seconds();
    await expect.poll(seconds).toBeLessThan(first);
    expect(await page.getByText("Loading…", { exact: true }).count()).toBe(0);
    // A reload waits, too: it does not ask for a token.
    await page.reload();
    await wait.waitFor();
    expect(await page.getByLabel("Token").count()).toBe(0);
    hasRoom = true;
    await page.getByText(/^.* there were /).waitFor();
  });

  it("states that the scope read is missing", async () => {
    const token = await tokenWith(visit(), ["sql"]);
    const page = await visit().open("/", { token });
    await page.getByText("This token cannot read counts").waitFor();
    const asked = noteRequests(page);
    await page.getByRole("link", { name: "Run SQL queries" }).click();
    await page.getByRole("heading", { name: "SQL" }).waitFor();
    await asked.idle();
    expect(asked.requests.filter((each) => /spaces|sockets/.test(each))).toEqual([]);
  });
});
