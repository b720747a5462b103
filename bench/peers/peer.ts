import type { SpaceTime, SpaceTotals } from "../store/space-counts.ts";

/** The databases beside which the product is measured, by the name that `--peers` knows them by. */
export const PEER_NAMES = ["clickhouse", "postgres"] as const;
export type PeerName = (typeof PEER_NAMES)[number];

/** The input of a peer: files in the format of its name (`PEER_FORMATS`). */
export interface PeerFiles {
  /** Events and the space they counted for, by space and in the order of D6. */
  readonly events: string;
  readonly dailyResets: string;
}

/** In which format each peer reads and writes files. */
export const PEER_FORMATS = { clickhouse: "parquet", postgres: "csv" } as const satisfies Record<
  PeerName,
  string
>;

/** A database with the bound events and daily resets of a dataset. */
export interface Peer {
  /** Its name and version. */
  readonly title: string;
  /** Takes in all events and daily resets, and does what makes reading them fast. */
  load(files: PeerFiles): Promise<void>;
  /** Bytes on disk of the events with what finds them. */
  eventBytes(): Promise<number>;
  /** Computes the hour samples of all spaces over a range of whole UTC days in ms, into a table. */
  sampleHours(start: number, end: number): Promise<void>;
  /** Writes the computed hour samples to a file of its format. */
  writeHours(file: string): Promise<void>;
  /** Reads a space's events, each with its instant and direction, and adds them up. */
  readSpace(time: SpaceTime): Promise<SpaceTotals>;
  close(): Promise<void>;
}
