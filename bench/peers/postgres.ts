import { createRequire } from "node:module";
import { benchStatement } from "../statements.ts";
import type { SpaceTime, SpaceTotals } from "../store/space-counts.ts";
import type { Peer, PeerFiles } from "./peer.ts";
import { type PostgresServer, SUPERUSER, startPostgres } from "./postgres-server.ts";

/** The parts of the package `pg` that this file uses. */
interface Pg {
  readonly Client: new (options: {
    readonly host: string;
    readonly user: string;
    readonly database: string;
  }) => Client;
}
interface Client {
  connect(): Promise<void>;
  query(query: {
    /** PostgreSQL plans a statement with a name once. */
    readonly name?: string;
    readonly text: string;
    readonly values: readonly (string | number)[];
    readonly rowMode: "array";
  }): Promise<{ readonly rows: readonly (readonly (string | number)[])[] }>;
  end(): Promise<void>;
}

/** A PostgreSQL server with its data and its socket in a folder. */
export class PostgresPeer implements Peer {
  readonly title: string;
  readonly #server: PostgresServer;
  readonly #client: Client;

  private constructor(server: PostgresServer, client: Client, version: string) {
    this.#server = server;
    this.#client = client;
    this.title = `PostgreSQL ${version}`;
  }

  /** @param packages the folder in which `pg` and PostgreSQL's programs are installed */
  static async open(packages: string, folder: string): Promise<PostgresPeer> {
    const server = await startPostgres(packages, folder);
    // Kills the server when this process exits for any reason.
    process.once("exit", server.kill);
    const { Client } = createRequire(`${packages}/`)("pg") as Pg;
    const client = new Client({ host: server.host, user: SUPERUSER, database: "postgres" });
    await client.connect();
    const { rows } = await client.query({
      text: benchStatement("postgres/version"),
      values: [],
      rowMode: "array",
    });
    return new PostgresPeer(server, client, String(rows[0]?.[0]));
  }

  async load({ events, dailyResets }: PeerFiles): Promise<void> {
    await this.#run("create-daily-reset");
    await this.#runOnFile("load-daily-reset", dailyResets);
    await this.#run("create-event");
    await this.#runOnFile("load-event", events);
    await this.#run("create-event-index");
    await this.#run("analyze-event");
  }

  async eventBytes(): Promise<number> {
    return Number((await this.#run("event-bytes"))[0]?.[0]);
  }

  async sampleHours(start: number, end: number): Promise<void> {
    await this.#run("drop-hour-sample");
    await this.#run("create-hour-sample");
    await this.#run("hour-samples", [start, end]);
  }

  async writeHours(file: string): Promise<void> {
    await this.#runOnFile("write-hour-samples", file);
  }

  async readSpace({ spaceId, start, end }: SpaceTime): Promise<SpaceTotals> {
    const { rows } = await this.#client.query({
      name: "space-events",
      text: benchStatement("postgres/space-events"),
      values: [`${spaceId}`, start, end],
      rowMode: "array",
    });
    let net = 0;
    let previous = start;
    for (const [ts, direction] of rows) {
      const instant = Number(ts);
      if (instant < previous) throw new Error("the events are not in order");
      previous = instant;
      net += direction as number;
    }
    return { events: rows.length, net };
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.#server.stop();
    process.off("exit", this.#server.kill);
  }

  async #runOnFile(statement: string, file: string): Promise<void> {
    await this.#run("set-path", [file]);
    await this.#run(statement);
  }

  async #run(statement: string, values: readonly (string | number)[] = []) {
    const text = benchStatement(`postgres/${statement}`);
    return (await this.#client.query({ text, values, rowMode: "array" })).rows;
  }
}
