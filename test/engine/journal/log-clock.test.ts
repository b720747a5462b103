import { describe, expect, it } from "vitest";
import { LogClock } from "../../../src/engine/journal/log-clock.ts";

const START = Date.UTC(2024, 4, 6);
const HOUR = 3_600_000;

describe("the clock of a log", () => {
  /** Three clocks that go alike, unless one is set, and a node that reads the log's once. */
  function clocks() {
    let [elapsed, system, log] = [0, START, START];
    const clock = new LogClock({ now: () => elapsed }, { now: () => system });
    const read = () => clock.follow(log);
    read();
    return {
      clock,
      read,
      pass: (ms: number) => {
        elapsed += ms;
        system += ms;
        log += ms;
      },
      suspend: (ms: number) => {
        system += ms;
        log += ms;
      },
      setLog: (ms: number) => {
        log += ms;
      },
      now: () => clock.now() - START,
    };
  }

  it("goes on while the machine was suspended, at the first reading after it", () => {
    const { pass, suspend, read, now } = clocks();
    pass(1_000);
    suspend(HOUR);
    expect(now()).toBe(1_000);
    expect(read()).toBeNull();
    expect(now()).toBe(HOUR + 1_000);
    pass(25);
    expect(read()).toBeNull();
    expect(now()).toBe(HOUR + 1_025);
  });

  it("does not follow a clock that is set by over a minute, says so once, and follows it when it is right", () => {
    const { pass, setLog, read, now } = clocks();
    setLog(24 * HOUR);
    expect(read()).toBe(24 * HOUR);
    pass(25);
    expect(read()).toBeNull();
    expect(now()).toBe(25);
    setLog(-24 * HOUR);
    pass(25);
    expect(read()).toBeNull();
    expect(now()).toBe(50);
    setLog(-HOUR);
    expect(read()).toBe(-HOUR);
    setLog(3 * HOUR);
    expect(read()).toBe(2 * HOUR);
  });

  it("follows the correction of a clock that was wrong from the start, and never goes back", () => {
    let [elapsed, log] = [0, START + HOUR];
    const clock = new LogClock({ now: () => elapsed }, { now: () => START + elapsed });
    clock.follow(log);
    expect(clock.now()).toBe(START + HOUR);
    elapsed = 1_000;
    log = START + 1_000;
    expect(clock.follow(log)).toBeNull();
    expect(clock.now()).toBe(START + HOUR);
    elapsed = HOUR + 2_000;
    expect(clock.now()).toBe(START + HOUR + 2_000);
  });

  it("follows smaller steps forward at once, and back within two minutes", () => {
    const { pass, setLog, read, now } = clocks();
    setLog(30_000);
    expect(read()).toBeNull();
    expect(now()).toBe(30_000);
    setLog(-20_000);
    for (let second = 0; second < 150; second++) {
      pass(1_000);
      expect(read()).toBeNull();
    }
    expect(now()).toBe(160_000);
  });
});
