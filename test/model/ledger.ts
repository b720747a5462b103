import type { ScenarioEvent, ScenarioHistory, ScenarioSchedule } from "./scenario.ts";

/*
 * The history of a site as lists of operations (D5, D8, D9). Spaces, doorways
 * and sensors are small numbers. Every operation says whether it was rejected, applies from now on, or changes
 * the past.
 */

/** When a correction takes effect: an instant in ms, the beginning, or (null) now. */
export type Dated = number | "beginning" | null;
export type Outcome = "rejected" | "from now on" | "changes the past";

/** Half-open, in ms; either end may be infinite. */
interface Span {
  from: number;
  to: number;
}

interface LedgerLink extends Span {
  readonly space: number;
  readonly doorway: number;
  readonly placement: 1 | -1;
}

interface LedgerAttachment extends Span {
  readonly sensor: number;
  readonly doorway: number;
}

interface LedgerSchedule extends Span {
  readonly timeZone: string;
  readonly dailyReset: string | null;
}

interface LedgerEvent {
  readonly sensor: number;
  readonly instant: number;
  readonly trajectory: 1 | -1;
  voided: boolean;
}

interface LedgerReset {
  readonly space: number;
  readonly instant: number;
  readonly count: number;
  voided: boolean;
}

/** How far ahead of the present an event or a reset may be (D3), in ms. */
const AHEAD = 5 * 60_000;

export class Ledger {
  now: number;
  /** In order of creation; what was erased is no more there. */
  links: LedgerLink[] = [];
  readonly events: LedgerEvent[] = [];
  readonly resets: LedgerReset[] = [];
  #attachments: LedgerAttachment[] = [];
  readonly #schedules: LedgerSchedule[][];
  readonly #deleted = new Set<number>();

  /** @param schedules the setting of each space at its creation, which holds for all earlier time (D8) */
  constructor(now: number, schedules: readonly Pick<LedgerSchedule, "timeZone" | "dailyReset">[]) {
    this.now = now;
    this.#schedules = schedules.map((schedule) => [{ ...schedule, from: -Infinity, to: Infinity }]);
  }

  /** The first link of a pair reaches back without limit, unless it is dated. */
  link(space: number, doorway: number, placement: 1 | -1, dated: Dated): Outcome {
    const start = this.#startOf(dated);
    if (start === null || this.#deleted.has(doorway)) return "rejected";
    const others = this.#linksOf({ space, doorway });
    const isFirst = dated === null && others.length === 0;
    return this.#add({ space, doorway, placement, from: isFirst ? -Infinity : start, to: Infinity });
  }

  /**
   * The pair's placement from an instant up to the link's end; a link that has ended by then is followed by
   * one of the other placement (D22). The id of a link that a change of its placement has ended names the last of
   * its continuations.
   */
  turn(named: LedgerLink, placement: 1 | -1, dated: Dated): Outcome {
    const start = this.#startOf(dated);
    if (start === null) return "rejected";
    const link = named.to <= start ? this.#lastOf(named) : named;
    if (link.to <= start) {
      if (link.placement === placement) return "from now on";
      if (this.#deleted.has(link.doorway)) return "rejected";
      return this.#add({ ...link, placement, from: start, to: Infinity });
    }
    const turned = this.#linksOf(link).filter(
      (each) => each.placement !== placement && each.to > start && each.from < link.to,
    );
    this.links = [
      ...this.links.map((each) => {
        if (!turned.includes(each)) return each;
        return each.from < start ? { ...each, to: start } : { ...each, placement };
      }),
      ...turned.filter((each) => each.from < start).map((each) => ({ ...each, placement, from: start })),
    ];
    return start < this.now ? "changes the past" : "from now on";
  }

  /** The last of the links of a pair that follow one another without a gap. */
  #lastOf(link: LedgerLink): LedgerLink {
    const next = this.#linksOf(link).find(({ from }) => from === link.to);
    return next === undefined ? link : this.#lastOf(next);
  }

