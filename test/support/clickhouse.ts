import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe } from "vitest";
import { installedPackages } from "../../scripts/peer-packages.ts";
import { freePort } from "./postgres.ts";
import { until } from "./waiting.ts";

/** The program that serves chdb's engine. */
const SOURCE = fileURLToPath(new URL("clickhouse-node.c", import.meta.url));

const COMPILER = "/usr/bin/cc";

/** The shared library of ClickHouse; null if chdb is not installed. */
const library = installedLibrary();

function installedLibrary(): string | null {
  const packages = installedPackages("clickhouse");
  if (packages === null) return null;
  // The package with the library is named after the platform.
  const scope = join(packages, "node_modules/@chdb");
  const files = readdirSync(scope).map((name) => join(scope, name, "libchdb.so"));
  return files.find((file) => existsSync(file)) ?? null;
}

/** What is missing for a node, for people; null if nothing is. */
function missing(): string | null {
  if (library === null) return "chdb is not installed (node scripts/install-clickhouse.mjs)";
  return existsSync(COMPILER) ? null : `there is no ${COMPILER}`;
}

/**
 * Files of a server's configuration, by their paths from its folder. It reads `config.xml` and what is in `config.d`;
 * without `config.xml`, it has none. Users and profiles are where `config.xml` says.
 */
export type ClickHouseFiles = Readonly<Record<string, string>>;

/** The configuration of a server whose port for other servers is known. */
type Configuration = (nativePort: number) => ClickHouseFiles;

/**
 * A ClickHouse server on free ports of this machine, with a folder of its own. It asks for no password, unless its
 * configuration says so.
 */
export class ClickHouseNode {
  /** Where it keeps its data; its statements read and write files there. */
  readonly folder: string;
  readonly #program: string;
  readonly port: number;
  /** For other servers of ClickHouse, and for clients of its own protocol. */
  readonly nativePort: number;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number, nativePort: number) {
    this.folder = folder;
    this.#program = join(folder, "clickhouse-node");
    this.port = port;
    this.nativePort = nativePort;
  }

  /** A new server, which answers. */
  static async start(configure: Configuration = () => ({})): Promise<ClickHouseNode> {
    const folder = mkdtempSync(join(tmpdir(), "headcount-clickhouse-"));
    const node = new ClickHouseNode(folder, await freePort(), await freePort());
    try {
      for (const [path, text] of Object.entries(configure(node.nativePort))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      execFileSync(COMPILER, ["-O1", "-o", node.#program, SOURCE, "-ldl"]);
      await node.start();
    } catch (error) {
      await node.dispose();
      throw error;
    }
    return node;
  }

  /** Starts the server again with the same data, on the same ports, and waits until it answers. */
  async start(): Promise<void> {
    const data = join(this.folder, "data");
    const args = [library as string, data, String(this.port), String(this.nativePort)];
    const started = spawn(this.#program, args, {
      cwd: this.folder,
      env: { ...process.env, TZ: "UTC" },
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.#process = started;
    let said = "";
    started.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await until(() => {
      if (started.exitCode !== null) throw new Error(`ClickHouse has ended: ${said}`);
      return this.query("SELECT 1").then(
        () => true,
        () => false,
      );
    });
  }

  /** Ends the server as a failure of its machine would. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGKILL");
    await ended;
  }

  /** Lets the server stand still: it accepts connections, and answers nothing. */
  pause(): void {
    this.#process?.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** The address of a database, which need not exist. */
  url(database = "headcount", user = ""): string {
    return `clickhouse://${user === "" ? "" : `${user}@`}127.0.0.1:${this.port}/${database}`;
  }

  /**
   * Runs a statement in a database, as an operator would, or as a user without a password.
   * @param given settings of the user
   * @returns its rows, with numbers of 64 bits as numbers
   * @throws Error with the answer, if the server refuses it
   */
  async query(
    sql: string,
    database = "default",
    user = "default",
    given: Readonly<Record<string, string>> = {},
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const settings = new URLSearchParams({
      ...given,
      user,
      database,
      default_format: "JSONEachRow",
      output_format_json_quote_64bit_integers: "0",
      wait_end_of_query: "1",
    });
    const response = await fetch(`http://127.0.0.1:${this.port}/?${settings}`, { method: "POST", body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  }

  async dispose(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Tests with a ClickHouse server, which are skipped where it is not installed; in CI they fail then. */
export function describeWithClickHouse(
  name: string,
  define: (node: () => ClickHouseNode) => void,
  configure?: Configuration,
): void {
  const reason = missing();
  const isSkipped = reason !== null && process.env.CI !== "true";
  describe.skipIf(isSkipped)(isSkipped ? `${name}: skipped, ${reason}` : name, () => {
    let node: ClickHouseNode | undefined;
    beforeAll(async () => {
      if (reason !== null) throw new Error(reason);
      node = await ClickHouseNode.start(configure);
    });
    afterAll(() => node?.dispose());
    define(() => node as ClickHouseNode);
  });
}
