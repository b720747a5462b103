import { expect, it } from "vitest";
import { simulateCommand } from "../../src/cli/commands/simulate.ts";
import { SIMULATION_RATE_MAX, SIMULATION_SPEED_MAX } from "../../src/domain/limits.ts";

it.each([
  ["--rate", SIMULATION_RATE_MAX],
  ["--speed", SIMULATION_SPEED_MAX],
])("simulate takes %s up to %i", (flag, most) => {
  const parse = (value: number) =>
    simulateCommand()
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parseOptions([flag, String(value)]);
  expect(parse(most).unknown).toEqual([]);
  expect(() => parse(most + 1)).toThrow(String(most));
});
