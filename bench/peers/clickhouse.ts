import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { benchStatement } from "../statements.ts";
import type { SpaceTime, SpaceTotals } from "../store/space-counts.ts";
import type { Peer, PeerFiles } from "./peer.ts";

/** The parts of the package `chdb` that this file uses. */
interface Chdb {
  readonly Session: new (folder: string, options: { readonly connectionArgs: readonly string[] }) => Session;
}
interface Session {
  queryBindAsync(
    text: string,
    values: Readonly<Record<string, string | number>>,
    options: { readonly format: string },
  ): Promise<{ bytes(): Uint8Array; text(): string }>;
  close(): void;
}

/** The size of a row of `space-events.sql`: an instant in ms as Int64, then a direction as Int8. */
const ROW_BYTES = 9;

/** The memory limits for sorting and grouping, in bytes. Beyond them ClickHouse spills to its folder. */
const SETTINGS = [
  "--max_bytes_before_external_sort=5000000000",
  "--max_bytes_before_external_group_by=5000000000",
];

/** ClickHouse in this process, with its data in a folder. */
export class ClickHousePeer implements Peer {
  readonly title: string;
  readonly #session: Session;

  private constructor(session: Session, title: string) {
    this.#session = session;
    this.title = title;
  }

  /** @param packages the folder in which `chdb` is installed */
  static async open(packages: string, folder: string): Promise<ClickHousePeer> {
    const { Session } = createRequire(`${packages}/`)("chdb") as Chdb;
    const session = new Session(join(folder, "data"), { connectionArgs: SETTINGS });
    const format = { format: "TSV" };
    const version = await session.queryBindAsync(benchStatement("clickhouse/version"), {}, format);
    return new ClickHousePeer(session, `ClickHouse ${version.text().trim()}`);
  }

  async load({ events, dailyResets }: PeerFiles): Promise<void> {
    await this.#run("create-event");
    await this.#run("create-daily-reset");
    await this.#run("load-daily-reset", { path: dailyResets });
    await this.#run("load-event", { path: events });
    await this.#run("merge-event");
  }

  async eventBytes(): Promise<number> {
    return Number((await this.#run("event-bytes")).text());
  }

  async sampleHours(start: number, end: number): Promise<void> {
    await this.#run("drop-hour-sample");
    await this.#run("hour-samples", { start_ts: start, end_ts: end });
  }

  async writeHours(file: string): Promise<void> {
    await writeFile(file, (await this.#run("read-hour-samples", {}, "Parquet")).bytes());
  }

  async readSpace({ spaceId, start, end }: SpaceTime): Promise<SpaceTotals> {
    const values = { space_id: `${spaceId}`, start_ts: start, end_ts: end };
    const bytes = (await this.#run("space-events", values, "RowBinary")).bytes();
    const rows = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let net = 0;
    let previous = start;
    for (let at = 0; at < bytes.byteLength; at += ROW_BYTES) {
      const instant = rows.getUint32(at, true) + rows.getInt32(at + 4, true) * 2 ** 32;
      if (instant < previous) throw new Error("the events are not in order");
      previous = instant;
      net += rows.getInt8(at + 8);
    }
    return { events: bytes.byteLength / ROW_BYTES, net };
  }

  async close(): Promise<void> {
    this.#session.close();
  }

  #run(statement: string, values: Readonly<Record<string, string | number>> = {}, format = "TSV") {
    return this.#session.queryBindAsync(benchStatement(`clickhouse/${statement}`), values, { format });
  }
}
