import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/domain/instant.ts";
import { toInstant } from "../../../src/domain/local-time.ts";
import { type Crowd, reportsOfDay } from "../../../src/engine/simulation/people.ts";
import { Random } from "../../../src/engine/simulation/random.ts";

const CROWD: Crowd = {
  timeZone: "America/New_York",
  seed: 7,
  errorRate: 0,
  rounds: null,
  passages: [
    { serialNumber: "door", from: null, into: "House", inward: -1 },
    { serialNumber: "stairs", from: "House", into: "Floor", inward: 1 },
  ],
  habits: [{ place: "Floor", visitors: 100, arrival: 9, arrivalSpread: 1, stay: 300, staySpread: 60 }],
};
/** Wednesday, 8 May 2024. */
const DAY = Date.UTC(2024, 4, 8) / DAY_MS;

describe("simulated people", () => {
  it("are the same for the same seed and day, and others for another", () => {
    expect(reportsOfDay(CROWD, DAY)).toEqual(reportsOfDay(CROWD, DAY));
    expect(reportsOfDay({ ...CROWD, seed: 8 }, DAY)).not.toEqual(reportsOfDay(CROWD, DAY));
    expect(reportsOfDay(CROWD, DAY + 1)).not.toEqual(reportsOfDay(CROWD, DAY));
  });

  it("come in through the outer door, go out the way they came, and leave by the end of the local day", () => {
    const reports = reportsOfDay(CROWD, DAY);
    const midnight = toInstant(DAY * DAY_MS, CROWD.timeZone);
    for (const [serialNumber, inward] of [
      ["door", -1],
      ["stairs", 1],
    ] as const) {
      const passages = reports.filter((report) => report.serialNumber === serialNumber);
      expect(passages.filter((report) => report.trajectory === inward)).toHaveLength(passages.length / 2);
    }
    expect(reports.length).toBeGreaterThan(200);
    expect(reports.every(({ timestamp }) => timestamp >= midnight && timestamp < midnight + DAY_MS)).toBe(
      true,
    );
    expect(reports).toEqual(reports.toSorted((a, b) => a.timestamp - b.timestamp));
  });

  it("are few at weekends", () => {
    expect(reportsOfDay(CROWD, DAY + 4).length).toBeLessThan(reportsOfDay(CROWD, DAY).length / 5);
  });

  it("are missed and doubled at the error rate", () => {
    const exact = reportsOfDay(
      { ...CROWD, habits: CROWD.habits.map((habit) => ({ ...habit, visitors: 5_000 })) },
      DAY,
    );
    const doors = (reports: typeof exact) => reports.filter((report) => report.serialNumber === "door");
    const faulty = reportsOfDay(
      { ...CROWD, errorRate: 0.1, habits: CROWD.habits.map((habit) => ({ ...habit, visitors: 5_000 })) },
      DAY,
    );
    const doubled = doors(faulty).filter((report) =>
      faulty.some((other) => other.serialNumber === "door" && other.timestamp === report.timestamp + 700),
    );
    expect(Math.abs(doors(faulty).length / doors(exact).length - 0.99)).toBeLessThan(0.1);
    expect(doubled.length).toBeGreaterThan(doors(exact).length * 0.05);
  });
});

describe("Random", () => {
  it("is uniform, normal and weighted as asked", () => {
    const random = new Random(3, 4);
    const draws = Array.from({ length: 20_000 }, () => random.next());
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...draws)).toBeLessThan(1);
    expect(Math.abs(draws.reduce((sum, draw) => sum + draw, 0) / draws.length - 0.5)).toBeLessThan(0.01);
    const normals = Array.from({ length: 20_000 }, () => random.normal(10, 2));
    expect(Math.abs(normals.reduce((sum, draw) => sum + draw, 0) / normals.length - 10)).toBeLessThan(0.1);
    const picks = Array.from({ length: 10_000 }, () => random.weighted([1, 0, 3]));
    expect(picks.filter((pick) => pick === 1)).toHaveLength(0);
    expect(Math.abs(picks.filter((pick) => pick === 2).length / picks.length - 0.75)).toBeLessThan(0.03);
  });
});
