import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeInBrowser, type Visit } from "../support/browser.ts";
import { SENSORS, spaceNamed } from "../support/demo-campus.ts";

/** What a page needs, and how it looks in each state. */
interface Looks {
  /** What is intercepted: the path of the API that it asks, as a glob. */
  readonly asks: string;
  /** In its text once there is something. */
  readonly full: RegExp;
  /** What the server answers where there is nothing, and what the page says then; null where there is always something. */
  readonly empty: { readonly answer: object; readonly text: RegExp } | null;
}

const NOTHING = { total: 0, count: 0, next: null, previous: null, results: [] };
const nothing = (text: RegExp) => ({ answer: NOTHING, text });

/** An answer for counts of one space of which there are none. */
const noCounts = (text: RegExp) => ({ answer: { results: [] }, text });

/** Every page and tab, by its path. `:gym` and so on stand for what the demo has. */
const PAGES: readonly (readonly [path: string, looks: Looks])[] = [
  ["/", { asks: "**/v2/spaces/?*", full: /Gym/, empty: nothing(/No spaces yet/) }],
  ["/", { asks: "**/v2/counts/?*", full: /Peak \d+ in 3 hours/, empty: null }],
  ["/spaces/:gym", { asks: "**/v2/spaces/?*", full: /Compare with/, empty: nothing(/not found/) }],
  [
    "/spaces/:gym?range=7d",
    { asks: "**/v2/counts/?*", full: /there were/, empty: noCounts(/No data in this period/) },
  ],
  [
    "/spaces/:gym?range=7d",
    {
      asks: "**/breaches/?*",
      full: /up to \d+ people|No breaches in this period/,
      empty: nothing(/No breaches in this period/),
    },
  ],
  ["/display/:gym", { asks: "**/v2/spaces/?*", full: /at most/, empty: nothing(/not found/) }],
  ["/week?space=:gym", { asks: "**/v2/spaces/?*", full: /Busiest/, empty: nothing(/not found/) }],
  [
    "/week?space=:gym",
    { asks: "**/v2/counts/?*", full: /Busiest/, empty: noCounts(/No people in this period/) },
  ],
  ["/ranking", { asks: "**/v2/spaces/?*", full: /Gym/, empty: nothing(/No spaces yet/) }],
  ["/ranking", { asks: "**/v2/counts/?*", full: /Gym/, empty: null }],
  ["/set-up/spaces", { asks: "**/v2/spaces/?*", full: /Gym/, empty: nothing(/No spaces yet/) }],
  [
    "/set-up/spaces/:gym",
    {
      asks: "**/v2/resets/?*",
      full: /Set count/,
      empty: nothing(/No resets/),
    },
  ],
  ["/set-up/doorways", { asks: "**/v2/doorways/?*", full: /Gym door/, empty: nothing(/No doorways yet/) }],
  [
    "/set-up/doorways/:door",
    { asks: "**/v2/doorways/?*", full: /Linked spaces/, empty: nothing(/Doorway not found/) },
  ],
  [
    "/set-up/time-segments",
    { asks: "**/v2/time_segments/?*", full: /Office Hours/, empty: nothing(/No time segments yet/) },
  ],
  [
    "/set-up/time-segments",
    { asks: "**/v2/time_segment_groups/?*", full: /Time segment groups/, empty: nothing(/No groups yet/) },
  ],
  ["/set-up/sensors", { asks: "**/v2/sensors/?*", full: /2002/, empty: nothing(/No sensors yet/) }],
  [
    "/set-up/sensors/:sensor",
    { asks: "**/v2/sensors/?*", full: /Gym door/, empty: nothing(/Sensor not found/) },
  ],
  [
    "/set-up/sensors/:sensor",
    {
      asks: "**/v2/sensors/*/events/?*",
      full: /Gym door/,
      empty: nothing(/No events in this period/),
    },
  ],
  [
    "/set-up/webhooks",
    { asks: "**/v2/webhooks/?*", full: /Lobby lights/, empty: nothing(/No webhooks yet/) },
  ],
  [
    "/set-up/webhooks/:hook",
    { asks: "**/v2/webhooks/?*", full: /Lobby lights/, empty: nothing(/Webhook not found/) },
  ],
  [
    "/set-up/webhooks/:hook",
    { asks: "**/deliveries/?*", full: /Lobby lights/, empty: nothing(/No deliveries yet/) },
  ],
  ["/set-up/tokens", { asks: "**/v2/tokens/?*", full: /Current token/, empty: null }],
  ["/set-up/audit-log", { asks: "**/v2/audit_log/?*", full: /Created space/, empty: nothing(/No entries/) }],
  ["/sql", { asks: "**/v2/sql/examples/", full: /\?/, empty: null }],
];

