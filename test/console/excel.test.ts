import { describe, expect, it, vi } from "vitest";
import { hasDecimalCommas } from "../../console/src/preferences.ts";
import { saveForExcel } from "../../console/src/queries/excel.ts";
import { createClient } from "../../src/client/index.ts";

const saved = vi.hoisted(() => ({ files: [] as { readonly content: Blob; readonly name: string }[] }));
vi.mock("../../console/src/save-file.ts", () => ({
  saveFile: (content: Blob, name: string) => saved.files.push({ content, name }),
}));

describe("a file of counts for Excel", () => {
  it("has all spaces, also if the API needs several requests, with one mark and one header", async () => {
    const asked: number[] = [];
    const answer: typeof fetch = async (input) => {
      const ids = new URL((input as Request).url).searchParams.getAll("space_id");
      asked.push(ids.length);
      return new Response(`\uFEFFSpace,People\r\n${ids.map((id) => `${id},1\r\n`).join("")}`);
    };
    const { v2 } = createClient({ address: "http://127.0.0.1", token: "t", fetch: answer });
    const ids = Array.from({ length: 450 }, (_, index) => `spc_${index + 1}`);
    await saveForExcel(v2, ids, { start: 0, end: 86_400_000, interval: "1d" }, "counts.csv", "en");
    expect(asked).toEqual([200, 200, 50]);
    expect(saved.files.map(({ name }) => name)).toEqual(["counts.csv"]);
    const bytes = Buffer.from(await (saved.files[0]?.content ?? new Blob()).arrayBuffer()).toString();
    expect(bytes).toBe(`\uFEFFSpace,People\r\n${ids.map((id) => `${id},1\r\n`).join("")}`);
  });

  it("has semicolons and decimal commas if the language has decimal commas", async () => {
    expect(["de", "fr-FR", "en-US", "en-GB"].map(hasDecimalCommas)).toEqual([true, true, false, false]);
    const text = '\uFEFFSpace,Start,Count,Rate\r\n"Cafe, 1.5; east",2026-05-05 08:00,3,0.25\r\n';
    const { v2 } = createClient({
      address: "http://127.0.0.1",
      token: "t",
      fetch: async () => new Response(text),
    });
    await saveForExcel(v2, ["spc_1"], { start: 0, end: 86_400_000, interval: "1d" }, "counts.csv", "de-DE");
    const bytes = Buffer.from(await (saved.files.at(-1)?.content ?? new Blob()).arrayBuffer()).toString();
    expect(bytes).toBe('\uFEFFSpace;Start;Count;Rate\r\n"Cafe, 1.5; east";2026-05-05 08:00;3;0,25\r\n');
  });
});
