import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { statementsOf } from "../../src/sql-scripts.ts";
import { describeWithPostgres, openLog } from "../support/postgres.ts";

/** What a busy hour appends. */
const RECORDS = 20_000;

/** How many more pages a statement may read then: its indexes have grown. An update of one row per record reads hundreds. */
const PAGES_MORE_MAX = 20;

describeWithPostgres("a log beside a snapshot that stays open", (server) => {
  it("reads no more pages to append a record, or to find its end, after an hour's records", async () => {
    const address = await server().createDatabase();
    const log = await openLog(address);
    const [dump, measuring] = [address, address].map(
      (connectionString) => new pg.Client({ connectionString }),
    );
    const clients = [must(dump, "client"), must(measuring, "client")] as const;
    await Promise.all(clients.map((client) => client.connect()));
    onTestFinished(async () => {
      await Promise.all([log.close(), ...clients.map((client) => client.end())]);
    });
    let at = log.start;
    const next = () => log.next(at, Buffer.alloc(200, "record"));

    /** The pages that a statement reads; it changes nothing. */
    const pagesOf = async (name: string, values: readonly unknown[]): Promise<number> => {
      const text = must(statementsOf("postgres/log").get(name), name);
      const [, client] = clients;
      await client.query("BEGIN");
      const explained = `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`;
      const { rows } = await client.query(explained, [...values]);
      await client.query("ROLLBACK");
      const { Plan: plan } = rows[0]["QUERY PLAN"][0];
      return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    };
    const measure = async () => {
      const { at: to, writer, bytes } = next();
      const values = [String(at.position), at.chain, to.chain, writer, bytes];
      return { append: await pagesOf("append", values), head: await pagesOf("head", []) };
    };
    const append = async () => {
      const record = next();
      if (!(await log.append(at, record))) throw new Error("a record was not appended");
      at = record.at;
    };

    await append();
    const before = await measure();
    const [open] = clients;
    await open.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
    const seen = "SELECT max(position)::INTEGER AS last FROM headcount.log_record";
    expect((await open.query(seen)).rows).toEqual([{ last: 1 }]);
    for (let appended = 0; appended < RECORDS; appended++) await append();
    const after = await measure();
    expect(after.append).toBeLessThan(before.append + PAGES_MORE_MAX);
    expect(after.head).toBeLessThan(before.head + PAGES_MORE_MAX);
    // The snapshot has been open all the time.
    expect((await open.query(seen)).rows).toEqual([{ last: 1 }]);
  });
});
