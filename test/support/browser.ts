import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Page,
  type ViewportSize,
} from "playwright-core";
import { afterEach, beforeAll, describe, expect, onTestFinished } from "vitest";
import type { components } from "../../src/client/generated/v2.ts";
import { answerOf, createClient, type HeadcountClient } from "../../src/client/index.ts";
import { must } from "../../src/domain/errors.ts";
import { spawnHeadcount } from "./headcount.ts";
import { largeSite } from "./large-site.ts";

/** Debian's, unless another is named. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Fewer processes for each browser: what else they share is not under test. */
const CHROMIUM_FLAGS = ["--no-sandbox", "--in-process-gpu", "--enable-features=NetworkServiceInProcess2"];

const START_MS = 180_000;

/** How long a page may take to show what a test waits for, in ms. */
const PAGE_MS = 180_000;

/** Where the console stores the token of a device. */
export const TOKEN_KEY = "headcount-token";

/** The browser of all files that this worker runs. It ends with the worker. */
let browser: Promise<Browser> | undefined;

/** The tab of all files that this worker runs: a new page costs four times as much processor time as the next load. */
let tab: Page | undefined;

/** The demo of all files of this worker that have none of their own. It ends with the worker. */
let sharedDemo: Promise<Demo> | undefined;

/** A simulated site with its server. */
interface Demo {
  /** The server's address. */
  readonly address: string;
  /** A token with all scopes. */
  readonly token: string;
  end(): Promise<void>;
}

/** A simulated site with its server and a browser to look at it with. */
export interface Visit extends Omit<Demo, "end"> {
  readonly client: HeadcountClient;
  /**
   * Opens a page in the shared tab without preferences, signed in by default. In a context of its own it opens a page
   * if the options have one, or if the test has opened another page. After the test, a page fails it that has sent
   * requests elsewhere or logged errors.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

export interface OpenOptions {
  /** Null opens it signed out. */
  readonly token?: string | null;
  /** A desktop's by default. */
  readonly viewport?: ViewportSize;
  /** The options of a context of its own, which has an empty cache. */
  readonly context?: BrowserContextOptions;
  /** Runs before the page is loaded. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** Whether the page may log errors, because the test makes requests fail. */
  readonly logsErrors?: boolean;
  /** Whether the console in the shared tab goes there as by a link. A load takes more processor time than a check. */
  readonly isLink?: boolean;
}

/** The sizes of a desktop and a phone. */
export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/**
 * Tests of the console in a browser, on a demo that they share with those of other files: they leave its spaces,
 * doorways and time segments as they are, but may set counts and create tokens. Without a browser they are skipped,
 * with a line that states it; in CI they fail.
 */
export function describeInBrowser(
  name: string,
  define: (visit: () => Visit) => void,
  open: () => Promise<Demo> = shareDemo,
): void {
  const hasBrowser = existsSync(CHROMIUM);
  const isSkipped = !hasBrowser && process.env.CI !== "true";
  describe.skipIf(isSkipped)(isSkipped ? `${name}: skipped, there is no ${CHROMIUM}` : name, () => {
    let visit: Visit | undefined;
    beforeAll(async () => {
      const demo = await open();
      visit = visitOf(demo);
      return demo === (await sharedDemo) ? undefined : demo.end;
    }, START_MS);
    afterEach(async ({ task }) => {
      const problems = [...openPages.values()].flat();
      await closePages(task.result?.state === "fail");
      expect(problems).toEqual([]);
    });
    define(() => must(visit, "server"));
  });
}

/** Tests of the console in a browser that change the site, on a demo of their own with the events of a day. */
export const describeWithOwnDemo = (name: string, define: (visit: () => Visit) => void) =>
  describeInBrowser(name, define, () => startDemo(1));

/** Starts the shared demo, with the events of two weeks, unless it runs. */
function shareDemo(): Promise<Demo> {
  sharedDemo ??= startDemo(15);
  return sharedDemo;
}

/** Tests of the console in a browser, on a site of thousands of spaces. */
export const describeWithLargeSite = (name: string, define: (visit: () => Visit) => void) =>
  describeInBrowser(name, define, startLargeSite);

async function startLargeSite(): Promise<Demo> {
  const token = "hct_of_the_large_site";
  const started = await start(["serve", "--rate-limit", "none"], () => token, { HEADCOUNT_TOKEN: token });
  const body = largeSite();
  await answerOf(createClient(started).v2.POST("/v2/admin/site/", { body }));
  return started;
}

/** Serves the campus of the demo with events of the past days, up to now, without live events. */
function startDemo(days: number): Promise<Demo> {
  // A receiver of webhooks on this machine can be called.
  const flags = ["--days", String(days), "--no-live", "--allow-private-webhooks"];
  const tokenIn = (directory: string) => readFileSync(join(directory, "demo-token"), "utf8").trim();
  return start(["demo", ...flags], tokenIn);
}

/** Starts a server on a directory of its own. @param tokenIn returns the token, once the directory is served */
async function start(
  args: readonly string[],
  tokenIn: (directory: string) => string,
  env: Readonly<Record<string, string>> = {},
): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-browser-"));
  const directory = join(folder, "data");
  const server = spawnHeadcount([...args, "--data-dir", directory, "--port", "0"], env);
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // The test runner ends this worker by SIGTERM, and half a second later by SIGKILL: nothing may be waited for.
  const endAtOnce = () => {
    server.child.kill("SIGKILL");
    remove();
  };
  process.once("SIGTERM", endAtOnce);
  const end = async () => {
    process.off("SIGTERM", endAtOnce);
    await server.stop("SIGKILL");
    remove();
  };
  const address = await server.address;
  return { address, token: tokenIn(directory), end };
}

