import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../src/domain/instant.ts";
import type { SensorReport } from "../../src/engine/ports.ts";
import { Crowd, type CrowdOptions, SIMULATED_PEOPLE_MAX } from "../../src/simulation/crowd.ts";
import type { Destination, Passage } from "../../src/simulation/people.ts";

const DOOR: Passage = { serialNumber: "door", inward: -1 };
const STAIRS: Passage = { serialNumber: "stairs", inward: 1 };
const OFFICE: Destination = {
  place: "floor",
  visitors: 200,
  anytime: 4,
  arrival: 9,
  arrivalSpread: 1,
  stay: 60,
  staySpread: 10,
  timeZone: "America/New_York",
  routes: [[[DOOR], [STAIRS]]],
};
/** Wednesday, 8 May 2024, 09:00 in New York. */
const NINE = Date.UTC(2024, 4, 8, 13);

function crowd(options: Partial<CrowdOptions> = {}): Crowd {
  return new Crowd({
    destinations: [OFFICE],
    seed: 1,
    errorRate: 0,
    start: NINE,
    speed: 1,
    rate: null,
    capacity: 1_000,
    inside: new Map(),
    idPrefix: "t",
    ...options,
  });
}

/** All reports over a while, asked for in pieces of some ms. */
function over(live: Crowd, duration: number, piece = SECOND_MS, start = NINE): SensorReport[] {
  const reports: SensorReport[] = [];
  for (let now = start; now < start + duration; ) {
    now = Math.min(now + piece, start + duration);
    const more = live.advance(now);
    expect(more.every(({ timestamp }) => timestamp <= now)).toBe(true);
    reports.push(...more);
  }
  return reports;
}

function entrances(reports: readonly SensorReport[], serialNumber = "door", inward = -1): number {
  const there = reports.filter((each) => each.serialNumber === serialNumber);
  return there.filter(({ trajectory }) => trajectory === inward).length;
}

describe("a crowd", () => {
  it("is the same for the same seed, in any pieces, and another for another seed", () => {
    const reports = over(crowd({ errorRate: 0.1 }), HOUR_MS);
    expect(over(crowd({ errorRate: 0.1 }), HOUR_MS, 7_321)).toEqual(reports);
    expect(crowd({ errorRate: 0.1 }).advance(NINE + HOUR_MS)).toEqual(reports);
    expect(over(crowd({ errorRate: 0.1, seed: 2 }), HOUR_MS)).not.toEqual(reports);
  });

  it("reports in order of time, each event with an id of its own", () => {
    const reports = over(crowd({ errorRate: 0.2 }), 2 * HOUR_MS);
    expect(reports).toEqual(reports.toSorted((a, b) => a.timestamp - b.timestamp));
    expect(new Set(reports.map(({ eventId }) => eventId)).size).toBe(reports.length);
    expect(reports.length).toBeGreaterThan(100);
  });

  it("goes in by the outer door first, stays, and leaves by the same doors", () => {
    const reports = over(crowd({ start: NINE - 9 * HOUR_MS }), DAY_MS, MINUTE_MS, NINE - 9 * HOUR_MS);
    const inside = { door: 0, stairs: 0 };
    for (const { serialNumber, trajectory } of reports) {
      if (serialNumber === "door") inside.door -= trajectory;
      else inside.stairs += trajectory;
      expect(inside.stairs).toBeGreaterThanOrEqual(0);
      expect(inside.door).toBeGreaterThanOrEqual(inside.stairs);
    }
    expect(inside.door).toBeLessThan(5);
    expect(Math.abs(entrances(reports) - 200)).toBeLessThan(60);
  });

  it("comes by the hour of the place's local week", () => {
    const start = NINE - 9 * HOUR_MS;
    const hourly = (day: number, from: number) => {
      const live = crowd({ start: start + day * DAY_MS });
      live.advance(start + day * DAY_MS + from * HOUR_MS);
      return entrances(live.advance(start + day * DAY_MS + (from + 2) * HOUR_MS));
    };
    expect(hourly(0, 8)).toBeGreaterThan(90);
    expect(hourly(0, 1)).toBeLessThan(8);
    expect(hourly(3, 8)).toBeLessThan(hourly(0, 8) / 3);
  });

  it.each([
    [60, 1],
    [600, 1],
    [600, 2],
    [60_000, 1],
  ])("makes about %i events a minute at a speed of %i", (rate, speed) => {
    const live = crowd({ rate, speed });
    const first = NINE + 4 * MINUTE_MS;
    const minutes = rate < 600 ? 10 : 2;
    live.advance(first);
    const perMinute = live.advance(first + minutes * MINUTE_MS).length / minutes;
    expect(perMinute).toBeGreaterThan(rate * 0.75);
    expect(perMinute).toBeLessThan(rate * 1.25);
  });

  it("keeps to the rate from its first seconds on if stays have to be short", () => {
    const reports = over(crowd({ rate: 6_000, capacity: 300 }), 20 * SECOND_MS);
    expect(Math.abs(reports.length - 2_000)).toBeLessThan(300);
    const inside = entrances(reports) - entrances(reports, "door", 1);
    expect(inside).toBeLessThan(300);
  });

  it("rises to three times its rate at busier hours, not further", () => {
    const start = NINE - 7 * HOUR_MS;
    const live = crowd({ rate: 60, start });
    live.advance(NINE - 30 * MINUTE_MS);
    const busy = live.advance(NINE + 30 * MINUTE_MS).length / 60;
    expect(busy).toBeGreaterThan(150);
    expect(busy).toBeLessThan(210);
  });

  it("lets those leave who were inside", () => {
    const quiet = NINE + 14 * HOUR_MS;
    const live = crowd({ start: quiet, inside: new Map([["floor", 40]]) });
    const reports = over(live, 2 * HOUR_MS, MINUTE_MS, quiet);
    expect(Math.abs(entrances(reports, "door", 1) - entrances(reports) - 40)).toBeLessThan(5);
    expect(Math.abs(entrances(reports, "stairs", -1) - entrances(reports, "stairs", 1) - 40)).toBeLessThan(5);
  });

  it("keeps no more people inside than it may", () => {
    const inside = new Map([["floor", SIMULATED_PEOPLE_MAX + 1]]);
    const live = crowd({ destinations: [{ ...OFFICE, visitors: 1e-9, anytime: 0 }], inside });
    expect(entrances(live.advance(NINE + 3 * HOUR_MS), "door", 1)).toBe(SIMULATED_PEOPLE_MAX);
  });

  it("is missed and counted twice at the error rate", () => {
    const rate = 600;
    const exact = over(crowd({ rate }), 10 * MINUTE_MS);
    const faulty = over(crowd({ rate, errorRate: 0.2 }), 10 * MINUTE_MS);
    const echoes = faulty.filter((report) =>
      faulty.some(
        (other) =>
          other.eventId !== report.eventId &&
          other.serialNumber === report.serialNumber &&
          other.trajectory === report.trajectory &&
          Math.abs(other.timestamp - report.timestamp - 700) <= 1,
      ),
    );
    // 0.8 × 1.2 = 0.96 of the passages are reported, 0.16 of them twice.
    expect(Math.abs(faulty.length / exact.length - 0.96)).toBeLessThan(0.06);
    expect(echoes.length).toBeGreaterThan(exact.length * 0.12);
  });
});
