import type { SpaceTime, SpaceTotals } from "../store/space-counts.ts";

/** The databases that Headcount is compared with, by their names in `--peers`. */
export const PEER_NAMES = ["clickhouse", "postgres"] as const;
export type PeerName = (typeof PEER_NAMES)[number];

/** The input files of a peer, in the format that `PEER_FORMATS` has for it. */
export interface PeerFiles {
  /** Events with the spaces whose counts they change, by space and in the order of D6. */
  readonly events: string;
  readonly dailyResets: string;
}

/** The format of the files that each peer reads and writes. */
export const PEER_FORMATS = { clickhouse: "parquet", postgres: "csv" } as const satisfies Record<
  PeerName,
  string
>;

/** A database with the events of a dataset, assigned to spaces, and its daily resets. */
export interface Peer {
  /** Its name and version. */
  readonly title: string;
  /** Loads all events and daily resets, and optimizes their storage for reads. */
  load(files: PeerFiles): Promise<void>;
  /** The size of the events and their index on disk. */
  eventBytes(): Promise<number>;
  /** Computes the hour samples of all spaces over a range of whole UTC days, in ms, and stores them in a table. */
  sampleHours(start: number, end: number): Promise<void>;
  /** Writes the computed hour samples to a file. */
  writeHours(file: string): Promise<void>;
  /** Reads the instants and directions of a space's events in a range, and adds them up. */
  readSpace(time: SpaceTime): Promise<SpaceTotals>;
  close(): Promise<void>;
}
