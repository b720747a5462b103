import { ClickHouseError } from "@clickhouse/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../src/clickhouse/analytics-server.ts";
import { ClickHouseConnection } from "../../src/clickhouse/connection.ts";
import { parseStatements } from "../../src/sql-scripts.ts";
import { startStandIn } from "../support/clickhouse-stand-in.ts";

const STATEMENTS = parseStatements("-- name: one\nSELECT 1\n", "test");

async function connect(status: number, body: string, parameters = ""): Promise<ClickHouseConnection> {
  const port = await startStandIn(status, body);
  const server = analyticsServer(`clickhouse://ann:s3cr3t@127.0.0.1:${port}/mirror${parameters}`);
  const connection = new ClickHouseConnection(server, { statements: STATEMENTS });
  onTestFinished(() => connection.close());
  return connection;
}

/** The error of a statement to which a server gives some answer. */
async function failureOf(...given: Parameters<typeof connect>): Promise<unknown> {
  return (await connect(...given)).rows("one").catch((error: unknown) => error);
}

const refusal = (code: number, type: string, message = "something") =>
  `Code: ${code}. DB::Exception: ${message}. (${type}) (version 24.8.1.1 (official build))\n`;

describe("a ClickHouse server", () => {
  it.each([
    [500, refusal(243, "NOT_ENOUGH_SPACE"), /has too little disk space$/],
    [500, refusal(241, "MEMORY_LIMIT_EXCEEDED"), /has too little memory$/],
    [
      500,
      refusal(252, "TOO_MANY_PARTS", "Too many parts (3000)"),
      /has too many parts that it has not merged yet$/,
    ],
    [500, refusal(159, "TIMEOUT_EXCEEDED"), /has taken too long$/],
    [500, refusal(164, "READONLY"), /lets this user only read$/],
    [500, refusal(242, "TABLE_IS_READ_ONLY"), /only reads this table$/],
    [403, refusal(516, "AUTHENTICATION_FAILED"), /refuses the user or its password$/],
    [
      403,
      refusal(497, "ACCESS_DENIED"),
      /refuses its user ann, who lacks a privilege; an administrator can /,
    ],
    [502, "<html>\n<h1>Bad gateway</h1>", /cannot be used: <html>$/],
    [503, "", /cannot be used: it answers nothing that can be read$/],
  ])("that answers %i %s is unavailable", async (status, body, reason) => {
    const failure = await failureOf(status, body);
    expect(failure).toMatchObject({ kind: "unavailable", message: expect.stringMatching(reason) });
    expect(failure).toMatchObject({
      message: expect.stringMatching(/^ClickHouse at 127\.0\.0\.1:\d+\/mirror /),
    });
  });

  it.each([
    [404, refusal(60, "UNKNOWN_TABLE"), "60"],
    [500, refusal(252, "TOO_MANY_PARTS", "Too many partitions for single INSERT block"), "252"],
  ])("that answers %i %s has refused the statement", async (status, body, code) => {
    const failure = await failureOf(status, body);
    expect(failure).toBeInstanceOf(ClickHouseError);
    expect(failure).toMatchObject({ code });
  });

  it("that refuses the query of a person for want of a privilege is not unavailable", async () => {
    const connection = await connect(403, refusal(497, "ACCESS_DENIED"));
    const answer = connection.ask("SELECT 1", {}, new AbortController().signal, async () => {});
    await expect(answer).rejects.toBeInstanceOf(ClickHouseError);
  });

  it("without TLS is unavailable to who wants it", async () => {
    expect(await failureOf(200, "", "?secure=true")).toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/cannot be reached with TLS at this port$/),
    });
  });
});
