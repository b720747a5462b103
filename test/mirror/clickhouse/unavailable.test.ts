import { ClickHouseError } from "@clickhouse/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../../src/mirror/clickhouse/analytics-server.ts";
import { ClickHouseConnection } from "../../../src/mirror/clickhouse/connection.ts";
import { parseStatements } from "../../../src/sql-scripts.ts";
import { startStandIn } from "../../support/clickhouse-stand-in.ts";

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
    [
      500,
      refusal(202, "TOO_MANY_SIMULTANEOUS_QUERIES", "Too many queries"),
      /cannot do it now: Too many queries/,
    ],
    [404, refusal(60, "UNKNOWN_TABLE"), /lacks a table that it had a moment ago$/],
    [404, refusal(81, "UNKNOWN_DATABASE"), /lacks the database that it had a moment ago$/],
    [500, refusal(164, "READONLY"), /lets this user only read; its administrator has to allow it/],
    [500, refusal(242, "TABLE_IS_READ_ONLY"), /only reads this table$/],
    [
      403,
      refusal(516, "AUTHENTICATION_FAILED"),
      /refuses the user or its password; its administrator has to /,
    ],
    [
      403,
      refusal(497, "ACCESS_DENIED"),
      /refuses its user ann, who lacks a privilege; an administrator can /,
    ],
    ...[
      [201, "QUOTA_EXCEEDED", "Quota for user `few` for 3600s has been exceeded: queries = 31/30"],
      [158, "TOO_MANY_ROWS", "Limit for rows (controlled by 'max_rows_to_read' setting) exceeded"],
      [396, "TOO_MANY_ROWS_OR_BYTES", "Limit for result exceeded"],
      [452, "SETTING_CONSTRAINT_VIOLATION", "Setting join_use_nulls should not be changed"],
      [161, "TOO_MANY_COLUMNS", "Limit for number of columns to read exceeded"],
      [191, "SET_SIZE_LIMIT_EXCEEDED", "Limit for JOIN exceeded"],
    ].map(([code, type, message]): [number, string, RegExp] => [
      500,
      refusal(Number(code), String(type), String(message)),
      new RegExp(
        `refuses a statement by a limit that is set there: ${String(message).slice(0, 20).replace("(", "\\(")}`,
      ),
    ]),
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
    [404, refusal(47, "UNKNOWN_IDENTIFIER"), "47"],
    [500, refusal(252, "TOO_MANY_PARTS", "Too many partitions for single INSERT block"), "252"],
  ])("that answers %i %s has refused the statement", async (status, body, code) => {
    const failure = await failureOf(status, body);
    expect(failure).toBeInstanceOf(ClickHouseError);
    expect(failure).toMatchObject({ code });
  });

  it.each([
    [164, "READONLY", true],
    [497, "ACCESS_DENIED", true],
    [516, "AUTHENTICATION_FAILED", true],
    [158, "TOO_MANY_ROWS", true],
    [201, "QUOTA_EXCEEDED", false],
    [241, "MEMORY_LIMIT_EXCEEDED", false],
    [242, "TABLE_IS_READ_ONLY", false],
    [243, "NOT_ENOUGH_SPACE", false],
    [60, "UNKNOWN_TABLE", false],
  ])("that answers %i %s fails until it is set up otherwise: %s", async (code, type, isLasting) => {
    expect(await failureOf(500, refusal(code, type))).toMatchObject({ kind: "unavailable", isLasting });
  });

  it("without TLS is unavailable to who wants it", async () => {
    expect(await failureOf(200, "", "?secure=true")).toMatchObject({
      kind: "unavailable",
      message: expect.stringMatching(/cannot be reached with TLS at this port; its administrator has to /),
    });
  });
});
