import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { analyticsServer } from "../../../src/mirror/clickhouse/analytics-server.ts";

const SECRET = "s3cr3t";

describe("the address of a ClickHouse server", () => {
  it("has a port, a database and a user by default", () => {
    const server = analyticsServer("clickhouse://ch.example");
    expect(server).toMatchObject({
      url: "http://ch.example:8123",
      database: "headcount",
      user: "default",
      shown: "ch.example:8123/headcount",
    });
    expect(server.password()).toBe("");
  });

  it("can name all of them, with percent-encoded characters", () => {
    const server = analyticsServer("clickhouse://an%40a:p%2Fa%23s@[::1]:9000/mirror-2");
    expect(server).toMatchObject({
      url: "http://[::1]:9000",
      database: "mirror-2",
      user: "an@a",
      shown: "[::1]:9000/mirror-2",
    });
    expect(server.password()).toBe("p/a#s");
  });

  it.each([
    ["clickhouse://ch/d?secure=true", "https://ch:8443"],
    ["clickhouse://ch:9440/d?secure=true", "https://ch:9440"],
    ["clickhouse://ch/d?secure=false", "http://ch:8123"],
  ])("says whether the server has TLS: %s", (address, url) => {
    expect(analyticsServer(address).url).toBe(url);
  });

  it.each([
    ["ch:8123", /^analytics: is not an address such as clickhouse:\/\//],
    ["http://ch:8123/d", /is not an address/],
    ["clickhouse:///d", /is not an address/],
    ["clickhouse://ch:port/d", /is not an address/],
    ["clickhouse://ch/d/e", /is not an address/],
    ["clickhouse://ch/1d", /is not an address/],
    ["clickhouse://ch/d#e", /is not an address/],
    ["clickhouse://%ff@ch/d", /is not an address/],
    [
      "clickhouse://ch/d?compress=1",
      /^analytics: "compress" is not a known parameter; secure is the only one$/,
    ],
    ["clickhouse://ch/d?secure=yes", /^analytics: secure must be true or false$/],
    ["clickhouse://ch/d?secure=true&secure=true", /secure must be true or false$/],
  ])("is refused if it is wrong: %s", (address, message) => {
    expect(() => analyticsServer(address)).toThrow(
      expect.objectContaining({ kind: "invalid", message: expect.stringMatching(message) }),
    );
  });

  it.each([
    `clickhouse://user:12/${SECRET}@ch/d`,
    `clickhouse://user:12#${SECRET}@ch/d`,
    `clickhouse://user:12?${SECRET}@ch/d`,
    `clickhouse://user:${SECRET}@ch:port/d`,
    `clickhouse://user:${SECRET}%@ch/d`,
    `clickhouse://user:${SECRET}@ch/d?other=1`,
  ])("is refused without the password, even if that is read as another part: %s", (address) => {
    expect(() => analyticsServer(address)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(SECRET) }),
    );
  });

  it("shows the password in no form of the object", () => {
    const server = analyticsServer(`clickhouse://user:${SECRET}@ch/d`);
    expect(server.password()).toBe(SECRET);
    expect(inspect(server, { depth: null, showHidden: true }) + JSON.stringify(server)).not.toContain(SECRET);
  });
});

describe("the password of a ClickHouse server", () => {
  function passwordFile(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), "headcount-password-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "password");
    writeFileSync(file, text);
    return file;
  }

  it("comes from the address, else from the environment, else from a file", () => {
    const CLICKHOUSE_PASSWORD_FILE = passwordFile("of the file\n");
    const both = { CLICKHOUSE_PASSWORD: "of the environment", CLICKHOUSE_PASSWORD_FILE };
    expect(analyticsServer("clickhouse://user:own@ch/d", both).password()).toBe("own");
    expect(analyticsServer("clickhouse://user@ch/d", both).password()).toBe("of the environment");
    expect(analyticsServer("clickhouse://user@ch/d", { CLICKHOUSE_PASSWORD_FILE }).password()).toBe(
      "of the file",
    );
  });

  it("keeps white space of the file, except for the end of the last line", () => {
    const CLICKHOUSE_PASSWORD_FILE = passwordFile(" a b \r\n");
    expect(analyticsServer("clickhouse://ch", { CLICKHOUSE_PASSWORD_FILE }).password()).toBe(" a b ");
  });

  it("is not in a file that cannot be read", () => {
    const CLICKHOUSE_PASSWORD_FILE = join(tmpdir(), "headcount-no-such-file");
    expect(() => analyticsServer("clickhouse://ch", { CLICKHOUSE_PASSWORD_FILE })).toThrow(
      expect.objectContaining({
        kind: "invalid",
        message: expect.stringMatching(/^CLICKHOUSE_PASSWORD_FILE: cannot be read: ENOENT/),
      }),
    );
  });
});
