import { execFile, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { newStart } from "../../src/engine/journal/chain.ts";
import { RECORD_FORMAT } from "../../src/engine/journal/record-format.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresLog } from "../../src/postgres/postgres-log.ts";
import { openSchema } from "../../src/postgres/schema.ts";
import { ORGANIZATION_ID } from "./store-directory.ts";
import { until } from "./waiting.ts";

/** Debian's folder of PostgreSQL: a folder for each version. */
const VERSIONS = "/usr/lib/postgresql";

const run = promisify(execFile);

/** The folder of the newest version's programs; null if PostgreSQL is not installed. */
const programs = newestPrograms();

function newestPrograms(): string | null {
  try {
    const newest = readdirSync(VERSIONS)
      .map(Number)
      .sort((a, b) => b - a)[0];
    return newest === undefined ? null : join(VERSIONS, String(newest), "bin");
  } catch {
    return null;
  }
}

/** PostgreSQL does not run as root: its own user runs it then. */
function owner(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"]));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/** The user that runs such a program in a folder, which gets it; the present one unless that is root. */
export function unprivileged(folder: string): ReturnType<typeof owner> {
  const { uid, gid } = owner();
  if (uid === undefined) return {};
  chownSync(folder, uid, gid as number);
  return { uid, gid: gid as number };
}

/** A PostgreSQL server on a free port of this machine, with a folder of its own. */
export class PostgresServer {
  readonly #folder: string;
  readonly #data: string;
  readonly port: number;
  #process: ReturnType<typeof spawn> | null = null;
  #databases = 0;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#data = join(folder, "data");
    this.port = port;
  }

  /** A server without data, which has not been started. */
  static async inNewFolder(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "headcount-postgres-"));
    unprivileged(folder);
    return new PostgresServer(folder, await freePort());
  }

  static async start(): Promise<PostgresServer> {
    const server = await PostgresServer.inNewFolder();
    await server.#run("initdb", [
      "--auth=trust",
      "--username=headcount",
      "--no-sync",
      "--encoding=UTF8",
      "-D",
      server.#data,
    ]);
    await server.resume();
    return server;
  }

  /** Copies the data of another server into this one. @param isStandby whether it follows that server when it is started */
  async copy(other: PostgresServer, { isStandby }: { readonly isStandby: boolean }): Promise<void> {
    const recovery = isStandby ? ["--write-recovery-conf"] : [];
    const source = ["--checkpoint=fast", "--no-sync", `--dbname=${other.address()}`];
    await this.#run("pg_basebackup", [...recovery, ...source, "-D", this.#data]);
  }

  /** Lets a commit wait for its standby. */
  async waitForStandby(): Promise<void> {
    await this.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await this.query("SELECT pg_reload_conf()");
    await until(
      async () =>
        (await this.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1,
    );
  }

  /** Lets commits wait for a standby that is not there, until the returned function is called or the test has finished. */
  async loseStandby(): Promise<() => Promise<void>> {
    const set = async (change: string) => {
      await this.query(`ALTER SYSTEM ${change}`);
      await this.query("SELECT pg_reload_conf()");
    };
    const find = () => set("RESET synchronous_standby_names");
    onTestFinished(find);
    await set("SET synchronous_standby_names = 'gone'");
    // The setting is shown before commits wait for it.
    const probe = "SELECT pg_logical_emit_message(true, '', '')";
    const cancelled = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%emit%'`;
    await until(async () => {
      let isDone = false;
      const commit = this.query(probe).finally(() => {
        isDone = true;
      });
      let hasWaited = false;
      while (!isDone && !hasWaited) hasWaited = (await this.query(cancelled)).length > 0;
      await commit;
      return hasWaited;
    });
    return find;
  }

  #run(program: string, args: readonly string[]) {
    return run(join(programs as string, program), args, { ...owner(), cwd: this.#folder });
  }

  /** Starts the server again, and waits until it answers. */
  async resume(): Promise<void> {
    // A test's data need not survive the machine.
    const settings = [
      "fsync=off",
      "listen_addresses=127.0.0.1",
      `port=${this.port}`,
      `unix_socket_directories=${this.#folder}`,
    ];
    const args = ["-D", this.#data, ...settings.flatMap((setting) => ["-c", setting])];
    this.#process = spawn(join(programs as string, "postgres"), args, {
      ...owner(),
      cwd: this.#folder,
      stdio: "ignore",
    });
    await until(() =>
      this.query("SELECT 1").then(
        () => true,
        () => false,
      ),
    );
  }

  /** Ends the server as a failure of its machine would. */
  async kill(): Promise<void> {
    const running = this.#process;
    if (running === null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    // Its other processes end with the first.
    running.kill("SIGQUIT");
    await ended;
    this.#process = null;
  }

  address(database = "postgres"): string {
    return `postgres://headcount@127.0.0.1:${this.port}/${database}`;
  }

  /** The address of a database by the server's socket. */
  socketAddress(database: string): string {
    return `postgres://headcount@/${database}?host=${this.#folder}&port=${this.port}`;
  }

  /** Runs a statement as an operator would. */
  async query(
    sql: string,
    database?: string,
    address = this.address(database),
  ): Promise<readonly pg.QueryResultRow[]> {
    const client = new pg.Client({ connectionString: address });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Creates a database. @returns its address */
  async createDatabase(): Promise<string> {
    const name = `site_${++this.#databases}`;
    await this.query(`CREATE DATABASE ${name}`);
    return this.address(name);
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A port of this machine that is free. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A log in a database, as a node opens it. */
export async function openLog(address: string, node = "test"): Promise<PostgresLog> {
  const servers = databaseServers(address);
  const create = {
    id: "test-log",
    organizationId: ORGANIZATION_ID,
    startChain: newStart().chain,
    beginsWithSnapshot: false,
    recordFormat: RECORD_FORMAT,
  };
  return new PostgresLog(servers, await openSchema(servers, { create }), node);
}

/** Tests with a PostgreSQL server, which are skipped where it is not installed; in CI they fail then. */
export function describeWithPostgres(name: string, define: (server: () => PostgresServer) => void): void {
  const isSkipped = programs === null && process.env.CI !== "true";
  describe.skipIf(isSkipped)(isSkipped ? `${name}: skipped, there is no ${VERSIONS}` : name, () => {
    let server: PostgresServer | undefined;
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server?.dispose());
    define(() => server as PostgresServer);
  });
}