  #linksOf({ space, doorway }: Pick<LedgerLink, "space" | "doorway">): LedgerLink[] {
    return this.links.filter((link) => link.space === space && link.doorway === doorway);
  }

  /** Adds an open link; one of the other placement that has ended since ends where this one begins. */
  #add(link: LedgerLink): Outcome {
    const overlapping = this.#linksOf(link).filter(({ to }) => to > link.from);
    const followed = overlapping.filter(
      ({ from, to, placement }) => to < Infinity && from < link.from && placement !== link.placement,
    );
    if (followed.length < overlapping.length) return "rejected";
    this.links = [...ended(this.links, link.from, (each) => followed.includes(each)), link];
    return link.from < this.now ? "changes the past" : "from now on";
  }

  unlink(named: LedgerLink): Outcome {
    const link = this.#lastOf(named);
    if (link.to < Infinity) return "rejected";
    this.links = ended(this.links, this.now, (each) => each === link);
    return "from now on";
  }

  erase(link: LedgerLink): Outcome {
    this.links = this.links.filter((each) => each !== link);
    return "changes the past";
  }

  /** The first attachment of a sensor reaches back without limit, unless it is dated; null takes it away. */
  attach(doorway: number, sensor: number | null, dated: Dated): Outcome {
    const start = this.#startOf(dated);
    if (start === null || this.#deleted.has(doorway)) return "rejected";
    const isThere = (each: LedgerAttachment) => each.doorway === doorway;
    const present = this.#attachments.find((each) => isThere(each) && each.to === Infinity);
    if (dated === null && (present?.sensor ?? null) === sensor) return "from now on";
    let from = start;
    if (sensor !== null) {
      const others = this.#attachments.filter((each) => each.sensor === sensor);
      if (dated === null && others.length === 0) from = -Infinity;
      if (others.some((other) => other.doorway !== doorway && other.to > from)) return "rejected";
    }
    this.#attachments = ended(this.#attachments, start, isThere);
    if (sensor !== null) this.#attachments.push({ sensor, doorway, from, to: Infinity });
    return from < this.now ? "changes the past" : "from now on";
  }

  deleteDoorway(doorway: number): Outcome {
    if (this.#deleted.has(doorway)) return "rejected";
    this.#deleted.add(doorway);
    this.links = ended(this.links, this.now, (link) => link.doorway === doorway);
    this.#attachments = ended(this.#attachments, this.now, (each) => each.doorway === doorway);
    return "from now on";
  }

  /** Sets a space's zone and daily reset; dated, also if they are what they were. */
  schedule(space: number, timeZone: string, dailyReset: string | null, dated: Dated): Outcome {
    const from = this.#startOf(dated);
    if (from === null) return "rejected";
    const spans = this.#schedules[space] ?? [];
    const present = spans.find(({ to }) => to === Infinity);
    if (dated === null && present?.timeZone === timeZone && present.dailyReset === dailyReset)
      return "from now on";
    this.#schedules[space] = [
      ...ended(spans, from, () => true),
      { timeZone, dailyReset, from, to: Infinity },
    ];
    return from < this.now ? "changes the past" : "from now on";
  }

  /** A reset a little ahead is of the present (D3). */
  reset(space: number, instant: number, count: number): Outcome {
    if (instant > this.now + AHEAD) return "rejected";
    this.resets.push({ space, instant: Math.min(instant, this.now), count, voided: false });
    return "changes the past";
  }

  /** A report that repeats one that has come before changes nothing, voided or not (D9). */
  report(sensor: number, instant: number, trajectory: 1 | -1): Outcome {
    if (instant > this.now + AHEAD) return "rejected";
    const repeats = this.events.some(
      (event) => event.sensor === sensor && event.instant === instant && event.trajectory === trajectory,
    );
    if (!repeats) this.events.push({ sensor, instant, trajectory, voided: false });
    return "changes the past";
  }

  void(voidable: { voided: boolean }): Outcome {
    if (voidable.voided) return "rejected";
    voidable.voided = true;
    return "changes the past";
  }

  /** What has changed a space's count. */
  historyOf(space: number): ScenarioHistory {
    return {
      schedules: (this.#schedules[space] ?? []).map(plainSchedule),
      resets: this.resets.filter((reset) => reset.space === space && !reset.voided),
      events: this.events.flatMap((event) => this.#effectOn(space, event)),
    };
  }

  #effectOn(space: number, { sensor, instant, trajectory, voided }: LedgerEvent): ScenarioEvent[] {
    if (voided) return [];
    const holds = ({ from, to }: Span) => from <= instant && instant < to;
    const attachment = this.#attachments.find((each) => each.sensor === sensor && holds(each));
    const link = this.links.find(
      (each) => each.space === space && each.doorway === attachment?.doorway && holds(each),
    );
    return link === undefined ? [] : [{ instant, direction: trajectory === link.placement ? 1 : -1 }];
  }

  #startOf(dated: Dated): number | null {
    if (dated === null) return this.now;
    if (dated === "beginning") return -Infinity;
    return dated > this.now ? null : dated;
  }
}

/** The spans with those chosen cut off at an instant; a span that is left with nothing goes. */
function ended<S extends Span>(spans: readonly S[], instant: number, chosen: (span: S) => boolean): S[] {
  return spans
    .map((span) => (chosen(span) && span.to > instant ? { ...span, to: instant } : span))
    .filter(({ from, to }) => from < to);
}

function plainSchedule({ from, to, timeZone, dailyReset }: LedgerSchedule): ScenarioSchedule {
  return {
    from: from === -Infinity ? null : from,
    to: to === Infinity ? null : to,
    timeZone,
    dailyReset,
  };
}
