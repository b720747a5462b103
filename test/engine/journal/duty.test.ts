import { describe, expect, it } from "vitest";
import { Duty, LEASE_MS } from "../../../src/engine/journal/duty.ts";
import { FakeTime } from "../../support/outbox.ts";

/** A duty whose lease is given or not, and what it has begun and ended. */
function openDuty() {
  const time = new FakeTime(0);
  const state = { answer: true as boolean | null, endFails: false, clock: 0, isFollowing: true };
  const done: string[] = [];
  const duty = new Duty("test", {
    leases: {
      take: async () => {
        if (state.answer === null) throw new Error("no answer");
        return state.answer;
      },
      give: async () => void done.push("given"),
    },
    clocks: [time, { now: () => state.clock }],
    timers: time,
    isFollowing: () => state.isFollowing,
    begin: async () => void done.push("begun"),
    end: async () => {
      if (state.endFails) throw new Error("cannot end");
      done.push("ended");
    },
    failed: () => {},
  });
  return { duty, time, state, done };
}

describe("a duty", () => {
  it("ends with its lease, and when another engine has it", async () => {
    const { duty, time, state, done } = openDuty();
    duty.start();
    await time.pass(0);
    expect([duty.isHeld, ...done]).toEqual([true, "begun"]);
    state.answer = null;
    await time.pass(LEASE_MS / 2);
    expect([duty.isHeld, ...done]).toEqual([true, "begun"]);
    await time.pass(LEASE_MS / 2);
    expect(duty.isHeld).toBe(false);
    await time.pass(1_000);
    expect(done).toEqual(["begun", "ended"]);
    state.answer = true;
    await time.pass(1_000);
    state.answer = false;
    await time.pass(LEASE_MS / 2);
    expect([duty.isHeld, ...done]).toEqual([false, "begun", "ended", "begun", "ended"]);
  });

  it("begins again if its lease has lapsed before it was renewed: another engine may have had it", async () => {
    const { duty, time, state, done } = openDuty();
    duty.start();
    await time.pass(0);
    // The machine slept, and its clock is set back when it wakes.
    state.clock = LEASE_MS;
    expect(duty.isHeld).toBe(false);
    state.clock = 0;
    expect(duty.isHeld).toBe(false);
    await time.pass(LEASE_MS / 2);
    expect([duty.isHeld, ...done]).toEqual([true, "begun", "ended", "begun"]);
    await duty.stop(0);
    expect(done.slice(3)).toEqual(["ended", "given"]);
  });

  it("does not begin again before it has ended", async () => {
    const { duty, time, state, done } = openDuty();
    duty.start();
    await time.pass(0);
    [state.answer, state.endFails] = [false, true];
    await time.pass(LEASE_MS / 2);
    state.answer = true;
    await time.pass(1_000);
    expect([duty.isHeld, ...done]).toEqual([false, "begun"]);
    state.endFails = false;
    await time.pass(1_000);
    expect([duty.isHeld, ...done]).toEqual([true, "begun", "ended", "begun"]);
  });

  it("is left to others by an engine that stops following the log", async () => {
    const { duty, time, state, done } = openDuty();
    duty.start();
    await time.pass(2 * LEASE_MS);
    expect(duty.isHeld).toBe(true);
    state.isFollowing = false;
    await time.pass(LEASE_MS);
    expect([duty.isHeld, ...done]).toEqual([false, "begun", "ended"]);
    state.isFollowing = true;
    await time.pass(1_000);
    expect(duty.isHeld).toBe(true);
    await duty.stop(0);
    expect(done.slice(2)).toEqual(["begun", "ended", "given"]);
  });

  it("is given up by an engine that stops, also if it cannot end its work", async () => {
    const { duty, time, state, done } = openDuty();
    duty.start();
    await time.pass(1_000);
    state.endFails = true;
    await duty.stop(0);
    expect(done).toEqual(["begun", "given"]);
  });
});
