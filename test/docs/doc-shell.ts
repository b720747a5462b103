import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../support/doc-pages.ts";
import { until } from "../support/waiting.ts";

/** Ports that pages name; each stands for one of the system's choice. */
const PORTS = ["9000"];
/** Where pages send what a reader has somewhere; nothing listens there, and loopback is rejected besides. */
const ELSEWHERE = "https://example.com";
const NOWHERE = "https://127.0.0.1:9";
/** What of the project a reader in its folder has at hand. */
const AT_HAND = ["bin", "fixtures", "docs", "sql", "package.json"];

/** What a block of commands came to. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A reader's terminal: one bash that begins in the project's folder, or what looks like it. */
export class DocShell {
  readonly folder = mkdtempSync(join(tmpdir(), "headcount-docs-"));
  /** Where the shell is. */
  #place = this.folder;
  readonly #ports: ReadonlyMap<string, string>;
  readonly #shell;
  readonly #notes = mkdtempSync(join(tmpdir(), "headcount-docs-notes-"));
  readonly #temporary = mkdtempSync(join(tmpdir(), "headcount-docs-temporary-"));
  #blocks = 0;
  #answers = "";

  private constructor(ports: ReadonlyMap<string, string>) {
    this.#ports = ports;
    for (const name of AT_HAND) symlinkSync(join(ROOT, name), join(this.folder, name));
    this.#shell = spawn("bash", ["--noprofile", "--norc"], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        HOME: this.#temporary,
        TMPDIR: this.#temporary,
        TZ: "UTC",
        NO_PROXY: "*",
      },
      // A group of its own, so that all that it has started can be ended with it.
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#shell.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.#answers += text;
    });
  }

  /** Opens the terminal. */
  static async open(): Promise<DocShell> {
    return new DocShell(
      new Map(await Promise.all(PORTS.map(async (port) => [port, await freePort()] as const))),
    );
  }

  /** What there is in the shell's first folder besides what is of the project. */
  added(): string[] {
    return readdirSync(this.folder).filter((name) => !AT_HAND.includes(name));
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
    for (const folder of [this.folder, this.#notes, this.#temporary])
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Writes a file where the shell is, as a reader does who copies it from the page. */
  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.#place, name)), { recursive: true });
    writeFileSync(join(this.#place, name), this.#localized(text));
  }

  /** Makes packages of the project's, or the project itself, importable from where the shell is. */
  provide(name: string): void {
    const link = join(this.#place, "node_modules", name);
    if (existsSync(link)) return;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(name === "headcount" ? ROOT : join(ROOT, "node_modules", name), link);
  }

  /**
   * Runs commands to their end, but for what they leave running; stops at the first that fails, as does the shell.
   *
   * @returns what they came to, and how to look at what they have written later
   */
  async run(commands: string): Promise<Outcome & { readonly look: () => Outcome }> {
    const file = this.#fileOf(commands);
    this.#answers = "";
    // At once: a shell that the first of them ends takes no second one.
    this.#shell.stdin.write(
      `set -eo pipefail; . ${file} >${file}.out 2>${file}.err </dev/null\nset +eo pipefail; echo "done in $PWD"\n`,
    );
    const place = () => /^done in (?<folder>.*)$/m.exec(this.#answers)?.groups?.folder;
    await until(() => place() !== undefined || this.#shell.exitCode !== null).catch(() => undefined);
    this.#place = place() ?? this.#place;
    const code = place() === undefined ? (this.#shell.exitCode ?? -1) : 0;
    const look = () => ({ ...this.#outputOf(file), code });
    return { ...look(), look };
  }

  #fileOf(commands: string): string {
    const file = join(this.#notes, String(this.#blocks++));
    writeFileSync(file, this.#localized(commands));
    return file;
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

async function freePort(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(typeof address === "object" ? address?.port : "");
}
