import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { Script } from "node:vm";
import { minVersion, satisfies } from "semver";
import { describe, expect, it } from "vitest";
import { must } from "../../src/domain/errors.ts";
import { PROGRAM } from "../support/headcount.ts";
import { readManifest, readRepository } from "../support/repository.ts";

/** The oldest Node that the program runs on. */
const OLDEST = must(minVersion(readManifest("package.json").engines.node), "version").version;

/** Runs the program's first file in a Node that says it is another version. */
async function runAs(version: string): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const values = [`process.versions,"node",{value:"${version}"}`, `process,"version",{value:"v${version}"}`];
  const pretend = values.map((value) => `Object.defineProperty(${value})`).join(";");
  const child = spawn(process.execPath, [
    "--import",
    `data:text/javascript,${pretend}`,
    PROGRAM,
    "--version",
  ]);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

describe("a Node that is too old", () => {
  it.each(["10.24.1", "20.18.3"])("as %s gets a sentence with the needed version", async (version) => {
    expect(await runAs(version)).toEqual({
      code: 1,
      stdout: "",
      stderr: `Headcount needs Node ${OLDEST.replace(/\.0$/, "")} or newer; this is v${version}.\n`,
    });
  });

  it("can read the file that tells it: a script without what came after 2017", () => {
    const source = readRepository("bin/headcount");
    expect(() => new Script(source.replace(/^#!.*/, ""))).not.toThrow();
    expect(source.replace(/\/\/.*/g, "")).not.toMatch(/=>|\b(?:const|let|class|async|await)\b|\?\.|\?\?/);
  });
});

describe("the oldest Node, and newer ones,", () => {
  it.each([OLDEST, "24.0.0"])(
    "as %s run the program, and all packages that it is installed with",
    async (version) => {
      expect((await runAs(version)).code).toBe(0);
      const { packages } = JSON.parse(readRepository("package-lock.json")) as {
        readonly packages: Readonly<Record<string, { dev?: boolean; engines?: { node?: string } }>>;
      };
      const unfit = Object.entries(packages).filter(
        ([, { dev = false, engines }]) =>
          !dev && engines?.node !== undefined && !satisfies(version, engines.node),
      );
      expect(unfit.map(([path, { engines }]) => `${path} needs ${engines?.node}`)).toEqual([]);
    },
  );
});
