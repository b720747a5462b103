import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { describeInBrowser, VIEWPORTS } from "../support/browser.ts";

/** Counts how often the browser loads the document. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}

const now = (page: Page) => page.getByRole("heading", { name: "Now" });
const nav = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name });

/** The error page of react-router itself. */
const FRAMEWORK_PAGE = /Unexpected Application Error/;

describeInBrowser("error pages", (visit) => {
  it("shows that a page is not found", async () => {
    const page = await visit().open("/nope", { logsErrors: true });
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    expect(await page.getByRole("main").textContent()).toContain("/nope");
    await page.getByRole("link", { name: "Go to the current counts" }).click();
    await now(page).waitFor();
    await page.goto(`${visit().address}/set-up/nope`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
  });

  it("reloads if the code of a page is missing after an upgrade", async () => {
    const page = await visit().open("/", { logsErrors: true });
    await now(page).waitFor();
    const loads = countLoads(page);
    await page.route("**/assets/week-page-*.js", (route) =>
      loads() === 0 ? route.fulfill({ status: 404 }) : route.continue(),
    );
    await nav(page, "Week").click();
    await page.getByRole("heading", { name: "Week" }).waitFor();
    expect(loads()).toBe(1);
  });

  it("does not reload in a loop", async () => {
    const page = await visit().open("/", { logsErrors: true });
    await now(page).waitFor();
    const loads = countLoads(page);
    await page.route("**/assets/ranking-page-*.js", (route) => route.fulfill({ status: 404 }));
    await nav(page, "Ranking").click();
    await page.getByRole("heading", { name: "Page could not be loaded" }).waitFor();
    expect(loads()).toBe(1);
    expect(await page.getByText(FRAMEWORK_PAGE).count()).toBe(0);
    // Other pages work, and this one once its code can be loaded.
    await nav(page, "Now").click();
    await now(page).waitFor();
    await nav(page, "Ranking").click();
    const reload = page.getByRole("button", { name: "Reload" });
    await reload.waitFor();
    await page.unroute("**/assets/ranking-page-*.js");
    await reload.click();
    await page.getByRole("heading", { name: "Ranking" }).waitFor();
    expect(loads()).toBe(2);
  });

  it("shows that the server is not reachable, and retries failed requests after that", async () => {
    const page = await visit().open("/week", { logsErrors: true });
    await page.getByRole("heading", { name: "Week" }).waitFor();
    await page.locator(".heat-map").waitFor();
    await page.context().setOffline(true);
    await page.getByLabel("Weeks").selectOption({ label: "Last week" });
    const lost = page.getByRole("status").filter({ hasText: "Server not reachable" });
    await lost.waitFor();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await page.context().setOffline(false);
    await page.locator(".heat-map").waitFor();
    await lost.waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
  });

  const SPACES = { total: 1, next: null, previous: null, results: [{ id: "spc_1" }] };
  const SHOWN = { id: "dsp_1", state: "counting", dedicated_space: { id: "spc_1", name: {} } };

  // Responses of a server of another version.
  it.each([
    ["a page", "/", VIEWPORTS.desktop, "**/v2/spaces/**", SPACES],
    ["a page on a phone", "/week", VIEWPORTS.phone, "**/v2/spaces/**", SPACES],
    ["a display", "/display/spc_1", VIEWPORTS.desktop, "**/v2/displays/**", SHOWN],
  ])("shows an error page if %s fails, and retries", async (_name, path, viewport, requests, broken) => {
    const before = (page: Page) => page.route(requests, (route) => route.fulfill({ json: broken }));
    const page = await visit().open(path, { viewport, before, logsErrors: true });
    await page.getByRole("heading", { name: "Something went wrong on this page" }).waitFor();
    expect(await page.getByText(FRAMEWORK_PAGE).count()).toBe(0);
    await page.unroute(requests);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "Something went wrong" }).waitFor({ state: "detached" });
  });

  it("offers to reload a newer console", async () => {
    const page = await visit().open("/", { context: {}, logsErrors: true });
    await now(page).waitFor();
    const html = await (await fetch(`${visit().address}/`)).text();
    await page.route(`${visit().address}/`, (route) =>
      route.request().isNavigationRequest()
        ? route.continue()
        : route.fulfill({
            contentType: "text/html",
            body: html.replace(/index-[^"]+\.js/, "index-newer.js"),
          }),
    );
    await page.context().setOffline(true);
    await nav(page, "Ranking").click();
    await page.getByRole("heading", { name: "Server not reachable" }).waitFor();
    await nav(page, "Now").click();
    await page.context().setOffline(false);
    const loads = countLoads(page);
    await page.getByRole("button", { name: "Reload" }).click();
    await now(page).waitFor();
    expect(loads()).toBe(1);
  });
});
