import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { ends, succeed, temporaryFolder } from "../support/headcount.ts";
import { ask, demand, ServedDirectory } from "../support/live-api.ts";
import { describeWithPostgres, freePort } from "../support/postgres.ts";
import { until } from "../support/waiting.ts";
import { words } from "../support/words.ts";

const SPACE = { name: "Hall", space_type: "space", time_zone: "Europe/Berlin" };

describeWithPostgres("a new node", (postgres) => {
  async function site() {
    const folder = temporaryFolder();
    const database = await postgres().createDatabase();
    const node = (name: string, flags: readonly string[] = []) => {
      const served = new ServedDirectory(join(folder, name), ["--database", database, ...flags]);
      onTestFinished(async () => void (await served.end("SIGKILL")));
      return served;
    };
    const alone = new ServedDirectory(join(folder, "first"));
    onTestFinished(async () => void (await alone.end("SIGKILL")));
    await alone.start();
    await demand(await alone.address(), "/v2/spaces/", SPACE);
    await alone.end("SIGTERM");
    return { folder, database, node };
  }

  it("answers that it loads a snapshot while it does, and is ready afterwards", async () => {
    const { database, node } = await site();
    await succeed(["cluster", "init", "--data-dir", node("first").directory, "--database", database]);
    // Loading waits for this.
    const holder = new pg.Client({ connectionString: database });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE headcount.snapshot_part");
    const port = await freePort();
    const starting = node("second", ["--port", String(port)]).launch();
    onTestFinished(async () => void (await starting.stop("SIGKILL")));
    const ready = async () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    await until(async () => (await ready())?.status === 503);
    expect(await (await ready())?.json()).toMatchObject({
      detail: expect.stringContaining("the server is starting"),
    });
    expect((await ask(`http://127.0.0.1:${port}`, "/v2/spaces/")).status).toBe(503);
    await holder.end();
    await until(async () => (await ready())?.status === 200);
    expect((await ask(await starting.address, "/v2/spaces/")).text).toContain("Hall");
  });

  it("finds the snapshot in a shared folder, if it is given", async () => {
    const { folder, database, node } = await site();
    const shared = ["--snapshots", join(folder, "shared")];
    const init = words`cluster init --data-dir ${node("first").directory} --database ${database} ${shared}`;
    await succeed(init);
    // It can be repeated until a node has served the log.
    await succeed(init);
    expect(readdirSync(join(folder, "shared"))).toHaveLength(2);
    const args = words`serve --data-dir ${join(folder, "third")} --database ${database} --port 0`;
    await ends(1, "with --snapshots", args);
    const second = node("second", shared);
    await second.start();
    expect((await ask(await second.address(), "/v2/spaces/")).text).toContain("Hall");
  });

  it("makes the next snapshot if that is its duty, and stops at once while it does", async () => {
    const { database, node } = await site();
    const first = node("first");
    await succeed(["cluster", "init", "--data-dir", first.directory, "--database", database]);
    const name = database.slice(database.lastIndexOf("/") + 1);
    const makeOld = () =>
      postgres().query("UPDATE headcount.snapshot SET taken_at = taken_at - INTERVAL '8 days'", name);
    const complete = async () => {
      const sql = "SELECT count(*)::int AS n FROM headcount.snapshot WHERE bytes IS NOT NULL";
      return (await postgres().query(sql, name))[0]?.n;
    };
    await first.start();
    // One that is old is followed by another if there are new records.
    await demand(await first.address(), "/v2/spaces/", SPACE);
    expect(await first.end("SIGTERM")).toBe(0);
    await makeOld();
    await first.start();
    await until(async () => (await complete()) === 2);
    await demand(await first.address(), "/v2/spaces/", { ...SPACE, name: "Gym" });
    expect(await first.end("SIGTERM")).toBe(0);
    await makeOld();
    const holder = new pg.Client({ connectionString: database });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE headcount.snapshot_part IN SHARE MODE");
    onTestFinished(() => holder.end());
    await first.start();
    const waiting =
      "SELECT FROM pg_stat_activity WHERE application_name = 'headcount snapshots' AND wait_event_type = 'Lock'";
    await until(async () => (await postgres().query(waiting)).length === 1);
    expect(await first.end("SIGTERM")).toBe(0);
    expect(await complete()).toBe(2);
  });
});
