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

export const STATES: readonly State[] = [
  { name: "sign-in", path: "/", options: { token: null }, shows: ".sign-in-card" },
  { name: "now", path: "/", shows: ".tile .sparkline path" },
  { name: "now without events", path: "/", shows: ".command", options: { before: withoutEvents } },
  {
    name: "now with silent sensors",
    path: "/",
    shows: ".tile .status",
    options: { before: withLastEvent("2026-05-06T07:00:00Z") },
  },
  {
    name: "now without spaces",
    path: "/",
    shows: ".state-empty",
    options: { before: withItems("spaces", () => []) },
  },
  { name: "settings", path: "/", shows: ".tile", act: click("Settings"), endsDocument: true },
  {
    name: "space",
    path: "/spaces/:gym?range=this-week&interval=1h&compare=period",
    shows: ".space-legend",
    act: inTurn(click("Show as table"), shown(".space-table tbody tr")),
  },
  { name: "space today", path: "/spaces/:gym", shows: ".space-legend" },
  {
    name: "space by days",
    path: `/spaces/:gym?from=${dayBefore(10)}&to=${dayBefore(4)}`,
    shows: ".space-readout",
    act: inTurn(click("Open the calendar"), shown(".calendar table")),
  },
  { name: "week", path: "/week?space=:gym&value=utilization&day=5", shows: ".heat-link" },
  { name: "ranking", path: "/ranking?range=7d", shows: ".ranking-bar" },
  { name: "spaces", path: "/set-up/spaces", shows: ".set-up-tree-link" },
  { name: "set-up of a space", ...setUpSpace },
  {
    name: "editing a space",
    ...setUpSpace,
    options: { logsErrors: true },
    act: inTurn(
      click("Edit"),
      (page) => page.getByLabel("Capacity", { exact: true }).fill("-1"),
      click("Save"),
      shown("[aria-invalid]"),
    ),
  },
  { name: "setting a count", ...setUpSpace, act: click("Set count") },
  {
    name: "linking a doorway",
    ...setUpSpace,
    act: inTurn(click("Link a doorway"), (page) =>
      page.getByRole("combobox", { name: "Doorway" }).fill("Side door"),
    ),
    endsDocument: true,
  },
  { name: "deleting a space", ...setUpSpace, act: click("Delete") },
  {
    name: "a space that cannot be deleted",
    ...setUpSpace,
    path: "/set-up/spaces/:boathouse",
    act: inTurn(click("Delete"), shown(".dialog li")),
  },
  { name: "doorways", path: "/set-up/doorways", shows: "tbody tr" },
  {
    name: "set-up of a doorway",
    path: "/set-up/doorways/:doorway",
    shows: ".set-up-facts",
    act: inTurn((page) => page.locator("summary").first().click(), shown("details table")),
  },
  { name: "time segments", ...timeSegments },
  {
    name: "a time segment that applies nowhere",
    ...timeSegments,
    act: inTurn(click("New time segment"), click("Create time segment"), shown(".form-question")),
    endsDocument: true,
  },
  { name: "sensors", path: "/set-up/sensors", shows: "tbody tr" },
  {
    name: "silent sensors",
    path: "/set-up/sensors",
    shows: "tbody .band-full",
    options: { before: withLastEvent("2026-05-06T07:00:00Z") },
  },
  { name: "set-up of a sensor", path: `/set-up/sensors/${SENSORS.Gym}`, shows: "tbody tr" },
  { name: "devices", path: "/set-up/sensors", shows: "tbody tr", options: { before: withDevices() } },
  {
    name: "placing a device",
    path: "/set-up/sensors",
    shows: "tbody tr",
    options: { before: withDevices(), logsErrors: true },
    act: inTurn(
      click(/^Place 00:6E/),
      shown(".dialog select"),
      click("Create doorway and place"),
      shown("[aria-invalid]"),
    ),
    endsDocument: true,
  },
  { name: "set-up of a device", ...device },
  {
    name: "counting of a device",
    ...device,
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
  },
  { name: "deciding about a device", ...device, act: inTurn(click("Reverse"), shown(".form-preview table")) },
  { name: "connecting a device", path: "/set-up/connect", shows: "select" },
  {
    name: "connecting a device with its token",
    path: "/set-up/connect?device=the-things-stack",
    shows: ".set-up-facts",
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
  },
  {
    name: "a device that has been connected",
    path: "/set-up/connect?device=xovis&transport=mqtt",
    shows: ".set-up-entered",
    options: { before: withDevices(DEVICES.slice(4, 5), DEVICES) },
    act: inTurn(click("Look now"), shown("tbody tr")),
  },
  { name: "webhooks", path: "/set-up/webhooks", shows: "tbody tr" },
  {
    name: "set-up of a webhook",
    path: "/set-up/webhooks/:webhook",
    shows: "tbody tr",
    act: inTurn(click("Send test call"), shown(".error-note")),
  },
  { name: "a new webhook", path: "/set-up/webhooks", shows: "tbody tr", act: click("New webhook") },
  { name: "imports", path: "/set-up/imports", shows: "tbody tr" },
  {
    name: "import to void",
    path: "/set-up/imports",
    shows: "tbody tr",
    act: inTurn(click(/^Void may/), shown(".form-preview")),
    endsDocument: true,
  },
  { name: "tokens", path: "/set-up/tokens", shows: "tbody tr" },
  {
    name: "a secret that is about to be lost",
    path: "/set-up/tokens",
    shows: "tbody tr",
    act: inTurn(
      click("New token"),
      (page) => page.getByRole("dialog").getByLabel("Name").fill("Lobby display"),
      click("Create token"),
      (page) => page.getByRole("heading", { name: "Token created" }).waitFor(),
      (page) => page.keyboard.press("Escape"),
      shown(".form-question"),
    ),
    endsDocument: true,
  },
  {
    name: "audit log",
    path: "/set-up/audit-log?kind=space",
    shows: "tbody tr",
    act: (page) => page.locator("summary").first().click(),
  },
  { name: "a server alone", path: "/set-up/servers", shows: ".state-empty" },
  {
    name: "a server alone with mirrors",
    path: "/set-up/servers",
    shows: "tbody tr",
    options: { before: withMirrors },
  },
  {
    name: "a server alone with a broker",
    path: "/set-up/servers",
    shows: "tbody tr",
    options: { before: withMqtt },
  },
  { name: "servers", path: "/set-up/servers", shows: "tbody tr", options: { before: withCluster } },
  { name: "sql", ...sql, act: runQuery },
  {
    name: "sql as a chart",
    ...sql,
    act: inTurn(runQuery, (page) => page.getByText("Chart", { exact: true }).click(), shown(".u-over")),
  },
  {
    name: "sql with a menu",
    ...sql,
    path: "/sql",
    act: inTurn(
      (page) => page.locator(".cm-content").click(),
      (page) => page.keyboard.type("SELECT * FROM eve"),
      (page) => page.keyboard.press("Control+Space"),
      shown(".cm-tooltip-autocomplete"),
    ),
  },
  {
    name: "sql of several lines",
    ...sql,
    path: `/sql?query=${encodeURIComponent("SELECT 1\n\nUNION\nSELECT 2")}`,
    act: (page) => page.locator(".cm-line").nth(2).click(),
    endsDocument: true,
  },
  { name: "display", path: "/display/:gym", shows: ".display-count" },
  { name: "display that invites", path: "/display/:cafe", shows: ".display-invitation" },
  {
    name: "display of no space",
    path: "/display/spc_99",
    options: { logsErrors: true },
    shows: ".state-empty",
  },
  {
    name: "display to share",
    path: "/display/:gym",
    shows: ".display-count",
    act: click("Share display"),
    endsDocument: true,
  },
  {
    name: "display shared",
    path: "/display/:gym",
    shows: ".display-count",
    act: inTurn(click("Share display"), click("Create address"), (page) =>
      page.getByText("Open this address once").waitFor(),
    ),
    endsDocument: true,
  },
  { name: "no such space", path: "/spaces/spc_99", shows: ".state-empty" },
  { name: "no such doorway", path: "/set-up/doorways/drw_99", shows: ".state-empty" },
  { name: "now without results", path: "/?search=nothing", shows: ".state-empty" },
  { name: "no such page", path: "/set-up/nothing-here", shows: "h1" },
];
