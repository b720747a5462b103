import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { openSchema } from "../../src/postgres/schema.ts";
import {
  describeWithPostgres,
  freePort,
  openLog,
  type PostgresServer,
  unprivileged,
} from "../support/postgres.ts";
import { until } from "../support/waiting.ts";

/** Debian's PgBouncer. */
const POOLER = "/usr/sbin/pgbouncer";

const isSkipped = !existsSync(POOLER) && process.env.CI !== "true";

/** Starts a pooler before a server, and ends it when the test has finished. @returns the address of a database there */
async function startPooler(server: PostgresServer, address: string, mode: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "headcount-pooler-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port} user=headcount
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
`,
  );
  // Whatever the umask: a store that another test has opened in this process sets it.
  chmodSync(file, 0o644);
  const pooler = spawn(POOLER, [file], { ...unprivileged(folder), stdio: "ignore" });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => pooler.once("exit", resolve));
    if (pooler.kill("SIGKILL")) await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const pooled = address.replace(String(server.port), String(port));
  await until(() =>
    server.query("SELECT 1", undefined, pooled).then(
      () => true,
      () => false,
    ),
  );
  return pooled;
}

describeWithPostgres("a pooler", (server) => {
  it.skipIf(isSkipped)("in transaction mode is noticed and refused", async () => {
    const address = await server().createDatabase();
    await (await openLog(address)).close();
    const pooled = databaseServers(await startPooler(server(), address, "transaction"));
    for (let time = 0; time < 20; time++)
      await expect(openSchema(pooled, {})).rejects.toThrow("PgBouncer, in transaction mode");
  });

  it.skipIf(isSkipped)("that keeps sessions is used", async () => {
    const address = await server().createDatabase();
    await (await openLog(address)).close();
    const pooled = databaseServers(await startPooler(server(), address, "session"));
    for (let time = 0; time < 20; time++)
      expect(await openSchema(pooled, {})).toMatchObject({ id: "test-log" });
  });
});
