import { readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { SnapshotFolder } from "../../src/backup/snapshot-folder.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import { PostgresSnapshots } from "../../src/postgres/snapshots.ts";
import { temporaryFolder } from "../support/headcount.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";
import { numbersFrom } from "../support/random.ts";

/** More than two parts, and a part of one. */
const BYTES = 2 * 2 ** 20 + 12_345;

describeWithPostgres("snapshots in PostgreSQL", (server) => {
  async function open(folder: string | null = null) {
    const address = await server().createDatabase();
    const log = await openLog(address);
    const files = folder === null ? null : new SnapshotFolder(folder, log.id);
    const snapshots = new PostgresSnapshots(databaseServers(address), files);
    onTestFinished(async () => void (await Promise.all([log.close(), snapshots.close()])));
    let at = log.start;
    const append = async (records: number) => {
      for (let record = 0; record < records; record++) {
        const next = log.next(at, Buffer.from("a record"));
        expect(await log.append(at, next)).toBe(true);
        at = next.at;
      }
      return at.position;
    };
    return { address, log, snapshots, append };
  }

  /** The bytes of an archive, in chunks of any size. */
  async function* archive(seed: number): AsyncGenerator<Uint8Array> {
    const below = numbersFrom(seed);
    for (let left = BYTES; left > 0; ) {
      const chunk = Buffer.alloc(Math.min(left, 1 + below(300_000)), below(256));
      left -= chunk.length;
      yield chunk;
    }
  }

  const bytesOf = (chunks: AsyncIterable<Uint8Array>) => buffer(Readable.from(chunks));

  /** In PostgreSQL, and in a shared folder. */
  const places = [
    { place: "PostgreSQL", folderOf: () => null },
    { place: "a folder", folderOf: () => join(temporaryFolder(), "shared") },
  ];

  it.each(places)("come back byte by byte from $place, the newest complete one", async ({ folderOf }) => {
    const { snapshots, append } = await open(folderOf());
    expect(await snapshots.newest()).toBeNull();
    await snapshots.store(await append(3), archive(1));
    await snapshots.store(await append(3), archive(2));
    const broken = async function* () {
      yield Buffer.alloc(10);
      throw new Error("the disk is full");
    };
    await expect(snapshots.store(await append(1), broken())).rejects.toThrow("the disk is full");
    const newest = await snapshots.newest();
    expect(newest?.snapshot).toMatchObject({ position: 6n, bytes: BYTES });
    expect((await bytesOf(newest?.archive ?? archive(0))).equals(await bytesOf(archive(2)))).toBe(true);
  });

  it.each(places)(
    "let the records before the older of two in $place go, and those before it",
    async ({ folderOf }) => {
      const folder = folderOf();
      const { address, log, snapshots, append } = await open(folder);
      await snapshots.store(await append(5), archive(1));
      expect(await log.oldest()).toBe(0n);
      await snapshots.store(await append(5), archive(2));
      expect(await log.oldest()).toBe(5n);
      await snapshots.store(await append(5), archive(3));
      expect(await log.oldest()).toBe(10n);
      expect((await snapshots.list()).map(({ position }) => position)).toEqual([15n, 10n]);
      const parts = await server().query(
        "SELECT DISTINCT snapshot_id FROM headcount.snapshot_part",
        nameOf(address),
      );
      expect(parts).toHaveLength(folder === null ? 2 : 0);
      if (folder !== null)
        expect(readdirSync(folder).sort()).toEqual(["headcount-test-log-2.tar", "headcount-test-log-3.tar"]);
      await expect(log.read(log.start)).rejects.toThrow(
        "does not have the records after position 0 any more",
      );
    },
  );

  it.each(places)("stay in $place while a node loads them", async ({ folderOf }) => {
    const { log, snapshots, append } = await open(folderOf());
    await snapshots.store(await append(5), archive(1));
    const loading = await snapshots.newest();
    await snapshots.store(await append(5), archive(2));
    await snapshots.store(await append(5), archive(3));
    expect((await bytesOf(loading?.archive ?? archive(0))).equals(await bytesOf(archive(1)))).toBe(true);
    expect(await log.oldest()).toBe(5n);
  });

  it("are written with pauses of three times as long as a part took, if appends go on meanwhile", async () => {
    const { snapshots, append } = await open(temporaryFolder());
    const position = await append(1);
    let now = 0;
    vi.spyOn(performance, "now").mockImplementation(() => {
      now += 7;
      return now;
    });
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => void vi.restoreAllMocks());
    const pauses = () => timers.mock.calls.filter(([, ms]) => ms === 21).length;
    await snapshots.store(position, archive(1), { isPaced: false });
    expect(pauses()).toBe(0);
    await snapshots.store(position, archive(1));
    expect(pauses()).toBe(3);
  });

  it("that are incomplete are removed with the next one, in PostgreSQL and in the folder", async () => {
    const folder = join(temporaryFolder(), "shared");
    const { address, snapshots, append } = await open(folder);
    const ending = new AbortController();
    const ended = async function* () {
      yield* archive(1);
      ending.abort(new Error("the duty was given up"));
      yield Buffer.alloc(2 ** 20);
    };
    const { signal } = ending;
    const inDatabase = new PostgresSnapshots(databaseServers(address));
    onTestFinished(() => inDatabase.close());
    for (const each of [snapshots, inDatabase])
      await expect(each.store(await append(1), ended(), { signal })).rejects.toThrow("the duty was given up");
    expect(readdirSync(folder)).toEqual([]);
    // What a node that was killed has left, and the files of others.
    const others = ["headcount-other-1.tar", "notes.txt"];
    for (const name of ["headcount-test-log-1.tar.part", ...others])
      writeFileSync(join(folder, name), "part");
    await snapshots.store(await append(1), archive(2));
    expect(readdirSync(folder).sort()).toEqual([
      "headcount-other-1.tar",
      "headcount-test-log-3.tar",
      "notes.txt",
    ]);
    const rows = await server().query("SELECT id::int FROM headcount.snapshot", nameOf(address));
    expect(rows).toEqual([{ id: 3 }]);
    expect(await server().query("SELECT FROM headcount.snapshot_part", nameOf(address))).toEqual([]);
  });

  it("in a folder that a node does not have, or that lacks one, are refused or passed over", async () => {
    const folder = join(temporaryFolder(), "shared");
    const { address, snapshots, append } = await open(folder);
    const without = new PostgresSnapshots(databaseServers(address));
    onTestFinished(() => without.close());
    await without.store(await append(5), archive(1));
    await snapshots.store(await append(5), archive(2));
    // The one in PostgreSQL is found by all, the one in the folder by those that have it.
    for (const [each, position] of [
      [without, 5n],
      [snapshots, 10n],
    ] as const)
      expect((await each.newest())?.snapshot.position).toBe(position);
    truncateSync(join(folder, "headcount-test-log-2.tar"), BYTES - 1);
    expect((await snapshots.newest())?.snapshot.position).toBe(5n);
    await server().query("UPDATE headcount.snapshot SET pinned_until = '-infinity'", nameOf(address));
    await snapshots.store(await append(5), archive(3));
    await snapshots.store(await append(5), archive(4));
    await expect(without.newest()).rejects.toThrow("--snapshots");
    expect([await snapshots.isDue(), await without.isDue()]).toEqual([false, true]);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, "a file");
    await expect(snapshots.newest()).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("folder of snapshots"),
    });
    await expect(snapshots.store(await append(1), archive(5))).rejects.toThrow("is a file");
    rmSync(folder);
    await expect(snapshots.newest()).rejects.toThrow("neither in PostgreSQL nor in the folder");
    // Also a log without a snapshot that is there has one again soon.
    expect(await snapshots.isDue()).toBe(true);
    await snapshots.store(await append(1), archive(6));
    expect(await snapshots.isDue()).toBe(false);
    expect(
      (await bytesOf((await snapshots.newest())?.archive ?? archive(0))).equals(await bytesOf(archive(6))),
    ).toBe(true);
  });
});

const nameOf = (address: string) => address.slice(address.lastIndexOf("/") + 1);
