import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { RUNS_FOLDER } from "../../src/store/runs/run-files.ts";
import { duckDbStore, opened } from "../support/store-harness.ts";
import { runsOf, World } from "../support/store-world.ts";

it.each([
  ["a space's changes", () => 0],
  ["a space's directory", (bytes: Buffer) => bytes.length - 24 - 48 - 20],
])(
  "runs whose file is damaged in %s are derived from the log again, and no count is made of it",
  async (_, at) => {
    const directory = await opened(duckDbStore);
    const world = await World.over(directory);
    const hall = await world.space("Hall");
    await world.link(hall, await world.doorway("Front", "a"));
    await world.report("a 08:00 1", "a 09:00 1", "a 2024-05-07T08:00 -1");
    await (await world.reopen()).check();
    await directory.behind("SELECT 1");
    const folder = join(directory.directory, RUNS_FOLDER);
    const path = join(folder, must(readdirSync(folder)[0], "file"));
    const bytes = readFileSync(path);
    const position = at(bytes);
    bytes.writeUInt8((bytes[position] ?? 0) ^ 0x55, position);
    writeFileSync(path, bytes);
    const again = await world.reopen();
    await expect(runsOf(again.context.events, [hall])).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("derived again from the log"),
    });
    await again.check();
  },
);
