import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { knownSchemaVersion } from "../../src/store/duckdb/migrations.ts";
import { type Body, testApi } from "../support/http.ts";
import { openDirectory, runSql } from "../support/store-directory.ts";
import { temporaryFolder } from "../support/store-harness.ts";
import { startProcess } from "../support/store-process.ts";

const FIXTURES = new URL("../fixtures/upgrade/", import.meta.url);

/** What earlier releases have written, by the version of their schema (test/fixtures/upgrade/README.md). */
const RELEASES = [35, 43, 52];

const fixture = (name: string) => gunzipSync(readFileSync(new URL(name, FIXTURES)));

/** A data directory as an earlier release has left it. */
async function directoryOf(version: number): Promise<string> {
  const directory = join(temporaryFolder(), "data");
  const archive = extract();
  archive.end(fixture(`schema-${version}.tar.gz`));
  for await (const entry of archive) {
    const path = join(directory, entry.header.name);
    mkdirSync(dirname(path), { recursive: true });
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) chunks.push(chunk as Uint8Array);
    writeFileSync(path, Buffer.concat(chunks));
  }
  return directory;
}

/** A space as a release answered it that did not know when a space's first change was: D27. */
function createdByFirstChange({ created_at, ...space }: Body["results"][number]): object {
  return { ...space, created_at: expect.toSatisfy((instant: string) => instant <= String(created_at)) };
}

/** Opens a directory and asks all that the release was asked that has written it. */
async function expectSameAnswers(directory: string, version: number): Promise<void> {
  const store = await openDirectory(directory);
  onTestFinished(() => store.close());
  const api = await testApi({ store, now: "2026-12-01T00:00:00Z", rateLimit: null });
  const answers = JSON.parse(fixture(`schema-${version}.json.gz`).toString()) as Record<string, Body>;
  expect(Object.keys(answers)).toHaveLength(19);
  for (const [path, { results: all, total, ...rest }] of Object.entries(answers)) {
    const { status, body, text } = await api.get(path);
    expect(status, `${path}: ${text}`).toBe(200);
    // What the server was given in its environment is not part of the data.
    const results = all.filter(({ name }) => name !== "HEADCOUNT_TOKEN");
    // A new release may answer fields that are new.
    expect(body, path).toMatchObject(rest);
    // The test's own token is one more, and what was noted of it.
    const found = results.map(({ id }, index) =>
      id === undefined ? body.results[index] : body.results.find((item) => item.id === id),
    );
    expect(found, path).toMatchObject(path === "/v2/spaces/" ? results.map(createdByFirstChange) : results);
    if (!/tokens|audit_log/.test(path)) expect(body.total, path).toBe(total);
  }
  const verified = await store.events.rebuild({ spaceId: null, from: -Infinity, to: Infinity, verify: true });
  expect(verified.differences).toEqual([]);
  expect(verified.events).toBeGreaterThan(1_000);
  await store.close();
  const [applied] = await runSql(directory, "SELECT max(version), count(*) FROM schema_version");
  expect(applied).toEqual([knownSchemaVersion(), BigInt(knownSchemaVersion())]);
}

describe("a data directory of an earlier release", () => {
  it.each(RELEASES)("(schema %i) opens, and answers what it did", async (version) => {
    const directory = await directoryOf(version);
    const [before] = await runSql(directory, "SELECT max(version) FROM schema_version");
    expect(before).toEqual([version]);
    await expectSameAnswers(directory, version);
    // And so it does once it is upgraded.
    await expectSameAnswers(directory, version);
  });

  it.each(RELEASES)("(schema %i) whose upgrade is killed in between goes on with it", async (version) => {
    const directory = await directoryOf(version);
    for (const delay of [60, 140, 250]) {
      const child = startProcess("open", directory);
      await child.hears("opening");
      await sleep(delay);
      child.kill();
      await child.ended();
    }
    await expectSameAnswers(directory, version);
  });
});
