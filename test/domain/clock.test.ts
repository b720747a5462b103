import { expect, it } from "vitest";
import { neverBack } from "../../src/domain/clock.ts";

it("a clock that never goes back stands still until the one it follows has caught up", () => {
  const shown = [10, 12, 7, 11, 12, 13];
  const clock = neverBack({ now: () => shown.shift() ?? 0 });
  expect(Array.from({ length: 6 }, () => clock.now())).toEqual([10, 12, 12, 12, 12, 13]);
});
