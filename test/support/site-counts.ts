import { parseInstant } from "../../src/domain/instant.ts";
import type { Engine } from "../../src/engine/build-engine.ts";
import { spaceCounts } from "../../src/engine/counts/count-queries.ts";

/** The count at an instant of the space with a name. */
export async function spaceCountAt(context: Engine, name: string, instant: string): Promise<number> {
  const start = parseInstant(instant, "instant");
  const space = context.catalog.spaces.all().find((each) => each.name === name);
  const { samples } = await spaceCounts(context, space?.id ?? 0n, {
    start,
    end: start + 1_000,
    interval: { unit: "millisecond", amount: 60_000 },
    segments: {},
  });
  return samples.counts[0] ?? Number.NaN;
}
