import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DEAF, isAlive, Served, SLEEPING } from "../support/served-sql.ts";
import { until } from "../support/waiting.ts";

describe("queries in a process of their own", () => {
  it("answer, say what is wrong, list the views and macros that there are, and leave no file behind", async () => {
    const served = new Served();
    expect(await served.text("SELECT 1 AS one UNION ALL SELECT 2")).toBe("one\n1\n2\n");
    const result = await served.query("SELECT 1 AS one", { format: "json" });
    expect(result).toMatchObject({ rows: 1, truncated: false, bytes: expect.any(Number) });
    expect(served.passing()).toEqual([]);
    result.close();
    const said = { kind: "invalid", message: expect.stringMatching(/nowhere does not exist/) };
    await expect(served.text("FROM nowhere")).rejects.toMatchObject(said);
    await expect(served.text("DROP VIEW events")).rejects.toMatchObject({ kind: "invalid" });
    expect(served.passing()).toEqual([]);
    expect(await served.sql.relations()).toEqual([
      {
        name: "events",
        kind: "view",
        comment: "One row an event.",
        parameters: [],
        columns: [
          { name: "id", type: "VARCHAR", comment: null },
          { name: "timestamp", type: "TIMESTAMP", comment: null },
        ],
      },
      { name: "latest", kind: "table_macro", comment: null, parameters: ["rows"], columns: [] },
    ]);
  });

  it("have no environment variables and the lowest priority", async () => {
    process.env.HEADCOUNT_TOKEN = "hct_secret_of_the_test";
    onTestFinished(() => {
      delete process.env.HEADCOUNT_TOKEN;
    });
    const served = new Served();
    await served.text("SELECT 1");
    const pid = served.pid();
    expect(getPriority(pid)).toBe(constants.priority.PRIORITY_BELOW_NORMAL);
    if (!existsSync("/proc/self/environ")) return;
    const names = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((each) => each.split("=")[0]);
    expect(
      names.filter(
        (name) => !["", "HOME", "TMPDIR", "TZ"].includes(name ?? "") && !/^NODE_/.test(name ?? ""),
      ),
    ).toEqual([]);
    expect(readFileSync(`/proc/${pid}/oom_score_adj`, "utf8")).toBe("1000\n");
  });

  it("remove the files of an earlier run", () => {
    const served = new Served({}, (folder) => {
      mkdirSync(join(folder, "passing"), { recursive: true });
      writeFileSync(join(folder, "passing", "1"), "x");
    });
    expect(existsSync(join(served.folder, "passing"))).toBe(false);
  });
});

describe("limits of a query", () => {
  it.each([
    ["time", SLEEPING, true],
    ["time, where DuckDB does not stop: the process is ended, and there is another", DEAF, false],
  ])("%s", async (_, query, isKept) => {
    const served = new Served({ timeMsMax: 2_000 });
    // On a busy machine a process takes longer to start than a query may.
    const answers = () => vi.waitFor(() => served.textInTime("SELECT 1 AS one"), 180_000);
    await answers();
    const pid = served.pid();
    await expect(served.text(query)).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("longer than 2 s"),
    });
    expect(await answers()).toBe("one\n1\n");
    expect([served.pid() === pid, isAlive(pid)]).toEqual([isKept, isKept]);
  });

  it("rows and bytes", async () => {
    const served = new Served({ rowsMax: 3 });
    const signal = new AbortController().signal;
    for (const [of, rowsMax, rows, truncated] of [
      [3, undefined, 3, false],
      [4, undefined, 3, true],
      [4, 2, 2, true],
      [4, 4, 3, true],
    ] as const) {
      const request = { query: `FROM range(${of})`, format: "csv", ...(rowsMax && { rowsMax }) } as const;
      expect(await served.sql.query(request, signal)).toMatchObject({ rows, truncated });
    }
  });
});

describe("the process", () => {
  it("is there only while it is used", async () => {
    const served = new Served({ idleMsMax: 50 });
    expect(served.sql.processId()).toBeNull();
    await served.text("SELECT 1");
    const pid = served.pid();
    await until(() => !isAlive(pid));
    // The server hears of its end a moment later.
    await expect.poll(() => served.sql.processId()).toBeNull();
    expect(await served.text("SELECT 1 AS one")).toBe("one\n1\n");
  });

  it.each([
    ["starts", 0],
    ["runs a query that does not stop", 1],
  ])("ends with the server while it %s", async (_, answered) => {
    const served = new Served();
    for (let query = 0; query < answered; query++) await served.text("SELECT 1");
    const running = served.text(DEAF).catch((error: unknown) => error);
    await until(() => served.sql.processId() !== null);
    const pid = served.pid();
    if (answered > 0) await served.hasTakenIn(1 + answered);
    await served.sql.close();
    expect([isAlive(pid), served.sql.processId()]).toEqual([false, null]);
    expect(await running).toMatchObject({ kind: "unavailable" });
    await expect(served.text("SELECT 1")).rejects.toMatchObject({ kind: "unavailable" });
  });

  it("says why it has not started", async () => {
    const entry = new URL("../support/no-such-child.ts", import.meta.url);
    const served = new Served({ entry });
    await expect(served.text("SELECT 1")).rejects.toMatchObject({ kind: "unavailable" });
  });
});
