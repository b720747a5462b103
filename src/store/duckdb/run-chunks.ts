import { DAY_MS } from "../../domain/instant.ts";
import type { SpaceRun } from "../../engine/ports.ts";
import type { DuckDBDataChunk } from "./duckdb-api.ts";
import { readUintegerLists } from "./raw-vectors.ts";

/** The runs of a chunk with the columns space, day and changes. */
export function* runsOf(chunk: DuckDBDataChunk): Generator<SpaceRun> {
  const spaceIds = chunk.getColumnValues(0) as bigint[];
  const days = chunk.getColumnValues(1) as number[];
  const { elements, starts, ends } = readUintegerLists(chunk, 2);
  for (const [row, spaceId] of spaceIds.entries()) {
    yield {
      spaceId,
      dayStart: (days[row] as number) * DAY_MS,
      changes: elements.subarray(starts[row], ends[row]),
    };
  }
}
