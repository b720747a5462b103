import { describe, expect, it } from "vitest";
import { must } from "../../../src/domain/errors.ts";
import { DAY_MS, MINUTE_MS } from "../../../src/domain/instant.ts";
import { drawnFaults, type PeriodFaults } from "../../../src/simulation/devices/faults.ts";
import { Fleet, linesFor } from "../../../src/simulation/devices/fleet.ts";
import { type DeviceName, deviceKind } from "../../../src/simulation/devices/kinds.ts";
import { MessageReader, NO_FAULTS as NONE } from "../../support/played-devices.ts";

const START = Date.UTC(2026, 2, 2, 8);

/** A device at the sensor `door` that so many people pass in each log period of a minute, in the middle. */
function played(
  name: DeviceName,
  people: readonly number[],
  faults: Readonly<Record<number, Partial<PeriodFaults>>>,
  total = 0,
  more: { readonly resetsAt?: number; readonly logsCrossings?: boolean } = {},
) {
  const kind = deviceKind(name, "chirpstack");
  const [line] = linesFor(kind, ["door"]);
  const fleet = new Fleet({
    kind,
    lines: [must(line, "line")],
    start: START,
    period: MINUTE_MS,
    faultsOf: () => (period) => ({ ...NONE, ...faults[period] }),
    known: new Map(),
    begin: { in: total, out: total },
    ...more,
  });
  for (const [period, count] of people.entries())
    for (let person = 0; person < count; person++) {
      const timestamp = START + period * MINUTE_MS + 30_000 + person;
      fleet.pass({ serialNumber: "door", timestamp, trajectory: 1, eventId: null });
    }
  const end = START + people.length * MINUTE_MS;
  const messages = [...fleet.advance(end), ...fleet.finish(end)].flat();
  for (const message of messages) fleet.stored(message);
  return {
    kind,
    messages,
    ...read(new MessageReader(kind, more.resetsAt), messages, must(line, "line").serialNumber),
    truth: must(fleet.truth()[0], "line"),
  };
}

function read(reader: MessageReader, messages: Parameters<MessageReader["read"]>[0][], serialNumber: string) {
  for (const message of messages) reader.read(message);
  const { counted, results } = must(reader.line(serialNumber) ?? undefined, "line");
  return { counted: counted.in, results };
}

