import type { CDPSession, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { must } from "../../src/domain/errors.ts";
import { describeInBrowser, dialogOf, TOKEN_KEY, tokenWith } from "../support/browser.ts";
import { SENSORS, spaceNamed } from "../support/demo-campus.ts";

/** Answers a request that is held, or holds it. */
type Answer = (session: CDPSession, requestId: string) => unknown;

function json(responseCode: number, content: object): Answer {
  const type = responseCode === 200 ? "application/json" : "application/problem+json";
  const responseHeaders = [{ name: "content-type", value: type }];
  const body = Buffer.from(JSON.stringify(content)).toString("base64");
  return (session, requestId) =>
    session.send("Fetch.fulfillRequest", { requestId, responseCode, responseHeaders, body });
}

/**
 * Has requests answered whose URL matches a glob. `page.route` intercepts all others, too, and disables the cache, so
 * that a page takes half as much longer to load.
 */
async function intercept(page: Page, glob: string, answer: Answer): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId }) => {
    try {
      await answer(session, requestId);
    } catch (error) {
      // The last requests of a page can come when the test has ended.
      if (!String(error).includes("has been closed")) throw error;
    }
  });
  const urlPattern = glob.replaceAll("**", "*").replaceAll("?", "\\?");
  await session.send("Fetch.enable", { patterns: [{ urlPattern }] });
  return session;
}

/** What the server answers if it has no data, and what the page shows then. */
interface Empty {
  readonly answer: Answer;
  readonly text: RegExp;
}

const nothing = (text: RegExp): Empty => ({
  answer: json(200, { total: 0, count: 0, next: null, previous: null, results: [] }),
  text,
});

const unknown = (text: RegExp): Empty => ({
  answer: json(404, { type: "/problems/not-found", title: "Not Found", status: 404, detail: "not there" }),
  text,
});

/**
 * Every page and tab, by its path, in which `:gym` and so on stand for what the demo has; the path of the API that is
 * intercepted, as a glob; a text of the page once it has data; and its empty state, null if there is always data.
 */
const PAGES: readonly (readonly [path: string, asks: string, full: RegExp, empty: Empty | null])[] = [
  ["/", "**/v2/spaces/?*", /Gym/, nothing(/No spaces yet/)],
  ["/", "**/v2/counts/?*", /Peak \d+ in 3 hours/, null],
  ["/spaces/:gym", "**/v2/spaces/?*", /Compare with/, nothing(/not found/)],
  ["/spaces/:gym?range=7d", "**/v2/counts/?*", /there were/, nothing(/No data in this period/)],
  [
    "/spaces/:gym?range=7d",
    "**/breaches/?*",
    /up to \d+ people|No breaches in this period/,
    nothing(/No breaches in this period/),
  ],
  ["/display/:gym", "**/v2/displays/*", /at most/, unknown(/not found/)],
  ["/week?space=:gym", "**/v2/spaces/?*", /Busiest/, nothing(/not found/)],
  ["/week?space=:gym", "**/v2/counts/?*", /Busiest/, nothing(/No people in this period/)],
  ["/ranking", "**/v2/spaces/?*", /Gym/, nothing(/No spaces yet/)],
  ["/ranking", "**/v2/counts/?*", /Gym/, null],
  ["/set-up/spaces", "**/v2/spaces/?*", /Gym/, nothing(/No spaces yet/)],
  ["/set-up/spaces/:gym", "**/v2/resets/?*", /Set count/, nothing(/No resets/)],
  ["/set-up/doorways", "**/v2/doorways/?*", /Gym door/, nothing(/No doorways yet/)],
  ["/set-up/doorways/:door", "**/v2/doorways/?*", /Linked spaces/, nothing(/Doorway not found/)],
  ["/set-up/time-segments", "**/v2/time_segments/?*", /Office Hours/, nothing(/No time segments yet/)],
  ["/set-up/time-segments", "**/v2/time_segment_groups/?*", /Time segment groups/, nothing(/No groups yet/)],
  ["/set-up/sensors", "**/v2/sensors/?*", /2002/, nothing(/No sensors yet/)],
  [
    `/set-up/sensors/${SENSORS.Gym}`,
    `**/v2/sensors/${SENSORS.Gym}/`,
    /Gym door/,
    unknown(/Sensor not found/),
  ],
  ["/set-up/sensors/idle-1", "**/v2/sensors/*/readings/?*", /No readings yet/, null],
  ["/set-up/connect?device=xovis", "**/v2/sensors/?*", /Waiting for a message/, null],
  ["/set-up/sensors/:sensor", "**/v2/sensors/*/events/?*", /Gym door/, nothing(/No events in this period/)],
  ["/set-up/imports", "**/v2/imports/?*", /may\.csv/, nothing(/No imports yet/)],
  ["/set-up/webhooks", "**/v2/webhooks/?*", /Lobby lights/, nothing(/No webhooks yet/)],
  ["/set-up/webhooks/:hook", "**/v2/webhooks/?*", /Lobby lights/, nothing(/Webhook not found/)],
  ["/set-up/webhooks/:hook", "**/deliveries/?*", /Lobby lights/, nothing(/No deliveries yet/)],
  ["/set-up/tokens", "**/v2/tokens/?*", /Current token/, null],
  ["/set-up/audit-log", "**/v2/audit_log/?*", /Created space/, nothing(/No entries/)],
  ["/set-up/servers", "**/v2/admin/cluster/", /works alone/, null],
  ["/set-up/servers", "**/v2/admin/analytics/", /No mirrors/, null],
  ["/set-up/servers", "**/v2/admin/mqtt/", /No broker/, null],
  ["/sql", "**/v2/sql/examples/", /\?/, null],
];

