import { askUntilAnswered, demand, type Served } from "./live-api.ts";
import { SERIALS } from "./live-site.ts";
import { moment, until } from "./waiting.ts";

/** Rows in a batch at most. */
const ROWS_MAX = 50;

/** How far back late events lie at most, in ms. */
export const LATE_MS_MAX = 3 * 86_400_000;

/** How far ahead events lie at most, in ms. */
const AHEAD_MS_MAX = 1_500;

/** The longest pause between two requests of a sender, in ms. */
export const PAUSE_MS_MAX = 100;

export interface SentEvent {
  readonly serial: string;
  readonly timestamp: number;
  readonly trajectory: 1 | -1;
  readonly eventId: string | null;
}

/** An event as a row of version 2. */
export function rowOf({ serial, timestamp, trajectory, eventId }: SentEvent) {
  return {
    sensor_serial_number: serial,
    timestamp: new Date(timestamp).toISOString(),
    trajectory,
    ...(eventId === null ? {} : { event_id: eventId }),
  };
}

/** An event of a known sensor as version 1 has it. */
export const eventOf = ({ serial, timestamp, trajectory }: Omit<SentEvent, "eventId">) => ({
  sensor_id: `snr_${serial}`,
  timestamp: new Date(timestamp).toISOString(),
  direction: trajectory,
});

/** Sends the first event of a site. @returns its id */
export async function sendFirst(server: Served, ledger: Ledger): Promise<bigint> {
  const first = { serial: SERIALS.keyed, timestamp: Date.now() - 1, trajectory: 1, eventId: null } as const;
  const { id } = await demand<{ id: string }>(await server.address(), "/v1/events/", eventOf(first));
  ledger.note([first], true);
  return BigInt(id.slice("evt_".length));
}

/** An event by all that the API shows of it: several with event ids of their own may look the same. */
export function looksOf({ serial, timestamp, trajectory }: Omit<SentEvent, "eventId">): string {
  return `${serial} ${timestamp} ${trajectory}`;
}

/** The senders' acknowledged events, and those with an unknown outcome. */
export class Ledger {
  /** How many events that look so have been acknowledged. */
  readonly acknowledged = new Map<string, number>();
  /** How many were sent and never answered: they are in the log or not. */
  readonly open = new Map<string, number>();
  /** Unexpected events. */
  readonly problems: string[] = [];
  #latest = 0;

  note(events: readonly SentEvent[], isAcknowledged: boolean): void {
    const counts = isAcknowledged ? this.acknowledged : this.open;
    for (const event of events) {
      this.#latest = Math.max(this.#latest, event.timestamp);
      const looks = looksOf(event);
      counts.set(looks, (counts.get(looks) ?? 0) + 1);
    }
  }

