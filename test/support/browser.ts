import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { createClient, type HeadcountClient } from "../../src/client/index.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/headcount", import.meta.url));

/** Debian's, unless another is named. */
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const START_MS = 60_000;

/** A simulated site with its server and a browser to look at it with. */
export interface Visit {
  /** The server's address. */
  readonly address: string;
  /** A token with all scopes. */
  readonly token: string;
  readonly client: HeadcountClient;
  /**
   * Opens a page, signed in by default. A page that the test has not closed is closed after it, and fails it as `quiet`
   * does.
   */
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
    let end = async (): Promise<void> => {};
    beforeAll(async () => {
      ({ visit, end } = await startVisit(flags));
    }, START_MS);
    afterEach(async () => {
      for (const page of openPages) await page.quiet();
    });
    afterAll(() => end());
    define(() => {
      if (visit === undefined) throw new Error("nothing is served yet");
      return visit;
    });
  });
}

/** The pages of the present test that are open. */
const openPages = new Set<OpenPage>();

async function startVisit(flags: readonly string[]): Promise<{ visit: Visit; end: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-browser-"));
  const { child, address, token } = await startDemo(join(folder, "data"), flags);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  const visit: Visit = {
    address,
    token,
    client: createClient({ address, token }),
    open: (path, options) => openPage(browser, { address, token }, path, options),
  };
  const end = async () => {
    await browser.close();
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "close");
    rmSync(folder, { recursive: true, force: true });
  };
  return { visit, end };
}

/** The campus of the demo with two weeks of events, up to now, without live events. */
async function startDemo(directory: string, more: readonly string[]) {
  const flags = ["--data-dir", directory, "--port", "0", "--days", "15", "--no-live", ...more];
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith("HEADCOUNT_"));
  const child = spawn(process.execPath, [PROGRAM, "demo", ...flags], {
    env: Object.fromEntries(environment),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const text = await introduction(child);
  const address = /(http:\/\/[^\s/]+:\d+)/.exec(text)?.[1];
  const token = /token[^:]*: (hct_\S+)/.exec(text)?.[1];
  if (address === undefined || token === undefined) throw new Error(`the demo does not serve: ${text}`);
  return { child, address, token };
}

/** The output of the demo until it serves. */
function introduction(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("Ctrl-C stops")) resolve(output);
    });
    child.on("close", () => reject(new Error(`the demo ended: ${output}`)));
  });
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
  // The server itself serves everything: a page that sends requests elsewhere would not work offline.
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== server.address) problems.push(`asked for ${request.url()}`);
  });
  const document = await page.goto(`${server.address}${path}${token === null ? "" : `#token=${token}`}`);
  expect(document?.headers()["content-type"]).toContain("text/html");
  const opened: OpenPage = {
    page,
    quiet: async () => {
      await context.close();
      expect(problems).toEqual([]);
    },
  };
  openPages.add(opened);
  context.on("close", () => openPages.delete(opened));
  return opened;
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
