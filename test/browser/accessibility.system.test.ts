import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeInBrowser, type Visit } from "../support/browser.ts";
import { STATES } from "../support/console-states.ts";
import { pass, SENSORS, setCount, spaceNamed } from "../support/demo-campus.ts";

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

/** Prepares the demo. @returns the ids in paths, by name */
async function prepare(visit: Visit): Promise<Readonly<Record<string, string | undefined>>> {
  const gym = await spaceNamed(visit, "Gym");
  const cafe = await spaceNamed(visit, "Cafe");
  const boathouse = await spaceNamed(visit, "Boathouse");
  // No server listens there, so deliveries fail.
  const body = { endpoint: "http://127.0.0.1:9/a-rather-long-address-of-a-receiver/hook", name: "Receiver" };
  const webhook = await answerOf(visit.client.v2.POST("/v2/webhooks/", { body }));
  const imported = {
    sensor_serial_number: SENSORS.Gym,
    timestamp: new Date().toISOString(),
    trajectory: 1,
  } as const;
  const params = { query: { file: "may.csv" } };
  await answerOf(visit.client.v2.POST("/v2/sensor_events/", { params, body: [imported] }));
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
