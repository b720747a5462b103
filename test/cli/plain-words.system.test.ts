import { beforeAll, describe, expect, it } from "vitest";
import { similarNames } from "../../src/cli/target.ts";
import { folderWith } from "../support/backfill.ts";
import { ends, headcount, succeed, suiteFolder } from "../support/headcount.ts";

const DAY = ["--start", "2024-05-06", "--end", "2024-05-07", "--interval", "1d", "--format", "csv"];

describe("the command line says in plain words what to do", () => {
  const cwd = suiteFolder();
  const run = (...args: readonly string[]) => headcount([...args, "--data-dir", "data"], { cwd });
  beforeAll(async () => {
    const input = "spaces: [{ name: Café }, { name: Lobby }, { name: lab }, { name: LAB }]";
    await succeed(["site", "apply", "-", "--data-dir", "data"], { cwd, input });
  });

  it("about the name of a space: any case, similar names, and several of a name", async () => {
    expect(await run("counts", "lobby", ...DAY)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2024-05-06"),
    });
    expect(await run("counts", "Caffe", ...DAY)).toMatchObject({
      code: 1,
      stderr: 'headcount: space "Caffe" does not exist; did you mean Café?\n',
    });
    expect((await run("counts", "xyz", ...DAY)).stderr).toBe('headcount: space "xyz" does not exist\n');
    expect((await run("counts", "Lab", ...DAY)).stderr).toContain('2 spaces are named "Lab"');
    expect((await run("counts", "lab", ...DAY)).code).toBe(0);
  });

  it("about a range in the future", async () => {
    const range = ["--start", "9000-05-01", "--end", "9000-05-02", "--format", "json"];
    const { code, stdout, stderr } = await run("counts", "Lobby", ...range);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ total: 0, results: [] });
    expect(stdout.endsWith("\n")).toBe(true);
    expect(stderr).toContain("The range is empty: it lies in the future");
    expect((await run("counts", "Lobby", ...DAY)).stderr).toBe("");
  });

  it.each([
    ["serve", "--datadir", "x"],
    ["counts", "Lobby", "--datadir", "x"],
    ["restore", "backup", "--datadir", "x"],
  ])("about a mistyped flag: %s", async (...args) => {
    const { code, stderr } = await headcount(args, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("unknown option '--datadir'\n(Did you mean --data-dir?)");
  });

  it.each([
    ["http://127.0.0.1:1", /cannot reach http:\/\/127\.0\.0\.1:1: requests to this port are blocked/],
    ["http://127.0.0.1:2", /:2: nothing listens there; is the server running/],
    ["http://no-such-host.invalid:8080", /no host of this name|cannot be looked up/],
  ])("about a server that cannot be reached: %s", async (url, words) => {
    const { code, stderr } = await headcount(["token", "list", "--url", url, "--token", "x"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/ECONN|ENOTFOUND|bad port|getaddrinfo/);
  });

  it("about words for directions", async () => {
    const rows = ["in", "Out", "in"].map((word) => `a,2024-05-06T08:00:00Z,${word}\n`);
    const files = { "words.csv": `sensor_serial_number,timestamp,trajectory\n${rows.join("")}` };
    const args = ["backfill", "words.csv", "--data-dir", "data"];
    const folder = folderWith(files);
    await succeed(["token", "create", "--data-dir", "data"], { cwd: folder });
    await ends(1, /must be 1 or -1: "in"; --map trajectory=column:in=1,out=-1 says which words/, args, {
      cwd: folder,
    });
    const map = ["--map", "trajectory=trajectory:in=1,out=-1"];
    const loaded = await headcount([...args, ...map], { cwd: folder });
    expect(JSON.parse(loaded.stdout)).toMatchObject({ accepted: 3, rejected: 0 });
  });

  it("about a new data directory that has other files", async () => {
    const folder = folderWith({ hosts: "", passwd: "" });
    const made = await headcount(["token", "create", "--data-dir", "."], { cwd: folder });
    expect(made.stderr).toMatch(
      /warning: it has other files, such as hosts, passwd\. Use a directory of its own\n/,
    );
    const again = await headcount(["token", "create", "--data-dir", "."], { cwd: folder });
    expect(again.stderr).not.toContain("warning");
    const own = await headcount(["token", "create", "--data-dir", "new"], { cwd: folder });
    expect(own.stderr).not.toContain("warning");
  });

  it("about many changes of a site, in few lines", async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `{ name: S${index} }`);
    const input = `spaces: [${names.join(", ")}]\ndoorways: [{ name: D }]`;
    const { stdout, stderr } = await succeed(["site", "apply", "-", "--data-dir", "big", "--dry-run"], {
      cwd,
      input,
    });
    expect(JSON.parse(stdout).changes).toHaveLength(5_001);
    const lines = stderr.trim().split("\n");
    expect(lines.length).toBeLessThan(210);
    expect(lines.at(-2)).toMatch(/and 4,800 × create space, 1 × create doorway; .* > plan\.json/);
    expect(lines.at(-1)).toContain("Changes: 5001 created, 0 changed");
  });
});

it.each([
  ["Kitchn", ["Kitchen"]],
  ["NORTH", ["North Tower"]],
  ["1st Floor", ["First floor"]],
  ["Zoo", []],
])("names similar to %s", (wanted, expected) => {
  const names = ["Kitchen", "Gym", "North Tower", "South Tower", "First floor", "B"];
  expect(similarNames(wanted, names)).toEqual(expected);
});
