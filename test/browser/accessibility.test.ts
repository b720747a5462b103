import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeInBrowser, type OpenOptions, type Visit } from "../support/browser.ts";
import { pass, SENSORS, setCount, spaceNamed } from "../support/demo-campus.ts";
import { CLUSTER, MIRRORS, MQTT_BROKER } from "../support/shown-cluster.ts";

/** axe checks each state at these widths in both themes; at them and at the narrowest nothing overflows. */
const AXE_WIDTHS = [1440, 390] as const;
const NARROWEST = 320;
const HEIGHT = 900;
const THEMES = ["light", "dark"] as const;

/** The folder for pictures of all states, if they are wanted. */
const PICTURES = process.env.CONSOLE_PICTURES;

/** Scripts that run in the page, which has types of its own. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FIND_OVERFLOW = readFileSync(new URL("../support/find-overflow.js", import.meta.url), "utf8");

/** The rules whose findings depend on colours. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

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
const withLastEvent = (last_event: string | null) =>
  withItems("sensors", (sensors) => sensors.map((sensor) => ({ ...sensor, last_event, status: "offline" })));

const withCluster = (page: Page) =>
  page.route("**/v2/admin/cluster/", (route) => route.fulfill({ json: CLUSTER }));

const withMirrors = (page: Page) =>
  page.route("**/v2/admin/analytics/", (route) => route.fulfill({ json: { results: MIRRORS } }));

const withMqtt = (page: Page) =>
  page.route("**/v2/admin/mqtt/", (route) => route.fulfill({ json: { results: [MQTT_BROKER] } }));

const withAnalytics = (page: Page) =>
  page.route("**/v2/sql/schema/?on=*", async (route) => {
    const response = await route.fetch({ url: route.request().url().replace("on=analytics", "on=local") });
    await route.fulfill({ response, json: { ...(await response.json()), places: ["local", "analytics"] } });
  });

const QUERY =
  "SELECT hour, people FROM (VALUES (TIMESTAMP '2026-01-01', 3), (TIMESTAMP '2026-01-02', 4)) t(hour, people)";
const setUpSpace = { path: "/set-up/spaces/:gym", shows: ".set-up-facts" };
const timeSegments = { path: "/set-up/time-segments", shows: "tbody tr" };
const sql = { path: `/sql?query=${encodeURIComponent(QUERY)}`, shows: ".sql-editor .cm-content" };
const runQuery = inTurn(click("Run"), shown(".sql-table"));

const STATES: readonly State[] = [
  { name: "sign-in", path: "/", options: { token: null }, shows: ".sign-in-card" },
  { name: "now", path: "/", shows: ".tile .sparkline path" },
  { name: "now without events", path: "/", shows: ".command", options: { before: withLastEvent(null) } },
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
    path: "/spaces/:gym?from=2026-01-01&to=2026-01-31",
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
      (page) => page.getByLabel("Legal capacity").fill("-1"),
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
  { name: "webhooks", path: "/set-up/webhooks", shows: "tbody tr" },
  {
    name: "set-up of a webhook",
    path: "/set-up/webhooks/:webhook",
    shows: "tbody tr",
    act: inTurn(click("Send test call"), shown(".error-note")),
  },
  {
    name: "a new webhook",
    path: "/set-up/webhooks",
    shows: "tbody tr",
    act: click("New webhook"),
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
  {
    name: "servers",
    path: "/set-up/servers",
    shows: "tbody tr",
    options: { before: withCluster },
  },
  { name: "sql", ...sql, act: runQuery },
  {
    name: "sql in a choice of places",
    ...sql,
    options: { before: withAnalytics },
    act: inTurn(runQuery, shown(".page-tools .toggle")),
  },
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
  { name: "display of no space", path: "/display/spc_99", shows: ".state-empty" },
  { name: "no such space", path: "/spaces/spc_99", shows: ".state-empty" },
  { name: "no such doorway", path: "/set-up/doorways/drw_99", shows: ".state-empty" },
  { name: "now without results", path: "/?search=nothing", shows: ".state-empty" },
  { name: "no such page", path: "/set-up/nothing-here", shows: "h1" },
];

/** Prepares the demo. @returns the ids in paths, by name */
async function prepare(visit: Visit): Promise<Readonly<Record<string, string | undefined>>> {
  const gym = await spaceNamed(visit, "Gym");
  const cafe = await spaceNamed(visit, "Cafe");
  const boathouse = await spaceNamed(visit, "Boathouse");
  // No server listens there, so deliveries fail.
  const body = { endpoint: "http://127.0.0.1:9/a-rather-long-address-of-a-receiver/hook", name: "Receiver" };
  const webhook = await answerOf(visit.client.v2.POST("/v2/webhooks/", { body }));
  await setCount(visit, gym.id, 1_234);
  await pass(visit, SENSORS.Gym, 1);
  return {
    gym: gym.id,
    cafe: cafe.id,
    boathouse: boathouse.id,
    doorway: gym.doorways[0]?.id,
    webhook: webhook.id,
  };
}

/** What axe has against a page as it is now, by all rules or by some, one line for each element. */
async function axeFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  // No rule that is on reads the style sheets themselves, which axe would request again.
  const common = { resultTypes: ["violations"], preload: false };
  const options = { ...common, ...(rules && { runOnly: { type: "rule", values: rules } }) };
  const violations = await page.evaluate<AxeResults["violations"]>(
    `axe.run(${JSON.stringify(options)}).then((results) => results.violations)`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = "" }) => `${id}: ${target.join(" ")} ${failureSummary}`),
  );
}

/** What does not fit into the window: a page that scrolls sideways, and texts that are cut. */
async function overflowFindings(page: Page): Promise<readonly string[]> {
  // Charts follow the window a frame later.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  return page.evaluate<string[]>(FIND_OVERFLOW);
}

async function takePicture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name.replaceAll(" ", "-")}.png`), fullPage: true });
}

describeInBrowser("every page, dialog and menu", (visit) => {
  let ids: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    ids = await prepare(visit());
    const path = { webhook_id: ids.webhook ?? "" };
    return () => visit().client.v2.DELETE("/v2/webhooks/{webhook_id}/", { params: { path } });
  });

  it.each(STATES)("$name: axe finds nothing, and nothing overflows", async (state) => {
    const { options, endsDocument } = STATES[STATES.indexOf(state) - 1] ?? {};
    // States with other data or without a token do not share a document with others.
    const isLink = state.options === undefined && options === undefined && !endsDocument;
    const path = state.path.replace(/:([a-z]+)/, (_, name) => ids[name] ?? "");
    const page = await visit().open(path, { isLink, ...state.options });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.locator(state.shows).first().waitFor();
    await state.act?.(page);
    const findings: string[] = [];
    const note = (where: string, found: readonly string[]) =>
      findings.push(...found.map((finding) => `${where}: ${finding}`));
    for (const width of AXE_WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      note(String(width), await overflowFindings(page));
      for (const colorScheme of THEMES) {
        await page.emulateMedia({ colorScheme });
        const rules = colorScheme === "light" ? undefined : COLOR_RULES;
        note(`${width} ${colorScheme}`, await axeFindings(page, rules));
        await takePicture(page, `${state.name} ${width} ${colorScheme}`);
      }
    }
    await page.setViewportSize({ width: NARROWEST, height: HEIGHT });
    note(String(NARROWEST), await overflowFindings(page));
    await takePicture(page, `${state.name} ${NARROWEST}`);
    expect([...new Set(findings)]).toEqual([]);
  });
});