  /** When no event lies ahead any more, and the counts have it. */
  async isPast(): Promise<void> {
    await until(() => Date.now() > this.#latest + 500);
  }
}

export type Below = (bound: number) => number;

/** The context of senders. */
export interface SenderParts {
  readonly server: Served;
  readonly ledger: Ledger;
  readonly below: Below;
  readonly isOver: () => boolean;
  /** How old the youngest events are, in ms, except those that lie ahead: servers that share a log have its clock. */
  readonly ageMs?: number;
}

/** Sends until it is over: five sensors' events by five senders, and more of the first late one's by another. */
export async function sendAll(parts: SenderParts): Promise<void> {
  const [first, second] = SERIALS.late;
  const { below, ageMs = 0 } = parts;
  const present = () => Date.now() - ageMs;
  await Promise.all([
    sendBatches(parts, ordered(below, present)),
    sendBatches(parts, late(below, present, "a", [first, SERIALS.stray])),
    sendBatches(parts, late(below, present, "b", [first, second])),
    sendBatches(parts, ahead(parts.below)),
    sendKeyed(parts, "x"),
    sendKeyed(parts, "y"),
  ]);
}

/** Makes a number of events. */
type Maker = (rows: number) => SentEvent[];

/** Ascending timestamps, none after now: for these the present is always the end of history. */
function ordered(below: Below, present: () => number): Maker {
  let last = present() - 60_000;
  let made = 0;
  return (rows) => {
    const now = present();
    const events: SentEvent[] = [];
    for (let row = 0; row < rows && last < now; row++) {
      last += 1 + below(Math.max(1, Math.floor((now - last) / (rows - row))));
      const eventId = below(2) === 0 ? null : `o${made++}`;
      const trajectory = below(100) < 48 ? 1 : -1;
      events.push({ serial: SERIALS.ordered, timestamp: Math.min(last, now), trajectory, eventId });
    }
    return events;
  };
}

/** Any timestamps of the last days; some events look like another and have an id of their own. */
export function late(below: Below, present: () => number, name: string, serials: readonly string[]): Maker {
  const residue = name.charCodeAt(0) % 2;
  const known = new Set<string>();
  let made = 0;
  return (rows) => {
    const events: SentEvent[] = [];
    while (events.length < rows) {
      const back = below(3) === 0 ? below(LATE_MS_MAX) : below(5_000);
      // The two senders of one sensor never mean the same event.
      const timestamp = Math.floor((present() - back) / 2) * 2 - residue;
      const trajectory = below(2) === 0 ? 1 : -1;
      const event = { serial: serials[below(serials.length)] as string, timestamp, trajectory } as const;
      const isTwin = below(10) === 0;
      if (!isTwin && known.has(looksOf(event))) continue;
      known.add(looksOf(event));
      events.push({ ...event, eventId: isTwin || below(2) === 0 ? `${name}${made++}` : null });
      if (isTwin) events.push({ ...event, eventId: `${name}${made++}` });
    }
    return events;
  };
}

/** Timestamps a little ahead, each once. */
function ahead(below: Below): Maker {
  let last = 0;
  let made = 0;
  return (rows) =>
    Array.from({ length: Math.min(rows, 5) }, () => {
      last = Math.max(last + 1, Date.now() + below(AHEAD_MS_MAX));
      return {
        serial: SERIALS.ahead,
        timestamp: last,
        trajectory: below(2) === 0 ? 1 : -1,
        eventId: `h${made++}`,
      };
    });
}

/** Whether a sender gives up a request that was not answered. */
function isGivenUp(below: Below): boolean {
  return below(8) === 0;
}

/** Posts batches to version 2, as JSON or NDJSON; one that is not answered is sent again, or given up. */
async function sendBatches({ server, ledger, below, isOver }: SenderParts, make: Maker): Promise<void> {
  while (!isOver()) {
    const events = make(1 + Math.floor((below(ROWS_MAX) * below(ROWS_MAX)) / ROWS_MAX));
    const rows = events.map(rowOf);
    const body =
      below(2) === 0
        ? { text: JSON.stringify(rows) }
        : { text: rows.map((row) => JSON.stringify(row)).join("\n"), type: "application/x-ndjson" };
    const answer = await askUntilAnswered(server, () => isGivenUp(below), "/v2/sensor_events/", body);
    ledger.note(events, answer !== null);
    if (answer !== null) {
      const { accepted, duplicates } = JSON.parse(answer.text) as { accepted: number; duplicates: number };
      // All of a batch is stored in one transaction: when it comes again, all of it is there or nothing.
      const isWhole = (accepted === 0 && duplicates === events.length) || duplicates === 0;
      if (answer.status !== 200 || !isWhole || accepted + duplicates !== events.length)
        ledger.problems.push(`${events.length} rows were answered with ${answer.status} ${answer.text}`);
    }
    await moment(below(PAUSE_MS_MAX));
  }
}

/** Posts events one by one to version 1, with a key; some again though they were answered. */
async function sendKeyed(
  { server, ledger, below, isOver, ageMs = 0 }: SenderParts,
  name: string,
): Promise<void> {
  const residue = name.charCodeAt(0) % 2;
  let made = 0;
  while (!isOver()) {
    const back = below(3) === 0 ? below(LATE_MS_MAX) : below(5_000);
    const timestamp = Math.floor((Date.now() - ageMs - back) / 2) * 2 - residue;
    const event = {
      serial: SERIALS.keyed,
      timestamp,
      trajectory: below(2) === 0 ? 1 : -1,
      eventId: null,
    } as const;
    const headers = { "idempotency-key": `${name}-${made++}` };
    const body = { text: JSON.stringify(eventOf(event)), headers };
    const answer = await askUntilAnswered(server, () => isGivenUp(below), "/v1/events/", body);
    ledger.note([event], answer !== null);
    if (answer !== null && answer.status !== 201)
      ledger.problems.push(`an event was answered with ${answer.status} ${answer.text}`);
    if (answer !== null && below(10) === 0) {
      const again = await askUntilAnswered(server, () => false, "/v1/events/", body);
      if (again?.text !== answer.text)
        ledger.problems.push(`a repeat of ${answer.text} was answered with ${again?.text}`);
    }
    await moment(below(PAUSE_MS_MAX));
  }
}
