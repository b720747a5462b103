import type { Page } from "playwright-core";
import type { OpenOptions } from "./browser.ts";
import { SENSORS } from "./demo-campus.ts";
import { CLUSTER, MIRRORS, MQTT_BROKER } from "./shown-cluster.ts";
import { DEVICES, READINGS, SUSPENDED } from "./shown-devices.ts";

/** A state to check: a page, and the actions that lead to the state. */
interface State {
  readonly name: string;
  /** `:gym` and so on stand for ids of the demo. */
  readonly path: string;
  readonly options?: OpenOptions;
  /** A selector of an element that the page has once it is loaded. */
  readonly shows: string;
  readonly act?: (page: Page) => Promise<void>;
  /** Whether the next page is loaded, because input, the settings or the mouse remain on a page in this document. */
  readonly endsDocument?: boolean;
}

const click = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();

const inTurn =
  (...steps: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };

const shown = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** Changes the items of a list that the API answers. */
const withItems = (list: string, change: (items: object[]) => object[]) => (page: Page) =>
  page.route(`**/v2/${list}/?*`, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, results: change(body.results) } });
  });
const withLastEvent = (last_event: string) =>
  withItems("sensors", (sensors) => sensors.map((sensor) => ({ ...sensor, last_event, alive: false })));

const withoutEvents = withItems("spaces", (spaces) =>
  spaces.map((space) => ({ ...space, measured_periods: [] })),
);

const withCluster = (page: Page) =>
  page.route("**/v2/admin/cluster/", (route) => route.fulfill({ json: CLUSTER }));

const withMirrors = (page: Page) =>
  page.route("**/v2/admin/analytics/", (route) => route.fulfill({ json: { results: MIRRORS } }));

const withMqtt = (page: Page) =>
  page.route("**/v2/admin/mqtt/", (route) => route.fulfill({ json: { results: [MQTT_BROKER] } }));

/** @param later the sensors from the second answer on */
const withDevices =
  (first: readonly object[] = DEVICES, later: readonly object[] = first) =>
  async (page: Page) => {
    let isFirst = true;
    const list = (results: readonly object[]) => ({
      json: { total: results.length, count: results.length, next: null, previous: null, results },
    });
    await page.route("**/v2/sensors/?*", (route) => {
      const results = isFirst ? first : later;
      isFirst = false;
      return route.fulfill(list(results));
    });
    await page.route(/\/v2\/sensors\/[^/?]+\/$/, (route) => route.fulfill({ json: SUSPENDED }));
    await page.route("**/v2/sensors/*/readings/?*", (route) => route.fulfill(list(READINGS)));
    await page.route("**/v2/sensors/*/events/?*", (route) => route.fulfill(list([])));
    await page.route("**/v2/sensors/*/preview/", (route) => route.fulfill({ json: PREVIEW }));
  };

const PREVIEW = {
  judged_from: null,
  readings: 12,
  changed: 3,
  counted_before: { in: 1_204, out: 9 },
  counted_after: { in: 1_230, out: 9 },
};

/** A day so many days ago, of which the demo has events. */
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const QUERY =
  "SELECT hour, people FROM (VALUES (TIMESTAMP '2026-01-01', 3), (TIMESTAMP '2026-01-02', 4)) t(hour, people)";
const setUpSpace = { path: "/set-up/spaces/:gym", shows: ".set-up-facts" };
const timeSegments = { path: "/set-up/time-segments", shows: "tbody tr" };
const sql = { path: `/sql?query=${encodeURIComponent(QUERY)}`, shows: ".sql-editor .cm-content" };
const runQuery = inTurn(click("Run"), shown(".sql-table"));

const device = {
  path: "/set-up/sensors/entrance-west",
  shows: "tbody tr",
  options: { before: withDevices(), logsErrors: true },
};

const state = (name: string, path: string, shows: string, more: Partial<State> = {}): State => ({
  name,
  path,
  shows,
  ...more,
});

