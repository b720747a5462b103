import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { headcount, startHeadcount, temporaryFolder } from "../support/headcount.ts";

const EXAMPLE = fileURLToPath(new URL("../../fixtures/demo-site.yaml", import.meta.url));

const SITE = `# A house by the sea.
spaces:
  - name: House
    space_type: building
    spaces:
      - name: Hall
doorways:
  - name: Front door
    sensor_serial_number: "1001"
    links:
      - {space: Hall, sensor_placement: 1}
`;

describe("headcount site", () => {
  it("applies the example, exports it, and sets the same site up elsewhere from what it exported", async () => {
    const cwd = temporaryFolder();
    const first = await headcount(["site", "apply", EXAMPLE, "--data-dir", "one"], { cwd });
    expect(first.code, first.stderr).toBe(0);
    expect(first.stderr).toContain("+ space Harbour Campus / Lighthouse / Lighthouse 1 / Cafe\n");
    expect(first.stderr).toContain("Done: 39 created, 0 changed, 0 ended, 0 deleted.");
    expect(JSON.parse(first.stdout)).toMatchObject({ dry_run: false, created: 39, updated: 0 });
    const written = await headcount(["site", "export", "site.yaml", "--data-dir", "one"], { cwd });
    expect(written.stderr).toBe("The site is in site.yaml.\n");
    const file = readFileSync(join(cwd, "site.yaml"), "utf8");
    const again = await headcount(["site", "apply", "site.yaml", "--prune", "--data-dir", "one"], { cwd });
    expect(again.stderr).toBe("Nothing to change: the site is as site.yaml says.\n");
    expect(JSON.parse(again.stdout)).toMatchObject({ changes: [] });
    const copied = await headcount(["site", "apply", "-", "--data-dir", "two"], { cwd, input: file });
    expect(JSON.parse(copied.stdout)).toMatchObject({ created: 39 });
    const exported = await headcount(["site", "export", "-", "--data-dir", "two"], { cwd });
    expect(exported).toMatchObject({ code: 0, stdout: file, stderr: "" });
  });

  it("shows what it would create, change, end and delete, and does it", async () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "site.yaml"), SITE);
    await headcount(["site", "apply", "site.yaml", "--data-dir", "data"], { cwd });
    const changed = SITE.replace("Hall\n", "Lobby\n")
      .replace("Hall,", "Lobby,")
      .replace("building", "building\n    capacity: 80")
      .replace("1001", "2002");
    writeFileSync(join(cwd, "site.yaml"), changed);
    const args = ["site", "apply", "site.yaml", "--prune", "--data-dir", "data"];
    const dry = await headcount([...args, "--dry-run"], { cwd });
    expect(dry.stderr.split("\n")).toEqual([
      "  - space House / Hall: with its history",
      "  ~ space House: capacity null → 80",
      "  + space House / Lobby",
      "  x sensor attachment 1001 at Front door: ends now",
      "  + sensor attachment 2002 at Front door: for all time",
      "  - link Front door into House / Hall",
      "  + link Front door into House / Lobby: sensor_placement 1, for all time",
      "To be done: 3 created, 1 changed, 1 ended, 2 deleted. This was a dry run: nothing has changed.",
      "A space that is deleted loses its history; to rename or move one instead, write its id beside its name (headcount site export --ids shows them).",
      "",
    ]);
    const done = await headcount(args, { cwd });
    expect(done.stderr).toContain("Done: 3 created, 1 changed, 1 ended, 2 deleted.");
    const { dry_run: _, changes: foreseen, ...counts } = JSON.parse(dry.stdout);
    expect(JSON.parse(done.stdout)).toMatchObject(counts);
    expect(JSON.parse(done.stdout).changes).toHaveLength(foreseen.length);
  });

  it("works through a server, with the same words for the same mistakes", async () => {
    const cwd = temporaryFolder();
    const server = await startHeadcount(["serve", "--data-dir", join(cwd, "data"), "--port", "0"], {
      HEADCOUNT_TOKEN: "secret",
    });
    const through = (...args: readonly string[]) =>
      headcount(["site", ...args, "--url", server.address, "--token", "secret"], { cwd });
    writeFileSync(join(cwd, "site.yaml"), SITE);
    writeFileSync(join(cwd, "wrong.yaml"), SITE.replace("building", "floor\n    annual_rent: 5"));
    const refused = await through("apply", "wrong.yaml");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toBe(
      "headcount: wrong.yaml:5: spaces[0].annual_rent: only a building has an annual rent\n",
    );
    const dry = await through("apply", "site.yaml", "--dry-run");
    expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, created: 5 });
    const applied = await through("apply", "site.yaml");
    expect(applied.stderr).toContain("Done: 5 created");
    const exported = await through("export", "-");
    expect(exported.stdout).toBe(
      SITE.replace("# A house by the sea.\n", "").replace("doorways", "\ndoorways"),
    );
    const held = await headcount(["site", "apply", "site.yaml", "--data-dir", "data"], { cwd });
    expect(held).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(server.address) });
  });

  it("answers a wrong file with 2, one that cannot be read with 1, and writes nothing", async () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, "folder"));
    writeFileSync(join(cwd, "wrong.yaml"), SITE.replace("space_type", "space_tpye"));
    writeFileSync(join(cwd, "empty.yaml"), "");
    const apply = (file: string) => headcount(["site", "apply", file, "--data-dir", "data"], { cwd });
    const [wrong, empty, missing, folder] = await Promise.all(
      ["wrong.yaml", "empty.yaml", "missing.yaml", "folder"].map(apply),
    );
    expect(wrong).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "headcount: wrong.yaml:4: spaces[0].space_tpye: is no field here; did you mean space_type?\n",
    });
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining("empty.yaml is empty") });
    expect(missing).toMatchObject({
      code: 1,
      stderr: "headcount: cannot read missing.yaml: no such file or directory\n",
    });
    expect(folder).toMatchObject({ code: 1, stderr: "headcount: cannot read folder: it is a directory\n" });
    expect(existsSync(join(cwd, "data"))).toBe(false);
    const unwritable = await headcount(["site", "export", "folder", "--data-dir", "data"], { cwd });
    expect(unwritable).toMatchObject({ code: 1, stderr: expect.stringContaining("cannot write folder") });
  });
});