describe("a simulated device", () => {
  it("begins at 0 after a power loss, and what its totals have not told is lost", () => {
    // It has no power in the last quarter of the third minute, behind the people.
    const loss = { 2: { powerLoss: { at: 0.75, periods: 0.1 } } };
    const { counted, results, truth } = played("irisys", [1, 20, 5, 2, 3], loss);
    expect(results).toEqual(["baseline", "counted", "reset", "counted", "counted"]);
    expect([truth.passed.in, truth.countable.least.in, truth.countable.most.in, counted]).toEqual([
      31, 25, 25, 25,
    ]);
  });

  it("leaves open what passed if totals do not show a restart clearly, unless the device tells of it", () => {
    const loss = { 2: { powerLoss: { at: 0.1, periods: 0.1 } } };
    const unclear = played("irisys", [5, 5, 8, 1], loss);
    expect([unclear.truth.countable.least.in, unclear.truth.countable.most.in]).toEqual([6, 14]);
    expect(unclear.results).toEqual(["baseline", "counted", "backwards", "counted"]);
    const told = played("milesight", [5, 5, 8, 1], loss);
    expect([told.truth.countable.least.in, told.truth.countable.most.in, told.counted]).toEqual([14, 14, 14]);
    expect(told.results).toEqual(["baseline", "counted", "reset", "counted"]);
  });

  it("sends the totals of each crossing of a second, of which the first begins to count", () => {
    // People pass one ms after the other.
    const { counted, results, truth, messages } = played("hikvision", [3, 0, 2], {}, 0, {
      logsCrossings: true,
    });
    expect(messages.flatMap(({ entries }) => entries.map(({ to }) => (to - START) / 1_000))).toEqual([
      30, 30, 30, 60, 120, 150, 150, 180,
    ]);
    expect(results).toEqual(["baseline", ...Array(7).fill("counted")]);
    expect([truth.passed.in, truth.countable.least.in, truth.countable.most.in, counted]).toEqual([
      5, 4, 4, 4,
    ]);
  });

  it("sets its totals to 0 at a set time, also in an outage of days, and what passed since then counts", () => {
    // At the end of the second minute, and a day later.
    const resetsAt = (START + 2 * MINUTE_MS) % DAY_MS;
    const { counted, results, truth } = played("hikvision", [5, 5, 3, 1], {}, 0, { resetsAt });
    expect(results).toEqual(["baseline", "counted", "reset", "counted"]);
    expect([truth.countable.least.in, truth.countable.most.in, counted]).toEqual([9, 9, 9]);
    const days = Array.from({ length: 2 * 24 * 60 }, (_, minute) => (minute % (12 * 60) === 0 ? 5 : 0));
    const outage = Object.fromEntries(
      days.map((_, period) => [period, { isLost: period > 0 && period < days.length - 10 }]),
    );
    const silent = played("terabee", days, outage, 0, { resetsAt });
    expect(silent.results.slice(0, 2)).toEqual(["baseline", "reset"]);
    // Since the last reset: at noon of the second day only.
    expect([silent.truth.countable.least.in, silent.counted]).toEqual([5, 5]);
  });

  it("wraps after 16 bits", () => {
    const { counted, results } = played("pcr2", [1, 4, 4], {}, 2 ** 16 - 3);
    expect([counted, results]).toEqual([8, ["baseline", "wrap", "counted"]]);
  });

  it("sends log periods of an outage at once, as many as a message has", () => {
    const people = Array.from({ length: 61 }, () => 1);
    const outage = Object.fromEntries(people.slice(0, 60).map((_, period) => [period, { isOffline: true }]));
    const held = (name: DeviceName) =>
      played(name, people, outage).messages.map(({ entries }) => entries.length);
    expect(held("irisys")).toEqual([50, 10, 1]);
    expect(held("milesight-vs350")).toEqual([...Array.from({ length: 12 }, () => 5), 1]);
    expect(held("terabee")).toEqual([1]);
    expect(played("irisys", people, outage).counted).toBe(60);
  });

  it("sends intervals again under another id, and later ones before", () => {
    const { kind, messages, counted, results } = played("xovis", [2, 3], { 0: { copies: 1, delay: 1 } });
    const ids = messages.map(
      (message) => JSON.parse(kind.encode(message)[0] ?? "").logics_data.package_info.id,
    );
    expect(new Set(ids).size).toBe(3);
    expect([counted, results]).toEqual([5, ["counted", "counted", "duplicate"]]);
  });

  it("says how much of an interval it has measured", () => {
    const { kind, messages } = played("xovis", [2], { 0: { powerLoss: { at: 0, periods: 0.25 } } });
    const [record] = JSON.parse(kind.encode(must(messages[0], "message"))[0] ?? "").logics_data.logics[0]
      .records;
    expect([record.samples, record.samples_expected]).toEqual([563, 750]);
  });

  it("loses uplinks for ever, and has them again from a retransmission with a later time", () => {
    const { messages, counted, results } = played("terabee", [1, 2, 3, 4], {
      1: { isLost: true },
      2: { isLost: true, isRetransmitted: true },
    });
    expect(messages.map(({ receivedAt }) => (receivedAt - START) / MINUTE_MS)).toEqual([1, 3.5, 4]);
    expect([counted, results]).toEqual([9, ["baseline", "counted", "counted"]]);
  });
});

describe("drawn faults", () => {
  const rates = { reset: 0.1, outage: 0.1, outageMax: 60, loss: 0.1, repeat: 0.1, delay: 0.1 };
  const periods = Array.from({ length: 500 }, (_, period) => period);

  it("are the same for the same seed, and others for another device", () => {
    const drawn = (seed: number, device: number) => periods.map(drawnFaults(rates, seed, device));
    expect(drawn(1, 0)).toEqual(drawn(1, 0));
    expect(drawn(1, 0)).not.toEqual(drawn(1, 1));
    expect(drawn(1, 0)).not.toEqual(drawn(2, 0));
  });

  it("come at their rates, each without the others", () => {
    const none = { reset: 0, outage: 0, outageMax: 60, loss: 0, repeat: 0, delay: 0 };
    expect(periods.map(drawnFaults(none, 1, 0))).toEqual(periods.map(() => NONE));
    const lost = periods.map(drawnFaults({ ...none, loss: 0.1 }, 1, 0));
    const share = lost.filter(({ isLost }) => isLost).length / periods.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.15);
    expect(lost.map((each) => ({ ...each, isLost: false }))).toEqual(periods.map(() => NONE));
    expect(lost.map(({ isLost }) => isLost)).toEqual(
      periods.map(drawnFaults(rates, 1, 0)).map(({ isLost }) => isLost),
    );
  });
});
