import { describe, expect, it } from "vitest";
import { Table } from "../../../src/engine/catalog/table.ts";

interface Row {
  readonly id: bigint;
  readonly colour: string | null;
  readonly tags: readonly string[];
}

describe("an index of a table", () => {
  it("keeps rows of one key in their order while they change and go", () => {
    const table = new Table<Row>();
    const byColour = table.index((row) => row.colour ?? undefined);
    const red = () => byColour.of("red").map(({ id, tags }) => `${id} ${tags.join()}`);
    table.put({ id: 1n, colour: "red", tags: [] });
    table.put({ id: 1n, colour: "red", tags: ["here"] });
    expect(red()).toEqual(["1 here"]);
    table.put({ id: 2n, colour: "red", tags: [] });
    table.put({ id: 1n, colour: "red", tags: ["there"] });
    expect(red()).toEqual(["1 there", "2 "]);
    table.remove(1n);
    table.remove(3n);
    expect(red()).toEqual(["2 "]);
    expect(byColour.first("red")?.id).toBe(2n);
    table.put({ id: 3n, colour: "red", tags: [] });
    expect(red()).toEqual(["2 ", "3 "]);
    table.remove(2n);
    table.remove(3n);
    expect(red()).toEqual([]);
  });

  it("holds a row under each of its keys, once, and follows what becomes of them", () => {
    const table = new Table<Row>();
    const byTag = table.indexEach((row) => row.tags);
    const at = (tag: string) => byTag.of(tag).map(({ id, colour }) => `${id} ${colour}`);
    table.put({ id: 1n, colour: "red", tags: ["here", "there", "here"] });
    table.put({ id: 2n, colour: "red", tags: ["there"] });
    table.put({ id: 3n, colour: "red", tags: [] });
    expect([at("here"), at("there")]).toEqual([["1 red"], ["1 red", "2 red"]]);
    table.put({ id: 1n, colour: "blue", tags: ["there", "elsewhere"] });
    expect([at("here"), at("there"), at("elsewhere")]).toEqual([[], ["1 blue", "2 red"], ["1 blue"]]);
    table.remove(1n);
    expect([at("there"), at("elsewhere")]).toEqual([["2 red"], []]);
  });
});