const FAILED = {
  type: "about:blank",
  title: "Internal Server Error",
  status: 500,
  detail: "the server is broken",
};

const LOADING = /Loading/;
const retry = (page: Page) => page.getByRole("button", { name: "Retry" });

describeInBrowser("loading, empty and failed", (visit) => {
  const ids = new Map<string, string>();
  let reader: string;
  beforeAll(async () => {
    reader = await tokenWith(visit(), ["read"], { rate: null });
    const gym = await spaceNamed(visit(), "Gym");
    const body = { endpoint: "https://example.com/lights", name: "Lobby lights", enabled: false };
    const hook = await answerOf(visit().client.v2.POST("/v2/webhooks/", { body }));
    ids
      .set(":gym", gym.id)
      .set(":door", gym.doorways[0]?.id ?? "")
      .set(":hook", hook.id);
    ids.set(":sensor", SENSORS.Gym);
    const imported = {
      sensor_serial_number: "import-1",
      timestamp: "2024-05-01T10:00:00Z",
      trajectory: 1,
    } as const;
    const query = { file: "may.csv", live: false };
    await answerOf(visit().client.v2.POST("/v2/sensor_events/", { params: { query }, body: [imported] }));
    const idle = { path: { serial_number: "idle-1" } };
    await answerOf(
      visit().client.v2.POST("/v2/sensors/{serial_number}/heartbeat/", { params: idle, body: {} }),
    );
  });

  it.each(PAGES)("%s looks different in each state of %s", async (path, asks, full, empty) => {
    const address = path.replace(/:[a-z]+/, (name) => ids.get(name) ?? "");
    // The server does not respond yet.
    const held: string[] = [];
    let answer: Answer = (_, requestId) => held.push(requestId);
    let session: CDPSession | undefined;
    const before = async (page: Page) => {
      session = await intercept(page, asks, (...request) => answer(...request));
    };
    const page = await visit().open(address, { before, logsErrors: true });
    const api = must(session, "session");
    const main = page.locator("main");
    await main.getByText(LOADING).first().waitFor();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    expect(await retry(page).count()).toBe(0);
    if (empty !== null) expect(await main.getByText(empty.text).count()).toBe(0);

    // The server fails.
    answer = json(500, FAILED);
    for (const requestId of held) await answer(api, requestId);
    await failedText(page).first().waitFor();
    if (empty !== null) expect(await main.getByText(empty.text).count()).toBe(0);

    // It works again: the page shows its data without a reload, on request or, where there is no button, automatically.
    answer = (_, requestId) => api.send("Fetch.continueRequest", { requestId });
    if ((await retry(page).count()) > 0) await retry(page).first().click();
    await main.getByText(full).first().waitFor();
    await expect.poll(() => failedText(page).count()).toBe(0);
    await expect.poll(() => main.getByText(LOADING).count()).toBe(0);

    // The server has no data.
    if (empty !== null) {
      answer = empty.answer;
      await page.reload();
      await main.getByText(empty.text).first().waitFor();
      expect(await retry(page).count()).toBe(0);
      if (/(?<!deliveries|imports) yet/.test(empty.text.source)) await expectOffers(page, empty, reader);
    }
    await api.detach();
  });
});

/** Expects an empty page to offer to create what is missing if the token may, and otherwise to state the scope. */
async function expectOffers(page: Page, empty: Empty, reader: string): Promise<void> {
  const main = page.locator("main");
  const CREATE = /^(Create|New|Register)\b/;
  const offers = main.getByRole("button", { name: CREATE }).or(main.getByRole("link", { name: CREATE }));
  const scope = main.getByText(/requires a token with the scope/);
  await offers.last().click();
  await dialogOf(page).getByRole("button", { name: CREATE }).waitFor();
  expect(await scope.count()).toBe(0);
  await page.evaluate(`localStorage.setItem("${TOKEN_KEY}", "${reader}")`);
  await page.reload();
  await main.getByText(empty.text).first().waitFor();
  await scope.waitFor();
  expect(await offers.count()).toBe(0);
}

/** The text that something has failed, which is one line on a tile. */
function failedText(page: Page) {
  return page.getByText(/the server is broken|could not be loaded/);
}
