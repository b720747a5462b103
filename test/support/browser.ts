import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { afterEach, beforeAll, describe, expect } from "vitest";
import type { components } from "../../src/client/generated/v2.ts";
import { answerOf, createClient, type HeadcountClient } from "../../src/client/index.ts";
import { must } from "../../src/domain/errors.ts";
import { spawnHeadcount } from "./headcount.ts";

/** Debian's, unless another is named. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Fewer processes for each browser: what else they share is not under test. */
const CHROMIUM_FLAGS = ["--no-sandbox", "--in-process-gpu", "--enable-features=NetworkServiceInProcess2"];

const START_MS = 60_000;

/** Where the console stores the token of a device. */
const TOKEN_KEY = "headcount-token";

/** The browser of all files that this worker runs. It ends with the worker. */
let browser: Promise<Browser> | undefined;

/** A simulated site with its server and a browser to look at it with. */
export interface Visit {
  /** The server's address. */
  readonly address: string;
  /** A token with all scopes. */
  readonly token: string;
  readonly client: HeadcountClient;
  /**
   * Opens a page, signed in by default: a tab of the one context of the file, or with options a context of its own. A
   * page that the test has not closed is closed after it, and fails it if it has logged errors or sent requests elsewhere.
   */
  open(path: string, options?: OpenOptions): Promise<Page>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Null opens it signed out. */
  readonly token?: string | null;
}

/** The sizes of a desktop and a phone. */
export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/**
 * Tests of the console in a browser. Without a browser they are skipped, with a line that states it; in CI they fail.
 */
export function describeInBrowser(
  name: string,
  define: (visit: () => Visit) => void,
  /** Of the demo, besides its own. */
  flags: readonly string[] = [],
): void {
  const hasBrowser = existsSync(CHROMIUM);
  const isSkipped = !hasBrowser && process.env.CI !== "true";
  describe.skipIf(isSkipped)(isSkipped ? `${name}: skipped, there is no ${CHROMIUM}` : name, () => {
    let visit: Visit | undefined;
    beforeAll(async () => {
      const { end, ...started } = await startVisit(flags);
      visit = started;
      return end;
    }, START_MS);
    afterEach(async () => {
      for (const [page, problems] of openPages) {
        await page.close();
        expect(problems).toEqual([]);
      }
    });
    define(() => must(visit, "server"));
  });
}

/** The pages of the present test that are open, with what is wrong with them. */
const openPages = new Map<Page, readonly string[]>();

/** Serves the campus of the demo with two weeks of events, up to now, without live events. */
async function startVisit(more: readonly string[]): Promise<Visit & { readonly end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-browser-"));
  const directory = join(folder, "data");
  const flags = ["--data-dir", directory, "--port", "0", "--days", "15", "--no-live", ...more];
  const server = spawnHeadcount(["demo", ...flags]);
  const address = await server.address;
  const token = readFileSync(join(directory, "demo-token"), "utf8").trim();
  browser ??= chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  const opened = await browser;
  const contextOf = ({ token: secret = token, ...options }: OpenOptions = {}) =>
    opened.newContext({
      viewport: VIEWPORTS.desktop,
      locale: "en-GB",
      storageState: {
        cookies: [],
        origins:
          secret === null ? [] : [{ origin: address, localStorage: [{ name: TOKEN_KEY, value: secret }] }],
      },
      ...options,
    });
  const shared = await contextOf();
  return {
    address,
    token,
    client: createClient({ address, token }),
    open: async (path, options) => {
      const context = options === undefined ? shared : await contextOf(options);
      const page = await openPage(context, address, path);
      if (context !== shared) page.on("close", () => void context.close());
      return page;
    },
    end: async () => {
      await Promise.all(opened.contexts().map((context) => context.close()));
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(context: BrowserContext, address: string, path: string): Promise<Page> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  // The server itself serves everything: a page that sends requests elsewhere would not work offline.
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== address) problems.push(`asked for ${request.url()}`);
  });
  openPages.set(page, problems);
  page.on("close", () => openPages.delete(page));
  const document = await page.goto(`${address}${path}`);
  expect(document?.headers()["content-type"]).toContain("text/html");
  return page;
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

/** Changes settings of a space. */
export async function changeSpace(
  { client }: Visit,
  space_id: string,
  body: Partial<components["schemas"]["Space"]>,
): Promise<void> {
  const change = { params: { path: { space_id } }, body: body as object };
  await answerOf(client.v2.PUT("/v2/spaces/{space_id}/", change));
}
