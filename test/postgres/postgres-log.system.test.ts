import { expect, it, onTestFinished } from "vitest";
import type { LoggedRecord, LogPosition } from "../../src/engine/ports.ts";
import { AnswerLost, PostgresConnection } from "../../src/postgres/connection.ts";
import { databaseServers } from "../../src/postgres/database-servers.ts";
import type { PostgresLog } from "../../src/postgres/postgres-log.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";
import { TcpLink } from "../support/tcp-link.ts";
import { moment, msOf, until } from "../support/waiting.ts";

describeWithPostgres("a log in PostgreSQL", (server) => {
  /** Connections of some nodes to a new log. */
  async function nodes(count: number): Promise<PostgresLog[]> {
    const address = await server().createDatabase();
    const logs = await Promise.all(
      Array.from({ length: count }, (_, node) => openLog(address, `node-${node}`)),
    );
    onTestFinished(async () => void (await Promise.all(logs.map((log) => log.close()))));
    return logs;
  }

  const appended = async (
    log: PostgresLog,
    after: LogPosition,
    text: string,
  ): Promise<LoggedRecord | null> => {
    const record = log.next(after, Buffer.from(text));
    return (await log.append(after, record)) ? record : null;
  };

  it("is created once by servers that open it at the same time", async () => {
    const logs = await nodes(4);
    expect(new Set(logs.map(({ start }) => start.chain)).size).toBe(1);
    expect((await logs[0]?.head())?.position).toBe(0n);
  });

  it("orders the records of several nodes, and gives each the same", async () => {
    const logs = await nodes(3);
    const write = async (log: PostgresLog, name: string) => {
      let at = log.start;
      for (let written = 0; written < 40; ) {
        const record = await appended(log, at, `${name} ${written}`);
        if (record !== null) written++;
        for (const each of await log.read(at)) at = each.at;
      }
    };
    await Promise.all(logs.map((log, index) => write(log, `node ${index}`)));
    const read = await Promise.all(logs.map((log) => log.read(log.start)));
    const texts = read.map((records) => records.map(({ bytes }) => bytes.toString()));
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).toEqual(texts[0]);
    expect(texts[0]).toHaveLength(120);
    expect(new Set(texts[0]).size).toBe(120);
    expect(texts[0]?.filter((text) => text.startsWith("node 1"))).toEqual(
      Array.from({ length: 40 }, (_, index) => `node 1 ${index}`),
    );
  });

  it("does not wait again for a server that answers nothing, once it knows the primary", async () => {
    const gone = await TcpLink.to(server().port);
    gone.fail("stalled");
    const address = await server().createDatabase();
    const log = await openLog(address.replace("@", `@127.0.0.1:${gone.port},`));
    onTestFinished(() => log.close());
    const first = await appended(log, log.start, "first");
    expect(await log.read(log.start)).toEqual([first]);
    expect((await log.head()).position).toBe(1n);
    expect(gone.connections).toBe(1);
  });

  it("refuses a record after one that it does not have", async () => {
    const [log] = (await nodes(1)) as [PostgresLog];
    const first = await appended(log, log.start, "first");
    const foreign = log.next({ position: 1n, chain: "ab".repeat(32) }, Buffer.from("foreign"));
    expect(await log.append({ position: 1n, chain: "ab".repeat(32) }, foreign)).toBe(false);
    await expect(log.read({ position: 1n, chain: "ab".repeat(32) })).rejects.toMatchObject({
      kind: "log-diverged",
    });
    await expect(log.read({ position: 2n, chain: "ab".repeat(32) })).rejects.toMatchObject({
      kind: "log-diverged",
    });
    expect(await log.read(log.start)).toEqual([first]);
  });

  it("lets one node append while the others wait, and no record come between", async () => {
    const [log, other] = (await nodes(2)) as [PostgresLog, PostgresLog];
    const unlock = await log.lock();
    const waiting = appended(other, other.start, "other");
    await other.head();
    const first = await appended(log, log.start, "first");
    const second = await appended(log, first?.at ?? log.start, "second");
    await unlock();
    expect(await waiting).toBeNull();
    expect(await log.read(log.start)).toEqual([first, second]);
    expect(await appended(other, second?.at ?? log.start, "other")).not.toBeNull();
  });

  it("lets the others append when a node stands still that has locked it", async () => {
    const [log, other] = (await nodes(2)) as [PostgresLog, PostgresLog];
    const unlock = await log.lock();
    const waited = await msOf(async () => expect(await appended(other, other.start, "other")).not.toBeNull());
    // PostgreSQL ends the session of the one; without that, the other gives up.
    expect(waited).toBeGreaterThan(900);
    await unlock();
    expect(await appended(log, log.start, "late")).toBeNull();
  });

  it("lets a node keep the lock that shows that it does not stand still", async () => {
    const [log, other] = (await nodes(2)) as [PostgresLog, PostgresLog];
    const unlock = await log.lock();
    const waiting = appended(other, other.start, "other");
    const endKeeping = log.keepLock();
    await moment(1_800);
    endKeeping();
    expect(await appended(log, log.start, "first")).not.toBeNull();
    await unlock();
    expect(await waiting).toBeNull();
  });

  it("gives the lock to a node that has waited for longer than the one that stands still with it", async () => {
    const [log, other] = (await nodes(2)) as [PostgresLog, PostgresLog];
    await log.lock();
    const waiting = other.lock();
    await moment(500);
    expect(await appended(log, log.start, "last")).not.toBeNull();
    await (await waiting)();
  });

  it("does not take a commit for made whose transaction has ended with its connection", async () => {
    const connection = new PostgresConnection(databaseServers(await server().createDatabase()), "test");
    onTestFinished(() => connection.close());
    await connection.script("BEGIN");
    await server().query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'headcount test'",
    );
    await until(() =>
      connection.script("SELECT 1").then(
        () => true,
        () => false,
      ),
    );
    await expect(connection.script("COMMIT")).rejects.toThrow(AnswerLost);
  });

  it("appends a record once whose answer was lost, whether it had arrived or not", async () => {
    const [log, other] = (await nodes(2)) as [PostgresLog, PostgresLog];
    let at = log.start;
    for (let round = 0; round < 30; round++) {
      const record = log.next(at, Buffer.from(`round ${round}`));
      await log.head();
      // If the connection was cut before the record was sent, it is appended by the client's next try.
      const appending = log.append(at, record).catch(() => log.append(at, record));
      if (round % 3 === 0) await new Promise(setImmediate);
      await server().query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'headcount append'",
      );
      expect(await appending).toBe(true);
      at = record.at;
    }
    const texts = (await other.read(other.start)).map(({ bytes }) => bytes.toString());
    expect(texts).toEqual(Array.from({ length: 30 }, (_, round) => `round ${round}`));
  });

  it("says that nothing has been changed while PostgreSQL cannot be reached, and goes on afterwards", async () => {
    const [log] = (await nodes(1)) as [PostgresLog];
    const first = await appended(log, log.start, "first");
    await server().kill();
    const record = log.next(first?.at as LogPosition, Buffer.from("second"));
    await expect(log.head()).rejects.toMatchObject({ kind: "unavailable" });
    await expect(log.append(first?.at as LogPosition, record)).rejects.toThrow(
      /unavailable|cannot be reached|not known/,
    );
    await server().resume();
    expect((await log.head()).position).toBe(1n);
    expect(await log.append(first?.at as LogPosition, record)).toBe(true);
  });

  it("shows no record that the synchronous standby does not have", async () => {
    const [log, other] = (await nodes(2)) as [PostgresLog, PostgresLog];
    const findStandby = await server().loseStandby();
    const record = log.next(log.start, Buffer.from("first"));
    const others = other.next(other.start, Buffer.from("other"));
    const refusals = await Promise.all([
      log.append(log.start, record).catch((error: unknown) => error),
      log.head().then(() => other.append(other.start, others).catch((error: unknown) => error)),
    ]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ kind: "unavailable" });
    expect((await other.head()).position).toBe(0n);
    expect(await other.read(other.start)).toEqual([]);
    await findStandby();
    await until(async () => (await other.head()).position === 1n);
    const appended = await other.read(other.start);
    expect([[record], [others]]).toContainEqual(appended);
  });

  it("does not take a commit for durable whose wait for a standby was cancelled", async () => {
    const [log] = (await nodes(1)) as [PostgresLog];
    const first = await appended(log, log.start, "first");
    const findStandby = await server().loseStandby();
    let isDone = false;
    const record = log.next(first?.at as LogPosition, Buffer.from("second"));
    const appending = log.append(first?.at as LogPosition, record).finally(() => {
      isDone = true;
    });
    const cancel = () =>
      server().query("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    for (let cancelled = 0; cancelled < 3; ) cancelled += (await cancel()).length;
    expect(isDone).toBe(false);
    await findStandby();
    expect(await appending).toBe(true);
    expect(await log.read(log.start)).toHaveLength(2);
  });
});
