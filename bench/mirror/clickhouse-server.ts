import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { install } from "../../scripts/peer-packages.ts";
import { endOnExit } from "../child.ts";
import { freePort } from "../free-port.ts";

/** The program that serves the engine of chdb. */
const SOURCE = fileURLToPath(new URL("../../test/support/clickhouse-node.c", import.meta.url));

const COMPILER = "/usr/bin/cc";

/** The limit for the time until it answers, in ms, and the interval of requests. */
const READY_MS_MAX = 30_000;
const READY_POLL_MS = 50;

/** A unit of the CPU time of a process on Linux, in ms. */
const CPU_TICK_MS = 10;

/** A ClickHouse server in a child process, which listens on the loopback interface. */
export interface ClickHouseServer {
  /** The address of a database, which need not exist. */
  url(database: string): string;
  /** Runs a statement in a database, with the bytes of a file after it. @returns the rows */
  query<Row>(text: string, database: string, file?: string): Promise<readonly Row[]>;
  /** The CPU time that it has used, in ms. */
  cpu(): number;
  stop(): Promise<void>;
}

/** Starts a server with its data in a folder. */
export async function startClickHouse(folder: string): Promise<ClickHouseServer> {
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "clickhouse-node");
  execFileSync(COMPILER, ["-O1", "-o", program, SOURCE, "-ldl"]);
  const [port, nativePort] = [await freePort(), await freePort()];
  const args = [library(), join(folder, "data"), String(port), String(nativePort)];
  const env = { ...process.env, TZ: "UTC" };
  const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  endOnExit(child);
  const query = async <Row>(text: string, database: string, file?: string) => {
    const settings = {
      database,
      default_format: "JSONEachRow",
      output_format_json_quote_64bit_integers: "0",
    };
    // What follows the statement is data.
    const parameters = new URLSearchParams({ ...settings, query: text.trim() });
    const body = file === undefined ? "" : createReadStream(file);
    // fetch sends a stream only if it is half of the connection.
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const response = await fetch(`http://127.0.0.1:${port}/?${parameters}`, init);
    const answer = await response.text();
    if (!response.ok) throw new Error(answer);
    return answer
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Row);
  };
  const latest = performance.now() + READY_MS_MAX;
  while (!(await query("SELECT 1", "default").catch(() => null))) {
    if (performance.now() > latest) throw new Error("ClickHouse did not become ready");
    await sleep(READY_POLL_MS);
  }
  return {
    url: (database) => `clickhouse://127.0.0.1:${port}/${database}`,
    query,
    cpu: () => cpuOf(child.pid as number),
    stop: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

function library(): string {
  const scope = join(install("clickhouse"), "node_modules/@chdb");
  const found = readdirSync(scope)
    .map((name) => join(scope, name, "libchdb.so"))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error("chdb has no library for this machine");
  return found;
}

function cpuOf(pid: number): number {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * CPU_TICK_MS;
}
