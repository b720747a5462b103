import { describe, expect, it } from "vitest";
import { folderCircles } from "./support/folders.ts";
import { readSources } from "./support/source-tree.ts";

describe("folders that stand beside each other", () => {
  const files = [
    { path: "src/a/one.ts", text: 'import { b } from "../b/two.ts";' },
    { path: "src/a/inner/three.ts", text: 'import { one } from "../one.ts";' },
    { path: "src/b/two.ts", text: 'import type { C } from "../c/four.ts";' },
  ];

  it("depend on each other in no circle", () => {
    expect(folderCircles(readSources(["src"]))).toEqual([]);
    expect(folderCircles(files)).toEqual([]);
  });

  it("are reported if they do", () => {
    const back = { path: "src/c/four.ts", text: 'import { three } from "../a/inner/three.ts";' };
    expect(folderCircles([...files, back])).toContain("src/a → src/b → src/c → src/a");
  });
});
