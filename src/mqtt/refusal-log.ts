import type { Clock } from "../domain/clock.ts";
import { HOUR_MS } from "../domain/instant.ts";

/** Topics that are remembered; the oldest are forgotten. */
const TOPICS_MAX = 10_000;

/** The longest topic and reason that are shown, in characters. */
const SHOWN_LENGTH = 200;

/** Says why messages are refused, at most once an hour for each topic (D33). */
export class RefusalLog {
  readonly #elapsed: Clock;
  readonly #say: (line: string) => void;
  /** When each topic was said last, oldest first. */
  readonly #said = new Map<string, number>();

  constructor(elapsed: Clock, say: (line: string) => void) {
    this.#elapsed = elapsed;
    this.#say = say;
  }

  add(topic: string, adapter: string, reason: string): void {
    const now = this.#elapsed.now();
    const last = this.#said.get(topic);
    if (last !== undefined && now - last < HOUR_MS) return;
    this.#said.delete(topic);
    this.#said.set(topic, now);
    for (const oldest of this.#said.keys()) {
      if (this.#said.size <= TOPICS_MAX) break;
      this.#said.delete(oldest);
    }
    // Devices decide what is in both.
    const shown = (text: string) => JSON.stringify(text.slice(0, SHOWN_LENGTH)).slice(1, -1);
    this.#say(`a message of the topic ${shown(topic)} is refused by ${adapter}: ${shown(reason)}`);
  }
}
