import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { formatInstant } from "../../src/domain/instant.ts";
import { terminalState } from "../support/fake-terminal.ts";
import { headcount, PROGRAM, startHeadcount, temporaryFolder } from "../support/headcount.ts";

const START = Date.UTC(2024, 4, 6, 7);
const TOKEN = "test-token";
/** More than two batches. */
const ROWS = 60_000;
const BATCH = 25_000;

function eventsFile(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => `${1001 + (row % 2)},${formatInstant(START + row)},1`,
  );
  const path = join(temporaryFolder(), "events.csv");
  writeFileSync(path, `sensor_serial_number,timestamp,trajectory\n${lines.join("\n")}\n`);
  return path;
}

/** A server that passes requests to a real one up to a number of batches, then treats them its own way. */
async function serverThat(
  address: string,
  batches: number,
  treat: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
  let passed = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method === "POST" && passed++ >= batches) return treat(request, response);
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? "GET",
      headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}` },
      ...(request.method === "POST" ? { body: Buffer.concat(chunks) } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    response.end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const startServer = async () =>
  (
    await startHeadcount(["serve", "--data-dir", join(temporaryFolder(), "data"), "--port", "0"], {
      HEADCOUNT_TOKEN: TOKEN,
      HEADCOUNT_RATE_LIMIT: "none",
    })
  ).address;

const backfill = (file: string, url: string) => headcount(["backfill", file, "--url", url, "--token", TOKEN]);

const refusal = (status: number) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/problem+json", "retry-after": "0" });
  response.end(JSON.stringify({ type: "about:blank", title: "no room", status, detail: "no room" }));
};

describe("headcount backfill --url, broken off", () => {
  it.each([
    ["a 503", refusal(503), /^[\d,]+ of 60,000 rows of \S+ are stored\. Run the same command again/m],
    ["a 507", refusal(507), /^[\d,]+ of 60,000 rows of \S+ are stored\. Run the same command again/m],
    [
      "a lost connection",
      (request: IncomingMessage) => void request.socket.destroy(),
      /^[\d,]+ of 60,000 rows of \S+ are stored, and the next [\d,]+ may be: the server has not answered/m,
    ],
  ])("by %s reports how much is stored; the same command completes it", async (_, treat, said) => {
    const address = await startServer();
    const file = eventsFile(ROWS);
    const failed = await backfill(file, await serverThat(address, 1, treat));
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    const stored = Number(/^([\d,]+) of 60,000 rows of /m.exec(failed.stderr)?.[1]?.replaceAll(",", ""));
    expect(stored).toBeGreaterThanOrEqual(BATCH);
    expect(stored).toBeLessThan(ROWS);
    expect(failed.stderr).toMatch(said);
    const again = await backfill(file, address);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ accepted: ROWS - stored, duplicates: stored });
  });

  it("by Ctrl-C reports it too, and restores the terminal", async () => {
    const address = await startServer();
    const file = eventsFile(ROWS);
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    const url = await serverThat(address, 1, () => hold());
    const asTerminal = "data:text/javascript,Object.assign(process.stderr,{isTTY:true,columns:120})";
    const child = spawn(
      process.execPath,
      ["--import", asTerminal, PROGRAM, "backfill", file, "--url", url, "--token", TOKEN],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    onTestFinished(() => void child.kill("SIGKILL"));
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    await held;
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([1, null]);
    expect(output).toMatch(/events\.csv sending \[.*\] 4\d %/);
    expect(output).toMatch(
      /headcount: interrupted\. [\d,]+ of 60,000 rows of .* are stored, and the next [\d,]+ may/,
    );
    expect(output).toContain("\u001b[?25l");
    expect(terminalState(output)).toEqual({ isCursorShown: true, isWrapping: true });
  });
});

describe("headcount backfill --url", () => {
  it("counts and lists the rows that only the server rejects", async () => {
    const cwd = temporaryFolder();
    writeFileSync(
      join(cwd, "events.csv"),
      "sensor_serial_number,timestamp,trajectory\na,yesterday,1\na,2024-05-06T07:00:00Z,1\n",
    );
    const url = await serverThat(await startServer(), 0, (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const errors = [{ index: 0, message: "timestamp is from before what is kept" }];
      response.end(JSON.stringify({ accepted: 0, duplicates: 0, rejected: 1, errors }));
    });
    const refused = await headcount(
      ["backfill", "events.csv", "--url", url, "--token", TOKEN, "--rejects", "r.csv"],
      { cwd },
    );
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({ rows: 2, accepted: 0, rejected: 2 });
    expect(refused.stderr).toContain("every row of events.csv was rejected");
  });
});
