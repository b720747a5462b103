import { askUntilAnswered, type ServedDirectory } from "./live-api.ts";
import { type Ledger, rowOf } from "./live-senders.ts";
import { SERIALS } from "./live-site.ts";
import { SEEDS } from "./random.ts";
import { instant, moment, until } from "./waiting.ts";

/** The pause between two requests to a server, in ms. */
const PAUSE_MS = 25;

/**
 * Writes to each server of a cluster, and reads at it, again and again. It notes when each was successful, and that no
 * answer shows an older position of the log than one that any of them has answered before it was asked.
 */
export class LiveProbes {
  readonly #nodes: readonly ServedDirectory[];
  readonly #ledger: Ledger;
  readonly #successes: number[][];
  /** The greatest position that has been answered. */
  #position = 0n;

  constructor(nodes: readonly ServedDirectory[], ledger: Ledger) {
    this.#nodes = nodes;
    this.#ledger = ledger;
    this.#successes = nodes.map(() => []);
  }

  /** Goes on until it is over. */
  async run(isOver: () => boolean): Promise<void> {
    await Promise.all(this.#nodes.map((node, index) => this.#probe(node, index, isOver)));
  }

  async #probe(node: ServedDirectory, index: number, isOver: () => boolean): Promise<void> {
    for (let probe = 0; !isOver(); probe++) {
      const timestamp = Date.now() - 1_000;
      const eventId = `p${index}-${probe}`;
      const event = { serial: SERIALS.stray, timestamp, trajectory: 1, eventId } as const;
      const text = JSON.stringify([rowOf(event)]);
      const seen = this.#position;
      const isRead = probe % 2 === 1;
      const path = isRead ? "/v2/spaces/?page_size=1" : "/v2/sensor_events/";
      const answer = await askUntilAnswered(node, isOver, path, isRead ? {} : { text });
      if (!isRead) this.#ledger.note([event], answer !== null);
      if (answer !== null) this.#take(answer.status, { position: answer.position, seen, isRead, index });
      await moment(PAUSE_MS);
    }
  }

  #take(
    status: number,
    {
      position,
      seen,
      isRead,
      index,
    }: { position: bigint | null; seen: bigint; isRead: boolean; index: number },
  ): void {
    if (status !== 200) this.#ledger.problems.push(`a probe was answered with ${status}`);
    if (position === null || (isRead && position < seen))
      this.#ledger.problems.push(`a server has answered from position ${position}, after ${seen}`);
    if (position !== null && position > this.#position) this.#position = position;
    this.#successes[index]?.push(instant());
  }

  /**
   * Lets something fail, and waits until each server is successful again. With further seeds it reports how long that
   * took, and how long clients of some servers waited for a success meanwhile.
   */
  async watch(name: string, others: readonly ServedDirectory[], fail: () => Promise<void>): Promise<void> {
    const from = instant();
    await fail();
    const to = instant();
    await until(() => this.#nodes.every((node) => this.#successesOf(node).some((at) => at > to)));
    if (SEEDS.length === 1) return;
    const [lasted, waited, recovered] = [to - from, this.#longestWait(others, from, to), instant() - to].map(
      Math.round,
    );
    process.stderr.write(`${name}: ${lasted} ms, others waited ${waited} ms, recovered in ${recovered} ms\n`);
  }

  #successesOf(node: ServedDirectory): readonly number[] {
    return this.#successes[this.#nodes.indexOf(node)] ?? [];
  }

  /** The longest time without a success at one of some servers, in ms. */
  #longestWait(nodes: readonly ServedDirectory[], from: number, to: number): number {
    const waits = nodes.map((node) => {
      const successes = this.#successesOf(node).filter((at) => at > from && at < to);
      const instants = [from, ...successes, to];
      return Math.max(...instants.map((at, index) => at - (instants[index - 1] ?? at)));
    });
    return Math.max(0, ...waits);
  }
}