const FAILED = {
  type: "about:blank",
  title: "Internal Server Error",
  status: 500,
  detail: "the server is broken",
};

async function pathFor(visit: Visit, path: string): Promise<string> {
  const gym = await spaceNamed(visit, "Gym");
  const { results: hooks } = await answerOf(visit.client.v2.GET("/v2/webhooks/"));
  const endpoint = "https://example.com/lights";
  const hook =
    hooks[0] ??
    (await answerOf(visit.client.v2.POST("/v2/webhooks/", { body: { endpoint, name: "Lobby lights" } })));
  return path
    .replace(":gym", gym.id)
    .replace(":door", gym.doorways[0]?.id ?? "")
    .replace(":sensor", SENSORS.Gym)
    .replace(":hook", hook.id);
}

const LOADING = /Loading/;
const retry = (page: Page) => page.getByRole("button", { name: "Retry" });

describeInBrowser("loading, empty and failed", (visit) => {
  it.each(PAGES)("%s looks different in each state: %o", async (path, { asks, full, empty }) => {
    const address = await pathFor(visit(), path);
    // Signed in first, so that what is intercepted is the page's own.
    const { page } = await visit().open("/nope");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    const main = page.locator("main");
    let answer = (_route: Route): Promise<void> | void => {};
    await page.route(asks, (route) => answer(route));

    // Nothing is answered yet.
    await page.goto(`${visit().address}${address}`);
    await main.getByText(LOADING).first().waitFor();
    expect(await retry(page).count()).toBe(0);
    if (empty !== null) expect(await main.getByText(empty.text).count()).toBe(0);

    // The server fails.
    answer = (route) => route.fulfill({ status: 500, json: FAILED, contentType: "application/problem+json" });
    await page.reload();
    await failedText(page).first().waitFor();
    if (empty !== null) expect(await main.getByText(empty.text).count()).toBe(0);

    // It works again: the page follows by itself.
    answer = (route) => route.continue();
    await main.getByText(full).first().waitFor();
    await expect.poll(() => failedText(page).count()).toBe(0);
    await expect.poll(() => main.getByText(LOADING).count()).toBe(0);

    // There is nothing.
    if (empty !== null) {
      answer = (route) => route.fulfill({ json: empty.answer });
      await page.reload();
      await main.getByText(empty.text).first().waitFor();
      expect(await retry(page).count()).toBe(0);
    }
    await page.context().close();
  });

  it("retries on request", async () => {
    const { page } = await visit().open("/nope");
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    let isBroken = true;
    // What is wrong with a request is not retries automatically.
    await page.route("**/v2/spaces/?*", (route) =>
      isBroken ? route.fulfill({ status: 400, json: { ...FAILED, status: 400 } }) : route.continue(),
    );
    await page.goto(`${visit().address}/ranking`);
    await retry(page).waitFor();
    expect(await page.getByText("retries automatically").count()).toBe(0);
    isBroken = false;
    await retry(page).click();
    await page.locator("main").getByText("Gym").first().waitFor();
    await page.context().close();
  });
});

/** What says that something has failed; on a tile there is no room for more than a line. */
function failedText(page: Page) {
  return page.getByText(/the server is broken|could not be loaded/);
}
