import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { createClient, type HeadcountClient } from "../../src/client/index.ts";
import { must } from "../../src/domain/errors.ts";
import { spawnHeadcount } from "./headcount.ts";

/** Debian's, unless another is named. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Fewer processes for each browser: what else they share is not under test. */
const CHROMIUM_FLAGS = ["--no-sandbox", "--in-process-gpu", "--enable-features=NetworkServiceInProcess2"];

const START_MS = 60_000;

/** The browser of all files that this worker runs. It ends with the worker. */
let browser: Promise<Browser> | undefined;

/** A simulated site with its server and a browser to look at it with. */
export interface Visit {
  /** The server's address. */
  readonly address: string;
  /** A token with all scopes. */
  readonly token: string;
  readonly client: HeadcountClient;
  /** Opens a page, signed in by default. Errors in its console fail the test at `quiet`. */
  open(path: string, options?: OpenOptions): Promise<OpenPage>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Null opens it signed out. */
  readonly token?: string | null;
}

export interface OpenPage {
  readonly page: Page;
  /** Fails if the page has logged errors or sent requests elsewhere; then closes it. */
  quiet(): Promise<void>;
}

/** Desktop and phone, as screenshots are looked at. */
export const VIEWPORTS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const;

/**
 * Tests that look at the console in a browser. Where there is none they are skipped, with a line that says so; in CI
 * they fail.
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
    define(() => must(visit, "server"));
  });
}

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
  return {
    address,
    token,
    client: createClient({ address, token }),
    open: (path, options) => openPage(opened, { address, token }, path, options),
    end: async () => {
      await Promise.all(opened.contexts().map((context) => context.close()));
      await server.stop("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(
  browser: Browser,
  server: Pick<Visit, "address" | "token">,
  path: string,
  { token = server.token, ...options }: OpenOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop, locale: "en-GB", ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  // Everything is served by the server itself: a page that asks another host would not work offline.
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== server.address) problems.push(`asked for ${request.url()}`);
  });
  await page.goto(`${server.address}${path}${token === null ? "" : `#token=${token}`}`);
  return {
    page,
    quiet: async () => {
      expect(problems).toEqual([]);
      await context.close();
    },
  };
}
