import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { describeWithClickHouse } from "../support/clickhouse.ts";
import { headcount, startHeadcount, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, LIVE_TOKEN as TOKEN } from "../support/live-api.ts";
import { until } from "../support/waiting.ts";

const ENVIRONMENT = { HEADCOUNT_TOKEN: TOKEN };

const serve = (...args: string[]) => [
  ...["serve", "--port", "0", "--rate-limit", "none", "--data-dir", temporaryFolder()],
  ...args,
];

describeWithClickHouse("queries on the mirror of a server", (node) => {
  const post = (address: string, query: string) =>
    ask(address, "/v2/sql", { text: JSON.stringify({ query, on: "analytics" }) });

  it("see what the server has, in the API and on the command line", async () => {
    const { address } = await startHeadcount(
      serve("--analytics", node().url(), "--analytics-sql", node().url()),
      ENVIRONMENT,
    );
    await demand(address, "/v2/spaces/", { name: "Hall", time_zone: "Europe/Berlin" });
    const names = "SELECT name, toTypeName(name) AS type FROM spaces";
    await until(async () => (await post(address, names)).text.includes("Hall"));
    const { status, text } = await post(address, names);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ rows: [["Hall", "String"]], truncated: false });
    expect(await post(address, "SELECT * FROM space")).toMatchObject({ status: 400 });

    const sql = (...args: string[]) =>
      headcount(["sql", "--url", address, "--on", "analytics", ...args], { env: ENVIRONMENT });
    const csv = await sql("--format", "csv", "-c", names);
    expect(csv).toMatchObject({ code: 0, stdout: "name,type\nHall,String\n" });
    const wrong = await sql("-c", "SELECT absent FROM spaces");
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/line 1: .*`absent`/);

    const views = await sql("-c", ".tables");
    expect(views.stdout).toContain("space_events");
    expect(views.stdout).not.toContain("count_at");
    const shown = await headcount(["analytics", "status", "--url", address], { env: ENVIRONMENT });
    expect(shown.stdout).toMatch(
      /│ mirror .* missing events │ behind │ as of .* rows\/s │ error │\n.*\n│ .*\/headcount │ +0 │ \d+ s +│ .*Z │ +\d+ │ +│/,
    );

    const examples = await sql("-c", ".examples");
    expect(examples.stdout).toContain("used-office-hours");
    for (const name of readdirSync(new URL("../../sql/clickhouse/examples/", import.meta.url))) {
      const shown = await sql("-c", `.example ${name.replace(".sql", "")}`);
      expect(shown, shown.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining("FROM") });
    }

    await node().kill();
    const away = await post(address, names);
    expect(away.status).toBe(503);
    expect(away.text).not.toContain("127.0.0.1");
    await node().start();
  });

  it("need no ClickHouse at the start of the server, which says later that their user may do too much", async () => {
    await node().kill();
    const { address, stderr } = await startHeadcount(
      serve("--analytics", node().url("later"), "--analytics-sql", node().url("later")),
      ENVIRONMENT,
    );
    await until(() =>
      stderr().includes("warning: --analytics-sql: the database for analytics cannot be reached"),
    );
    expect((await post(address, "SELECT 1")).status).toBe(503);
    await node().start();
    await until(() => stderr().includes("its user default may do more than read"));
    // Each of them is said once.
    expect(stderr().match(/warning: --analytics-sql/g)?.length).toBe(2);
  });

  it("are refused without a user for them, with the statements that make one", async () => {
    const { address } = await startHeadcount(serve("--analytics", node().url()), ENVIRONMENT);
    const { status, text } = await post(address, "SELECT 1");
    expect(status).toBe(400);
    expect(text).toMatch(
      /GRANT SELECT ON headcount\.as_of, .*SELECT ON headcount\.spaces.* TO reader; .*--analytics-sql/,
    );
  });
});

it("--on analytics needs a server", async () => {
  const folder = temporaryFolder();
  const local = await headcount(["sql", "--data-dir", folder, "--on", "analytics", "-c", "SELECT 1"]);
  expect(local.stderr).toContain("--on analytics needs --url");
});
