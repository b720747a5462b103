import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { startHeadcount, temporaryFolder } from "../support/headcount.ts";
import {
  commandProblems,
  isInRepository,
  readManifest,
  readRepository,
  serveDefault,
  unknownSettings,
} from "../support/repository.ts";

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The stages of a Dockerfile, each from its FROM on. */
function stagesOf(dockerfile: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  for (const line of lines.filter((each) => each.trim() !== "")) {
    const [, name = "", text = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    expect(name, line).not.toBe("");
    if (name === "FROM") stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

const STAGES = stagesOf(readRepository("Dockerfile"));
const [BUILD = [], IMAGE = []] = STAGES;

const textsOf = (stage: readonly Instruction[], name: string) =>
  stage.filter((each) => each.name === name).map(({ text }) => text);

/** What the COPY instructions of a stage copy, without where to. */
const copiedIn = (stage: readonly Instruction[]) =>
  textsOf(stage, "COPY").flatMap((text) =>
    text
      .split(" ")
      .filter((word) => !word.startsWith("--"))
      .slice(0, -1),
  );

/** The top-level names that .dockerignore leaves out. */
const IGNORED = readRepository(".dockerignore")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

describe("the Dockerfile", () => {
  it("builds in one stage, and runs in another what that has built", () => {
    expect(STAGES).toHaveLength(2);
    expect(BUILD[0]?.text).toMatch(/ AS build$/);
    const copies = textsOf(IMAGE, "COPY");
    expect(copies.filter((text) => !text.startsWith("--from=build "))).toEqual([]);
  });

  it("starts from images of Node that Headcount runs on, wherever they come from", () => {
    const least = Number(/^>=(\d+)/.exec(readManifest("package.json").engines.node)?.[1]);
    for (const [from] of STAGES) {
      const [, major] = /^node:(\d+)-slim(?: AS build)?$/.exec(from?.text ?? "") ?? [];
      expect(Number(major)).toBeGreaterThan(least);
    }
  });

  it("installs what the lockfile says, and ships none of it that only building takes", () => {
    const runs = textsOf(BUILD, "RUN").join("\n");
    expect(runs).toMatch(/^npm ci .*--ignore-scripts/m);
    expect(runs).toMatch(/prepare\.mjs && npm prune --omit=dev/);
    expect(textsOf(IMAGE, "RUN").join()).not.toContain("npm");
  });

  it("copies only what there is, and all that the program is made of", () => {
    const sources = copiedIn(BUILD);
    expect(sources.filter((path) => !isInRepository(path))).toEqual([]);
    const shipped = copiedIn(IMAGE).map((path) => path.replace(/^\/app\//, ""));
    expect(shipped.filter((path) => !isInRepository(path))).toEqual([]);
    expect(shipped).toEqual(expect.arrayContaining(["bin", "dist", "sql", "fixtures", "package.json"]));
  });

  it("is built from all that building takes, and from nothing that a clone may have besides", () => {
    expect(copiedIn(BUILD)).toContain(".");
    const needed = [
      "package.json",
      "package-lock.json",
      ".npmrc",
      "bin",
      "sql",
      "fixtures",
      "src",
      "scripts",
    ];
    const configs = ["tsconfig.json", "tsconfig.build.json", "vite.config.ts", "console", "LICENSE"];
    expect([...needed, ...configs].filter((name) => IGNORED.includes(name))).toEqual([]);
    expect(IGNORED).toEqual(
      expect.arrayContaining([".git", "**/node_modules", "**/dist", ".headcount", ".env"]),
    );
  });

  it("does not run as root, and keeps its data in a volume of its own user", () => {
    const user = IMAGE.findIndex(({ name }) => name === "USER");
    expect(IMAGE[user]?.text).toBe("node");
    expect(IMAGE.slice(user).filter(({ name }) => name === "RUN" || name === "COPY")).toEqual([]);
    const [volume] = textsOf(IMAGE, "VOLUME");
    expect(textsOf(IMAGE, "ENV").join(" ")).toContain(`HEADCOUNT_DATA_DIR=${volume}`);
    expect(textsOf(IMAGE, "RUN").join()).toContain(`--owner=node --group=node ${volume}`);
  });

  it("runs a command that there is, with settings that there are, and stops it as it is to be stopped", () => {
    expect(textsOf(IMAGE, "ENTRYPOINT")).toEqual(['["headcount"]']);
    expect(commandProblems(JSON.parse(textsOf(IMAGE, "CMD")[0] ?? "[]"))).toEqual([]);
    const settings = [
      ...textsOf(IMAGE, "ENV")
        .join(" ")
        .matchAll(/(\w+)=(\S+)/g),
    ];
    expect(unknownSettings(settings.map(([, name = ""]) => name))).toEqual([]);
    expect(settings.map(([setting]) => setting)).toContain("HEADCOUNT_HOST=0.0.0.0");
    expect(textsOf(IMAGE, "EXPOSE")).toEqual([String(serveDefault("--port"))]);
    expect(textsOf(IMAGE, "STOPSIGNAL")).toEqual(["SIGTERM"]);
  });

  it("is healthy while the server is ready, and not without one", async () => {
    const [check = ""] = textsOf(IMAGE, "HEALTHCHECK");
    const [command, ...args] = JSON.parse(check.slice(check.indexOf("CMD ") + 4)) as string[];
    expect(command).toBe("node");
    const codeAt = (port: string) =>
      promisify(execFile)(process.execPath, args, { env: { HEADCOUNT_PORT: port } }).then(
        () => 0,
        ({ code }) => code as number,
      );
    const server = await startHeadcount(["serve", "--data-dir", temporaryFolder(), "--port", "0"]);
    const { port } = new URL(server.address);
    expect(await codeAt(port)).toBe(0);
    await server.stop();
    expect(await codeAt(port)).toBe(1);
  });
});