/** The pages that the present test has open, with what is wrong with them. */
const openPages = new Map<Page, readonly string[]>();

/** Closes the pages of a test, except for the shared tab, which it resets; after a failure it closes that, too. */
async function closePages(hasFailed: boolean): Promise<void> {
  for (const page of openPages.keys()) {
    if (page !== tab || hasFailed) {
      await page.context().close();
      continue;
    }
    for (const event of ["console", "pageerror", "request", "requestfinished", "requestfailed"] as const)
      page.removeAllListeners(event);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  }
  openPages.clear();
}

function visitOf({ address, token }: Demo): Visit {
  return {
    address,
    token,
    client: createClient({ address, token }),
    open: async (path, { token: secret = token, viewport, context, before, logsErrors, isLink } = {}) => {
      const page = context === undefined ? await freeTab() : await newPage(context);
      const problems: string[] = [];
      openPages.set(page, problems);
      if (isLink && page.url().startsWith(`${address}/`)) {
        noteProblems(page, address, problems, logsErrors === true);
        await page.setViewportSize(viewport ?? VIEWPORTS.desktop);
        // Another page ends dialogs of the present one, which could be the next one.
        await followLink(page, "/nowhere");
        await page.getByRole("heading", { name: "Page not found" }).waitFor();
        await followLink(page, path);
        return page;
      }
      // A page of the same server is left as late as possible, which saves a load. It may not meet the preparations for
      // the next page, and a part behind # alone would not load a page.
      const isKept = page.url().startsWith(`${address}/`) && before === undefined && !path.includes("#");
      if (!isKept) await page.goto(`${address}/favicon.svg`);
      await page.evaluate(
        `localStorage.clear(); sessionStorage.clear(); ${secret && `localStorage.setItem("${TOKEN_KEY}", "${secret}")`}`,
      );
      await page.setViewportSize(viewport ?? VIEWPORTS.desktop);
      noteProblems(page, address, problems, logsErrors === true);
      await before?.(page);
      // What the page before has logged is not a problem of this one.
      page.once("framenavigated", () => void problems.splice(0));
      const document = await page.goto(`${address}${path}`);
      expect(document?.headers()["content-type"]).toContain("text/html");
      return page;
    },
  };
}

/** Changes the page of the console without a load, by an entry of the history as its router makes them. */
async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState({ idx: history.state.idx + 1 }, "", ${JSON.stringify(path)});
     dispatchEvent(new PopStateEvent("popstate", { state: history.state }))`,
  );
}

/** The shared tab if the test has not opened a page in it yet, or else a page in a context of its own. */
async function freeTab(): Promise<Page> {
  if (tab !== undefined && openPages.has(tab)) return newPage();
  if (tab === undefined || tab.isClosed()) tab = await newPage();
  return tab;
}

async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  const context = await (await browser).newContext({ locale: "en-GB", ...options });
  context.setDefaultTimeout(PAGE_MS);
  return context.newPage();
}

function noteProblems(page: Page, address: string, problems: string[], mayLog: boolean): void {
  page.on("console", (message) => {
    const { url } = message.location();
    // The first document has no icon, so Chromium asks for this one.
    if (mayLog || url === `${address}/favicon.ico`) return;
    if (["error", "warning"].includes(message.type())) problems.push(`${message.text()} ${url}`);
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  // The server itself serves everything: a page that sends requests elsewhere would not work offline.
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== address) problems.push(`asked for ${request.url()}`);
  });
}

/** Clicks a button that downloads a file. @returns its name and content */
export async function downloadOf(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Waits until the websocket of a page is open. */
export async function untilLive(page: Page): Promise<void> {
  const live = page.getByRole("status").filter({ hasText: /^Live$/ });
  await live.waitFor();
}

/** A button of a page by its whole name. */
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The dialog that a page shows. */
export const dialogOf = (page: Page) => page.getByRole("dialog");

/** Makes a token, with the rate that tokens have unless one is given. @returns its secret */
export async function tokenWith(
  { client }: Visit,
  scopes: ("read" | "write" | "ingest" | "sql" | "admin")[],
  rate: { readonly rate?: number | null } = {},
): Promise<string> {
  const body = { name: scopes.join(" "), scopes, ...rate };
  return (await answerOf(client.v2.POST("/v2/tokens/", { body }))).token;
}

/** Changes settings of a space until the test has finished. */
export async function changeSpace(
  { client }: Visit,
  space_id: string,
  body: Partial<components["schemas"]["Space"]>,
): Promise<void> {
  const params = { path: { space_id } };
  const put = (settings: object) =>
    answerOf(client.v2.PUT("/v2/spaces/{space_id}/", { params, body: settings }));
  const before = await answerOf(client.v2.GET("/v2/spaces/{space_id}/", { params }));
  await put(body);
  const names = Object.keys(body) as (keyof typeof before)[];
  onTestFinished(async () => void (await put(Object.fromEntries(names.map((name) => [name, before[name]])))));
}