export const STATES: readonly State[] = [
  state("sign-in", "/", ".sign-in-card", { options: { token: null } }),
  state("now", "/", ".tile .sparkline path"),
  state("now without events", "/", ".command", { options: { before: withoutEvents } }),
  state("now with silent sensors", "/", ".tile .status", {
    options: { before: withLastEvent("2026-05-06T07:00:00Z") },
  }),
  state("now without spaces", "/", ".state-empty", { options: { before: withItems("spaces", () => []) } }),
  state("settings", "/", ".tile", { act: click("Settings"), endsDocument: true }),
  state("space", "/spaces/:gym?range=this-week&interval=1h&compare=period", ".space-legend", {
    act: inTurn(click("Show as table"), shown(".space-table tbody tr")),
  }),
  state("space today", "/spaces/:gym", ".space-legend"),
  state("space by days", `/spaces/:gym?from=${dayBefore(10)}&to=${dayBefore(4)}`, ".space-readout", {
    act: inTurn(click("Open the calendar"), shown(".calendar table")),
  }),
  state("week", "/week?space=:gym&value=utilization&day=5", ".heat-link"),
  state("ranking", "/ranking?range=7d", ".ranking-bar"),
  state("spaces", "/set-up/spaces", ".set-up-tree-link"),
  state("set-up of a space", setUpSpace.path, setUpSpace.shows),
  state("editing a space", setUpSpace.path, setUpSpace.shows, {
    options: { logsErrors: true },
    act: inTurn(
      click("Edit"),
      (page) => page.getByLabel("Capacity", { exact: true }).fill("-1"),
      click("Save"),
      shown("[aria-invalid]"),
    ),
  }),
  state("setting a count", setUpSpace.path, setUpSpace.shows, { act: click("Set count") }),
  state("linking a doorway", setUpSpace.path, setUpSpace.shows, {
    act: inTurn(click("Link a doorway"), (page) =>
      page.getByRole("combobox", { name: "Doorway" }).fill("Side door"),
    ),
    endsDocument: true,
  }),
  state("deleting a space", setUpSpace.path, setUpSpace.shows, { act: click("Delete") }),
  state("a space that cannot be deleted", "/set-up/spaces/:boathouse", setUpSpace.shows, {
    act: inTurn(click("Delete"), shown(".dialog li")),
  }),
  state("doorways", "/set-up/doorways", "tbody tr"),
  state("set-up of a doorway", "/set-up/doorways/:doorway", ".set-up-facts", {
    act: inTurn((page) => page.locator("summary").first().click(), shown("details table")),
  }),
  state("time segments", timeSegments.path, timeSegments.shows),
  state("a time segment that applies nowhere", timeSegments.path, timeSegments.shows, {
    act: inTurn(click("New time segment"), click("Create time segment"), shown(".form-question")),
    endsDocument: true,
  }),
  state("sensors", "/set-up/sensors", "tbody tr"),
  state("silent sensors", "/set-up/sensors", "tbody .band-full", {
    options: { before: withLastEvent("2026-05-06T07:00:00Z") },
  }),
  state("set-up of a sensor", `/set-up/sensors/${SENSORS.Gym}`, "tbody tr"),
  state("devices", "/set-up/sensors", "tbody tr", { options: { before: withDevices() } }),
  state("placing a device", "/set-up/sensors", "tbody tr", {
    options: { before: withDevices(), logsErrors: true },
    act: inTurn(
      click(/^Place 00:6E/),
      shown(".dialog select"),
      click("Create doorway and place"),
      shown("[aria-invalid]"),
    ),
    endsDocument: true,
  }),
  state("set-up of a device", device.path, device.shows, { options: device.options }),
  state("counting of a device", device.path, device.shows, {
    options: device.options,
    act: inTurn(
      click("Change"),
      (page) => page.getByLabel("From a date and time").check(),
      click("Preview"),
      shown("[aria-invalid]"),
      (page) => page.getByLabel("Since it was suspended").check(),
      click("Preview"),
      shown(".form-preview table"),
    ),
    endsDocument: true,
  }),
  state("deciding about a device", device.path, device.shows, {
    options: device.options,
    act: inTurn(click("Reverse"), shown(".form-preview table")),
  }),
  state("connecting a device", "/set-up/connect", "select"),
  state("connecting a device with its token", "/set-up/connect?device=the-things-stack", ".set-up-facts", {
    options: { context: {}, before: (page) => page.clock.install() },
    act: inTurn(
      click("Create a token for The Things Stack"),
      (page) => page.getByText("Copy the token now.").waitFor(),
      (page) => page.getByRole("link", { name: "All sensors" }).click(),
      shown(".form-question"),
      (page) => page.clock.runFor(31_000),
      (page) => page.getByText("Nothing has arrived yet.").waitFor(),
    ),
    endsDocument: true,
  }),
  state(
    "a device that has been connected",
    "/set-up/connect?device=xovis&transport=mqtt",
    ".set-up-entered",
    {
      options: { before: withDevices(DEVICES.slice(4, 5), DEVICES) },
      act: inTurn(click("Look now"), shown("tbody tr")),
    },
  ),
  state("webhooks", "/set-up/webhooks", "tbody tr"),
  state("set-up of a webhook", "/set-up/webhooks/:webhook", "tbody tr", {
    act: inTurn(click("Send test call"), shown(".error-note")),
  }),
  state("a new webhook", "/set-up/webhooks", "tbody tr", { act: click("New webhook") }),
  state("imports", "/set-up/imports", "tbody tr"),
  state("import to void", "/set-up/imports", "tbody tr", {
    act: inTurn(click(/^Void may/), shown(".form-preview")),
    endsDocument: true,
  }),
  state("tokens", "/set-up/tokens", "tbody tr"),
  state("a secret that is about to be lost", "/set-up/tokens", "tbody tr", {
    act: inTurn(
      click("New token"),
      (page) => page.getByRole("dialog").getByLabel("Name").fill("Lobby display"),
      click("Create token"),
      (page) => page.getByRole("heading", { name: "Token created" }).waitFor(),
      (page) => page.keyboard.press("Escape"),
      shown(".form-question"),
    ),
    endsDocument: true,
  }),
  state("audit log", "/set-up/audit-log?kind=space", "tbody tr", {
    act: (page) => page.locator("summary").first().click(),
  }),
  state("a server alone", "/set-up/servers", ".state-empty"),
  state("a server alone with mirrors and a broker", "/set-up/servers", "tbody tr", {
    options: { before: inTurn(withMirrors, withMqtt) },
  }),
  state("servers", "/set-up/servers", "tbody tr", { options: { before: withCluster } }),
  state("sql", sql.path, sql.shows, { act: runQuery }),
  state("sql as a chart", sql.path, sql.shows, {
    act: inTurn(runQuery, (page) => page.getByText("Chart", { exact: true }).click(), shown(".u-over")),
  }),
  state("sql with a menu", "/sql", sql.shows, {
    act: inTurn(
      (page) => page.locator(".cm-content").click(),
      (page) => page.keyboard.type("SELECT * FROM eve"),
      (page) => page.keyboard.press("Control+Space"),
      shown(".cm-tooltip-autocomplete"),
    ),
  }),
  state(
    "sql of several lines",
    `/sql?query=${encodeURIComponent("SELECT 1\n\nUNION\nSELECT 2")}`,
    sql.shows,
    { act: (page) => page.locator(".cm-line").nth(2).click(), endsDocument: true },
  ),
  state("display", "/display/:gym", ".display-count"),
  state("display that invites", "/display/:cafe", ".display-invitation"),
  state("display of no space", "/display/spc_99", ".state-empty", { options: { logsErrors: true } }),
  state("display to share", "/display/:gym", ".display-count", {
    act: click("Share display"),
    endsDocument: true,
  }),
  state("display shared", "/display/:gym", ".display-count", {
    act: inTurn(click("Share display"), click("Create address"), (page) =>
      page.getByText("Open this address once").waitFor(),
    ),
    endsDocument: true,
  }),
  state("no such space", "/spaces/spc_99", ".state-empty"),
  state("now without results", "/?search=nothing", ".state-empty"),
  state("no such page", "/set-up/nothing-here", "h1"),
];
