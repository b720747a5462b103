import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { answerOf } from "../../src/client/index.ts";
import { describeInBrowser, downloadOf, tokenWith } from "../support/browser.ts";

/** Puts a query into the editor in place of what is there. */
async function write(page: Page, query: string): Promise<void> {
  await page.getByRole("textbox", { name: "Query" }).fill(query);
}

/** Runs a query, or else the one in the editor. */
async function run(page: Page, query?: string): Promise<void> {
  if (query !== undefined) await write(page, query);
  await page.getByRole("button", { name: "Run", exact: true }).click();
}

const SQL = "/sql";
const ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";

describeInBrowser("the page SQL", (visit) => {
  it("runs a query with the keyboard, and shows and downloads its rows", async () => {
    const page = await visit().open(SQL);
    await write(page, "SELECT 'gym' AS name, 1.5 AS half, NULL AS nothing");
    await page.keyboard.press("Control+Enter");
    await page.getByText(/^1 row in .*, as of \d{1,2} \w{3} \d{4}, [\d:]+ UTC$/).waitFor();
    expect(await page.locator(".sql-table td").allTextContents()).toEqual(["gym", "1.5", "NULL"]);
    const csv = await downloadOf(page, "CSV");
    expect(csv.content.toString()).toBe("name,half,nothing\ngym,1.5,\n");
    const parquet = await downloadOf(page, "Parquet");
    expect(parquet.content.subarray(0, 4).toString()).toBe("PAR1");
  });

  it("shows the first rows of a long result, and downloads all rows", async () => {
    const page = await visit().open(SQL);
    await run(page, "SELECT range AS n FROM range(12_345)");
    await page.getByText(/^First 10,000 rows in .*, as of/).waitFor();
    await page.getByText("Showing the first 10,000 rows; the result has more.").waitFor();
    expect(await page.locator(".sql-table tbody tr").count()).toBe(1_000);
    const csv = await downloadOf(page, "CSV");
    expect(csv.content.toString().split("\n")).toHaveLength(12_345 + 2);
    await run(page, "SELECT range AS n FROM range(10_000)");
    await page.getByText(/^10,000 rows in .*, as of/).waitFor();
    expect(await page.getByText("the result has more").count()).toBe(0);
  });

  it("reads the query from the URL, and runs it only on request", async () => {
    const page = await visit().open(`${SQL}?query=${encodeURIComponent("SELECT 42 AS answer")}`);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.getByRole("textbox", { name: "Query" }).getByText("42").waitFor();
    expect(asked.filter((url) => url.endsWith("/v2/sql"))).toEqual([]);
    await run(page);
    await page.locator(".sql-table td", { hasText: "42" }).waitFor();
    await run(page, "SELECT 43 AS answer");
    await page.locator(".sql-table td", { hasText: "43" }).waitFor();
    expect(new URL(page.url()).searchParams.get("query")).toBe("SELECT 43 AS answer");
    await page.goBack();
    await page.getByRole("textbox", { name: "Query" }).getByText("42").waitFor();
    await page.getByRole("tab", { name: "History" }).click();
    expect(await page.locator(".sql-list code").allTextContents()).toEqual([
      "SELECT 43 AS answer",
      "SELECT 42 AS answer",
    ]);
  });

  it("lists the examples and the schema", async () => {
    const page = await visit().open(SQL);
    const { results } = await answerOf(visit().client.v2.GET("/v2/sql/examples/"));
    const [first] = results;
    await page.getByRole("button", { name: first?.question ?? "", exact: true }).click();
    await run(page);
    await page.getByText(/rows? in .*, as of/).waitFor();
    await page.getByRole("tab", { name: "Schema" }).click();
    await page.locator("summary", { hasText: /^hourly/ }).click();
    await page.getByRole("button", { name: "average_count" }).waitFor();
    await write(page, "");
    await page.getByRole("button", { name: "Insert hourly" }).click();
    expect(await page.getByRole("textbox", { name: "Query" }).textContent()).toContain("hourly");
  });

  it("draws lines over time, and bars with labels", async () => {
    const page = await visit().open(SQL);
    await run(page, "SELECT timestamp, count, max FROM hourly WHERE space_name = 'Cafe'");
    await page.getByText("Chart", { exact: true }).click();
    await page.locator(".sql-chart canvas").waitFor();
    await run(page, "SELECT space_name, max(max) AS peak, sum(entrances) AS came FROM hourly GROUP BY ALL");
    await page.getByText("Chart", { exact: true }).click();
    expect(await page.locator(".sql-bars dt").count()).toBe(8);
    await page.getByLabel("Column").selectOption({ label: "came" });
  });

  it("shows the error of a query and its position", async () => {
    const page = await visit().open(SQL, { logsErrors: true });
    await run(page, "SELECT 1,\n  nonsense(2)");
    await page.getByRole("alert").getByText("nonsense").waitFor();
    await page.getByRole("button", { name: "Go to line 2" }).click();
    expect(await page.evaluate("document.activeElement.className")).toContain("cm-content");
    await run(page, "DELETE FROM events");
    await page.getByRole("alert").waitFor();
  });

  it("cancels a query", async () => {
    const page = await visit().open(SQL);
    await run(page, ENDLESS);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The query was cancelled.").waitFor();
    await run(page, "SELECT 1 AS one");
    await page.locator(".sql-table td").waitFor();
  });

  it("can be entered and left with the keyboard", async () => {
    const page = await visit().open(SQL);
    // The editor completes names once the schema is loaded: the first request starts the process that runs queries.
    await page.getByRole("tab", { name: "Schema" }).click();
    await page.locator("summary", { hasText: /^hourly/ }).waitFor();
    const editor = page.getByRole("textbox", { name: "Query" });
    await editor.focus();
    await page.keyboard.type("SELECT * FROM hourl");
    await page.getByRole("option", { name: "hourly" }).first().waitFor();
    // The first Escape closes the completions.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Run");
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate("document.activeElement.className")).toContain("cm-content");
  });

  it("states the missing scope", async () => {
    const token = await tokenWith(visit(), ["read"]);
    const page = await visit().open(SQL, { token });
    await page.getByText("This token cannot run queries").waitFor();
    expect(await page.getByRole("link", { name: "SQL" }).count()).toBe(0);
  });
});
