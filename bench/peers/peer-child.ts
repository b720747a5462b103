import type { SpaceTime, SpaceTotals } from "../store/space-counts.ts";
import { ClickHousePeer } from "./clickhouse.ts";
import type { Peer, PeerFiles, PeerName } from "./peer.ts";
import { PostgresPeer } from "./postgres.ts";

/*
 * A child process that runs a peer, so that the libraries of the peer and the rows that it returns do not take memory in
 * the process of the benchmarks. It answers each message with one message, and measures durations itself.
 */

/** The requests to the process: one at a time, and `open` first. */
export type PeerRequest =
  | {
      readonly ask: "open";
      readonly peer: PeerName;
      /** The folder in which its packages are installed. */
      readonly packages: string;
      /** The folder of its data. */
      readonly folder: string;
    }
  | { readonly ask: "load"; readonly files: PeerFiles }
  | { readonly ask: "eventBytes" }
  | { readonly ask: "sampleHours"; readonly start: number; readonly end: number }
  | { readonly ask: "writeHours"; readonly file: string }
  | { readonly ask: "readSpaces"; readonly times: readonly SpaceTime[]; readonly warmUps: number }
  | { readonly ask: "close" };

/** The responses. A number is the duration in ms, except that `eventBytes` is in bytes. */
export interface PeerAnswers {
  readonly open: string;
  readonly load: number;
  readonly eventBytes: number;
  readonly sampleHours: number;
  readonly writeHours: number;
  readonly readSpaces: { readonly runsMs: number[]; readonly totals: SpaceTotals[] };
  readonly close: number;
}

/** A response, or the message of an error. */
export type PeerAnswer = { readonly value: PeerAnswers[keyof PeerAnswers] } | { readonly error: string };

const OPENERS = {
  clickhouse: ClickHousePeer.open,
  postgres: PostgresPeer.open,
} as const satisfies Record<PeerName, (packages: string, folder: string) => Promise<Peer>>;

let opened: Peer | null = null;

process.on("message", async (request: PeerRequest) => {
  let answer: PeerAnswer;
  try {
    answer = { value: await handle(request) };
  } catch (error) {
    answer = { error: error instanceof Error ? error.message : String(error) };
  }
  process.send?.(answer);
  if (request.ask === "close") process.disconnect();
});
// Exiting runs the handler that kills the server of a peer.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
process.once("disconnect", () => process.exit());

async function handle(request: PeerRequest): Promise<PeerAnswers[keyof PeerAnswers]> {
  if (request.ask === "open") {
    opened = await OPENERS[request.peer](request.packages, request.folder);
    return opened.title;
  }
  if (opened === null) throw new Error("the peer is not open");
  const peer = opened;
  switch (request.ask) {
    case "load":
      return timed(() => peer.load(request.files));
    case "eventBytes":
      return peer.eventBytes();
    case "sampleHours":
      return timed(() => peer.sampleHours(request.start, request.end));
    case "writeHours":
      return timed(() => peer.writeHours(request.file));
    case "readSpaces":
      return readSpaces(peer, request.times, request.warmUps);
    case "close":
      return timed(() => peer.close());
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function readSpaces(peer: Peer, times: readonly SpaceTime[], warmUps: number) {
  for (const time of times.slice(-warmUps)) await peer.readSpace(time);
  const runsMs: number[] = [];
  const totals: SpaceTotals[] = [];
  for (const time of times) {
    const start = performance.now();
    totals.push(await peer.readSpace(time));
    runsMs.push(performance.now() - start);
  }
  return { runsMs, totals };
}
