import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { terminalState } from "../support/fake-terminal.ts";
import { forwardingServer } from "../support/forwarding.ts";
import {
  headcount,
  PROGRAM,
  sharedHeadcount,
  startHeadcount,
  succeed,
  suiteFolder,
  temporaryFolder,
} from "../support/headcount.ts";

const START = Date.UTC(2024, 4, 6, 7);
const TOKEN = "test-token";
const ENVIRONMENT = { HEADCOUNT_TOKEN: TOKEN, HEADCOUNT_RATE_LIMIT: "none" };
/** More than one batch. */
const ROWS = 30_000;
const BATCH = 25_000;

/** A file of events of a sensor, several in each second (D9). */
function eventsFile(serialNumber: string): string {
  const lines = Array.from({ length: ROWS }, (_, row) => {
    return `${serialNumber},${formatInstant(START + 1_000 * Math.floor(row / 700))},${row % 3 === 0 ? -1 : 1}`;
  });
  const path = join(temporaryFolder(), "events.csv");
  writeFileSync(path, `sensor_serial_number,timestamp,trajectory\n${lines.join("\n")}\n`);
  return path;
}

const folder = suiteFolder();
const server = sharedHeadcount(() => ["serve", "--data-dir", folder, "--port", "0"], ENVIRONMENT);

/** The address of a server that forwards some batches, and then treats them in its own way. */
async function serverThat(
  batches: number,
  treat: (request: IncomingMessage, response: ServerResponse) => "lose the answer" | undefined,
): Promise<string> {
  const { address } = await forwardingServer(server().address, (post, request, response) =>
    post < batches ? "forward" : (treat(request, response) ?? "treated"),
  );
  return address;
}

const backfill = (file: string, url: string) => headcount(["backfill", file, "--url", url, "--token", TOKEN]);

const rejection =
  (status: number) =>
  (_: IncomingMessage, response: ServerResponse): undefined => {
    response.writeHead(status, { "content-type": "application/problem+json", "retry-after": "0" });
    response.end(JSON.stringify({ type: "about:blank", title: "no room", status, detail: "no room" }));
  };

describe("headcount backfill --url, interrupted", () => {
  it.each([
    ["a 503", rejection(503), /^[\d,]+ of 30,000 rows of \S+ are stored\. Run the same command again/m],
    ["a 507", rejection(507), /^[\d,]+ of 30,000 rows of \S+ are stored\. Run the same command again/m],
    [
      "a lost connection",
      (request: IncomingMessage) => void request.socket.destroy(),
      /^[\d,]+ of 30,000 rows of \S+ are stored, and the next [\d,]+ may be: the server has not answered/m,
    ],
    ["a lost answer", () => "lose the answer" as const, /, and the next [\d,]+ may be: the server/],
  ])("by %s reports how much is stored; the same command completes it", async (cause, treat, message) => {
    const file = eventsFile(cause);
    const failed = await backfill(file, await serverThat(1, treat));
    expect(failed).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(message) });
    const stored = Number(/^([\d,]+) of 30,000 rows of /m.exec(failed.stderr)?.[1]?.replaceAll(",", ""));
    expect(stored).toBeGreaterThanOrEqual(BATCH);
    expect(stored).toBeLessThan(ROWS);
    const again = await backfill(file, server().address);
    expect(again.code).toBe(0);
    const accepted = cause === "a lost answer" ? 0 : ROWS - stored;
    expect(JSON.parse(again.stdout)).toMatchObject({ accepted, duplicates: ROWS - accepted });
  });

  it("D9: by the end of the server, the same command again stores what a data directory would", async () => {
    const cwd = temporaryFolder();
    const file = eventsFile("killed");
    const serve = () =>
      startHeadcount(["serve", "--data-dir", join(cwd, "served"), "--port", "0"], ENVIRONMENT);
    const killed = await serve();
    const { address } = await forwardingServer(killed.address, (post) => {
      if (post === 1) void killed.stop("SIGKILL");
      return "forward";
    });
    expect((await backfill(file, address)).code).toBe(1);
    const restarted = await serve();
    expect((await backfill(file, restarted.address)).code).toBe(0);
    await restarted.stop();
    await succeed(["token", "create", "--data-dir", join(cwd, "loaded")]);
    await succeed(["backfill", file, "--data-dir", join(cwd, "loaded")]);
    const [served, loaded] = await Promise.all(
      ["served", "loaded"].map(async (name) => {
        const args = ["export", "events", "--data-dir", join(cwd, name), "--format", "csv"];
        return (await succeed(args)).stdout;
      }),
    );
    expect(served).toBe(loaded);
  });

  it("by Ctrl-C reports it too, and restores the terminal", async () => {
    const file = eventsFile("interrupted");
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const url = await serverThat(1, () => void hold());
    const asTerminal = "data:text/javascript,Object.assign(process.stderr,{isTTY:true,columns:120})";
    const args = ["--import", asTerminal, PROGRAM, "backfill", file, "--url", url, "--token", TOKEN];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    await held;
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output).toMatch(/events\.csv sending \[.*\] 8\d %/);
    expect(output).toMatch(
      /headcount: interrupted\. [\d,]+ of 30,000 rows of .* are stored, and the next [\d,]+ may/,
    );
    expect(output).toContain("\u001b[?25l");
    expect(terminalState(output)).toEqual({ isCursorShown: true, isWrapping: true });
  });
});

const MEMBERS = { accepted: 0, duplicates: 0, rejected: 1 };

it.each([
  [200, MEMBERS],
  // Every row of the batch is rejected (D22).
  [400, { ...MEMBERS, type: "/problems/rows-rejected" }],
])(
  "headcount backfill --url counts and lists the rows that only the server rejects, by a %d",
  async (status, members) => {
    const cwd = temporaryFolder();
    const rows = ["sensor_serial_number,timestamp,trajectory", "a,yesterday,1", "a,2024-05-06T07:00:00Z,1"];
    writeFileSync(join(cwd, "events.csv"), `${rows.join("\n")}\n`);
    const url = await serverThat(0, (_, response): undefined => {
      const errors = [{ index: 0, message: "timestamp is before the log start" }];
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...members, errors }));
    });
    const args = ["backfill", "events.csv", "--url", url, "--token", TOKEN, "--rejects", "r.csv"];
    const rejected = await headcount(args, { cwd });
    expect(rejected.code).toBe(1);
    expect(JSON.parse(rejected.stdout)).toMatchObject({ rows: 2, accepted: 0, rejected: 2 });
    expect(rejected.stderr).toContain("every row of events.csv was rejected");
    expect(readFileSync(join(cwd, "r.csv"), "utf8").trim().split("\n").slice(1)).toEqual([
      expect.stringMatching(/^events\.csv,1,timestamp .*,yesterday,"a,yesterday,1"$/),
      'events.csv,2,timestamp is before the log start,,"a,2024-05-06T07:00:00.000Z,1"',
    ]);
  },
);
