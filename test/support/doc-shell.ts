import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./doc-pages.ts";

/** Ports that pages name; each stands for one of the system's choice. The first is the server's own. */
const PORTS = ["8080", "8081", "9000"];
/** Where pages send what a reader has somewhere; nothing listens there, and it is refused as loopback besides. */
const ELSEWHERE = "https://example.com";
const NOWHERE = "https://127.0.0.1:9";
/** What of the project a reader in its folder has at hand. */
const AT_HAND = ["bin", "fixtures", "docs", "sql", "package.json"];
const READY_WITHIN_MS = 60_000;
const COMMANDS_WITHIN_MS = 60_000;
const POLL_MS = 20;

/** What a block of commands came to. */
export interface Outcome {
  /** Null for a block that still runs. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A reader's terminals: one bash in a folder of its own, with a second terminal for what runs on. */
export class DocShell {
  readonly folder = mkdtempSync(join(tmpdir(), "headcount-docs-"));
  readonly #ports: ReadonlyMap<string, string>;
  readonly #shell;
  #blocks = 0;
  #answers = "";

  private constructor(ports: ReadonlyMap<string, string>) {
    this.#ports = ports;
    for (const name of AT_HAND) symlinkSync(join(ROOT, name), join(this.folder, name));
    mkdirSync(join(this.folder, ".blocks"));
    this.#shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: this.folder,
      env: {
        PATH: `${join(ROOT, "bin")}:${process.env.PATH}`,
        HOME: this.folder,
        TZ: "UTC",
        NO_PROXY: "*",
        HEADCOUNT_PORT: ports.get(PORTS[0] ?? "") ?? "0",
      },
      // A group of its own, so that all that it has started can be ended with it.
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#shell.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#answers += text;
    });
  }

  /** Opens the terminals. */
  static async open(): Promise<DocShell> {
    return new DocShell(
      new Map(await Promise.all(PORTS.map(async (port) => [port, await freePort()] as const))),
    );
  }

  /** Ends everything that was started, and removes the folder. */
  async close(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#shell;
    const closed = exitCode !== null || signalCode !== null ? null : once(this.#shell, "close");
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
    await closed;
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Writes a file into the folder, as a reader does who copies it from the page. */
  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), this.#localized(text));
  }

  /** Makes packages of the project's, or the project itself, importable from the folder. */
  provide(name: string): void {
    const link = join(this.folder, "node_modules", name);
    if (existsSync(link)) return;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === "headcount" ? ROOT : join(ROOT, "node_modules", name), link);
  }

  /** Runs commands to their end; stops at the first that fails, as does the shell. */
  async run(commands: string): Promise<Outcome> {
    const file = this.#fileOf(commands);
    this.#answers = "";
    // At once: a shell that the first of them ends takes no second one.
    this.#shell.stdin.write(
      `set -eo pipefail; . ${file} >${file}.out 2>${file}.err </dev/null\nset +eo pipefail; echo "done"\n`,
    );
    const deadline = Date.now() + COMMANDS_WITHIN_MS;
    while (!this.#answers.includes("done") && this.#shell.exitCode === null && Date.now() < deadline) {
      await sleep(POLL_MS);
    }
    const done = this.#answers.includes("done");
    if (done) await this.#ready(commands);
    return { ...this.#outputOf(file), code: done ? 0 : (this.#shell.exitCode ?? -1) };
  }

  /**
   * Runs commands in the second terminal, and waits until they have said something, as a reader does.
   *
   * @returns how to look at what they have written so far
   */
  async begin(commands: string): Promise<() => Outcome> {
    const file = this.#fileOf(commands);
    this.#shell.stdin.write(`( . ${file} ) >${file}.out 2>${file}.err </dev/null &\n`);
    const look = () => ({ ...this.#outputOf(file), code: null });
    await until(READY_WITHIN_MS, `a word of ${commands}`, () => look().stdout + look().stderr !== "");
    await this.#ready(commands);
    return look;
  }

  #fileOf(commands: string): string {
    const file = join(this.folder, ".blocks", String(this.#blocks++));
    writeFileSync(file, this.#localized(commands));
    return file;
  }

  /** Waits until the servers that commands start answer, as a reader does. */
  async #ready(commands: string): Promise<void> {
    for (const [command] of commands
      .replaceAll("\\\n", " ")
      .matchAll(/^.*\bheadcount (?:serve|demo)\b.*$/gm)) {
      const port = /--port (?<port>\d+)/.exec(command)?.groups?.port ?? PORTS[0] ?? "";
      await until(READY_WITHIN_MS, `a server on ${port}`, async () => {
        const answer = await fetch(`http://127.0.0.1:${this.#ports.get(port)}/readyz`).catch(() => null);
        return answer?.status === 200;
      });
    }
  }

  #outputOf(file: string): { readonly stdout: string; readonly stderr: string } {
    const read = (name: string) => (existsSync(name) ? this.#asPrinted(readFileSync(name, "utf8")) : "");
    return { stdout: read(`${file}.out`), stderr: read(`${file}.err`) };
  }

  #localized(text: string): string {
    const local = text.replaceAll(ELSEWHERE, NOWHERE);
    return local.replace(/\b\d{4}\b/g, (number) => this.#ports.get(number) ?? number);
  }

  #asPrinted(text: string): string {
    const elsewhere = text.replaceAll(NOWHERE, ELSEWHERE);
    return [...this.#ports].reduce(
      (rest, [name, port]) => rest.replaceAll(`:${port}`, `:${name}`),
      elsewhere,
    );
  }
}

/** Waits until something holds. @throws Error when it does not in time */
export async function until(
  ms: number,
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited ${ms} ms in vain for ${what}`);
    await sleep(POLL_MS);
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === "object" ? address?.port : "");
}
